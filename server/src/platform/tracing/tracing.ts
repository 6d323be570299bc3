/**
 * A span may contain names of operations, codes and counts. Facts never contain a person's name, an address with ids, a
 * value of a statement, or health data.
 */
export type Facts = Readonly<Record<string, string | number>>;

/** A piece of work in progress. */
export interface Span {
  /** Adds facts that are known only later. */
  note(facts: Facts): void;
}

/** The kind of work in a span: an answer to a request, work that was queued earlier, or a part of either. */
export type SpanKind = 'answer' | 'later' | 'part';

/** Spans of work with their duration, nested as they were called, sent to a collector if one is configured. */
export interface Tracing {
  /**
   * Does the work in a new span, which ends when its promise settles. `name` comes from the code, never from a request.
   */
  run<T>(kind: SpanKind, name: string, facts: Facts, work: (span: Span) => Promise<T>): Promise<T>;
  /** Records a statement that has just ended, with placeholders for its values, in milliseconds. Ignored if it belongs to no piece of work. */
  statement(text: string, elapsed_ms: number): void;
  /** Sends the remaining spans. */
  stop(): Promise<void>;
}

const nothing: Span = { note: () => {} };

/** Without a collector, it only does the work. */
export const noTracing: Tracing = {
  run: (_kind, _name, _facts, work) => work(nothing),
  statement: () => {},
  stop: async () => {},
};
