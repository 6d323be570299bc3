/**
 * Data about a piece of work: names of operations, codes and counts. It never contains a person's name, a URL with ids,
 * a value of a statement, or health data.
 */
export type Facts = Readonly<Record<string, string | number>>;

/** A piece of work in progress. */
export interface Span {
  /** Adds data that becomes known while the work runs. */
  note(facts: Facts): void;
}

/** The kind of work in a span: an answer to a request, work that was queued earlier, or a part of one of these. */
export type SpanKind = 'answer' | 'later' | 'part';

/**
 * Records spans, which are pieces of work with their duration. If one piece of work calls another, its span contains
 * the other span. Spans are sent to a collector if one is configured.
 */
export interface Tracing {
  /**
   * Does the work in a new span, which ends when the promise of the work settles. `name` comes from the code, never
   * from a request.
   */
  run<T>(kind: SpanKind, name: string, facts: Facts, work: (span: Span) => Promise<T>): Promise<T>;
  /**
   * Records a database statement that has just ended, with its duration in milliseconds. The text has placeholders
   * instead of values. A statement outside a span is ignored.
   */
  statement(text: string, elapsed_ms: number): void;
  /** Sends the spans that were not sent yet. */
  stop(): Promise<void>;
}

const nothing: Span = { note: () => {} };

/** Tracing without a collector. It only does the work. */
export const noTracing: Tracing = {
  run: (_kind, _name, _facts, work) => work(nothing),
  statement: () => {},
  stop: async () => {},
};
