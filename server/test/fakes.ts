import type * as z from 'zod';
import type { LiveEvent } from '#contract/events.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Context } from '#server/platform/context.ts';
import type { Jobs, SendOptions } from '#server/platform/jobs/jobs.ts';
import type { Audience, Realtime } from '#server/platform/realtime/realtime.ts';

/** A clock that moves only when a test moves it. */
export interface FakeClock extends Clock {
  set(moment: Date): void;
  /** Moves the clock forward by this many milliseconds. */
  advance(ms: number): void;
}

export function fakeClock(start = new Date('2026-11-20T09:00:00Z')): FakeClock {
  let now = start;
  return {
    now: () => now,
    set: (moment) => void (now = moment),
    advance: (ms) => void (now = new Date(now.getTime() + ms)),
  };
}

export interface SentJob {
  readonly name: string;
  readonly payload: unknown;
  readonly options: SendOptions | undefined;
}

/** Records jobs instead of queueing them. Checks payloads as the real queue does. */
export function capturedJobs(): { jobs: Jobs; sentJobs: SentJob[] } {
  const sentJobs: SentJob[] = [];
  const defined = new Map<
    string,
    { schema: z.ZodType; handler: (payload: never, job: { id: string; signal: AbortSignal }) => Promise<void> }
  >();
  const find = (name: string) => {
    const job = defined.get(name);
    if (!job) throw new Error(`no job is named ${name}`);
    return job;
  };
  const jobs: Jobs = {
    define: (name, schema, handler) => void defined.set(name, { schema, handler }),
    async send(_tx, name, payload, options) {
      find(name).schema.parse(payload);
      if (options?.key && sentJobs.some((sent) => sent.name === name && sent.options?.key === options.key)) return null;
      sentJobs.push({ name, payload, options });
      return `${name}-${sentJobs.length}`;
    },
    start: async () => {},
    stop: async () => {},
    measure: async () =>
      [...defined.keys()].sort().map((name) => ({
        name,
        waiting: sentJobs.filter((sent) => sent.name === name).length,
        running: 0,
        failed: 0,
        last_done_at: null,
      })),
    retryFailed: async (name) => (find(name), 0),
    runNow: async (name, payload) => {
      const { schema, handler } = find(name);
      await handler(schema.parse(payload) as never, { id: 'now', signal: new AbortController().signal });
    },
  };
  return { jobs, sentJobs };
}

export interface ToldEvent {
  readonly to: Audience;
  readonly event: LiveEvent;
}

/** Records live events instead of sending them. No browser receives them. */
export function capturedRealtime(): { realtime: Realtime; told: ToldEvent[] } {
  const told: ToldEvent[] = [];
  const realtime: Realtime = {
    publish: async (_tx, to, event) => void told.push({ to, event }),
    subscribe: (_userId, _role, signal) => silence(signal),
  };
  return { realtime, told };
}

/** Stands in for the database's notifications. The test sends them with `notify`. */
export function capturedNotices(): { notices: Context['notices']; notify: (channel: string) => void } {
  const handlers = new Map<string, (() => void)[]>();
  const on = (channel: string, handler: (payload: string | undefined) => void): void =>
    void handlers.set(channel, [...(handlers.get(channel) ?? []), () => handler('')]);
  return { notices: { on }, notify: (channel) => handlers.get(channel)?.forEach((tell) => tell()) };
}

/** Yields no event, and ends when the signal aborts. */
function silence(signal: AbortSignal): AsyncIterableIterator<LiveEvent> {
  const over = { done: true, value: undefined } as const;
  return {
    next: () => new Promise((resolve) => signal.addEventListener('abort', () => resolve(over), { once: true })),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
