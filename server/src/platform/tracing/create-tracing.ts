import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, type Span as OtelSpan, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { ORPCError } from '@orpc/server';
import type { Config } from '../config/config.ts';
import { nameOf } from '../log/describe-error.ts';
import { Refusal } from '../refusal.ts';
import type { Tracing } from './tracing.ts';

/** Longest text of a statement in a span, in characters. */
const LONGEST_STATEMENT = 2_000;
/**
 * Milliseconds that a batch waits for the collector. A process that stops waits no longer than this for its last batch.
 */
const PATIENCE_MS = 2_000;
const KINDS = { answer: SpanKind.SERVER, later: SpanKind.CONSUMER, part: SpanKind.INTERNAL };

/**
 * Sends spans over OTLP in JSON, in batches, to `<endpoint>/v1/traces`. If a collector does not respond, spans are
 * lost, but requests are still answered. An error is reported by class and code, because its message may quote personal
 * data.
 */
export function createTracing(traces: NonNullable<Config['traces']>, role: Config['role']): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${traces.endpoint}/v1/traces`,
    headers: { ...traces.headers },
    timeoutMillis: PATIENCE_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'flaira', 'flaira.role': role }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(traces.share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('flaira');
  const current = new AsyncLocalStorage<Context>();

  return {
    async run(kind, name, facts, work) {
      const parent = current.getStore() ?? ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: facts }, parent);
      try {
        return await current.run(trace.setSpan(parent, span), () =>
          work({ note: (more) => void span.setAttributes(more) }),
        );
      } catch (error) {
        noteError(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
    statement(text, elapsed_ms) {
      const parent = current.getStore();
      if (!parent) return;
      const [verb = ''] = text.trimStart().split(/\s/, 1);
      const ended_ms = performance.timeOrigin + performance.now();
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': shorten(text) };
      const options = { kind: SpanKind.CLIENT, startTime: ended_ms - elapsed_ms, attributes };
      tracer.startSpan(verb.toLowerCase(), options, parent).end(ended_ms);
    },
    stop: () => provider.shutdown().catch(() => {}),
  };
}

const shorten = (statement: string): string => statement.replace(/\s+/g, ' ').trim().slice(0, LONGEST_STATEMENT);

/** Records the code of an error in the span. A refusal is expected, so the span is not marked as failed. */
function noteError(span: OtelSpan, error: unknown): void {
  span.setAttribute('error.type', nameOf(error));
  const isRefusal = error instanceof Refusal || (error instanceof ORPCError && error.status < 500);
  if (!isRefusal) span.setStatus({ code: SpanStatusCode.ERROR });
}
