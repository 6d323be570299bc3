import { LiveEvent } from '#contract/events.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/db.ts';
import type { Listener } from './listener.ts';
import type { Audience, Realtime } from './realtime.ts';

const CHANNEL = 'live';
const MAX_WAITING = 100;

type Reader = (event: LiveEvent) => void;

const keyOf = (to: Audience): string => ('userId' in to ? `user:${to.userId}` : `role:${to.role}`);

/**
 * How long events are stored, in milliseconds, and the largest number of stored events. A browser that reconnects gets
 * the stored events that it missed.
 */
const KEPT_MS = 60_000;
const MAX_KEPT = 5_000;

/**
 * Sends live events with NOTIFY. Every process receives every notification and passes it to the readers of that
 * process. The caller starts `listener`.
 */
export function createRealtime(listener: Listener): Realtime {
  const readers = new Map<string, Set<Reader>>();
  const past = makePast();

  listener.on(CHANNEL, (payload) => {
    if (!payload) {
      past.forget();
      // Notifications may have been lost. The streams to the browsers stayed open, so no browser would request the lost
      // events.
      for (const reader of new Set([...readers.values()].flatMap((all) => [...all]))) reader({ kind: 'events.missed' });
      return;
    }
    const { to, event } = JSON.parse(payload) as { to: string; event: unknown };
    const parsed = LiveEvent.safeParse(event);
    if (!parsed.success) return;
    past.add(to, parsed.data);
    for (const reader of readers.get(to) ?? []) reader(parsed.data);
  });

  return {
    publish,
    subscribe(userId, role, signal, since_ms) {
      const queue = makeQueue(signal);
      const keys = [keyOf({ userId }), keyOf({ role })];
      if (since_ms !== undefined) for (const event of past.since(keys, since_ms)) queue.add(event);
      const leave = keys.map((key) => join(readers, key, queue.add));
      signal.addEventListener('abort', () => leave.forEach((end) => end()), { once: true });
      return queue.read();
    },
  };
}

/**
 * Stores the events of the last minute, but at most the newest `MAX_KEPT` events. Readers who were disconnected for a
 * moment get them.
 */
function makePast() {
  let kept: { at: number; to: string; event: LiveEvent }[] = [];
  /** Milliseconds since 1970. Events before this moment are not in the store. */
  let begin = Date.now();
  return {
    add(to: string, event: LiveEvent) {
      const now = Date.now();
      kept.push({ at: now, to, event });
      if (kept.length <= MAX_KEPT) return;
      kept = kept.slice(MAX_KEPT / 2);
      begin = Math.max(begin, kept[0]?.at ?? now);
    },
    /** Empties the store, because notifications up to now may have been lost. */
    forget() {
      kept = [];
      begin = Date.now();
    },
    since(keys: readonly string[], since_ms: number): LiveEvent[] {
      const oldest = Math.max(begin, Date.now() - KEPT_MS);
      kept = kept.filter(({ at }) => at >= oldest);
      if (since_ms < oldest) return [{ kind: 'events.missed' }];
      return kept.filter(({ at, to }) => at >= since_ms && keys.includes(to)).map(({ event }) => event);
    },
  };
}

/** Creates a queue that stores events until their reader takes them. */
function makeQueue(signal: AbortSignal): { add: Reader; read: () => AsyncIterableIterator<LiveEvent> } {
  const waiting: LiveEvent[] = [];
  let wake = () => {};
  signal.addEventListener('abort', () => wake(), { once: true });
  return {
    add(event) {
      if (waiting.push(event) > MAX_WAITING) waiting.shift();
      wake();
    },
    async *read() {
      while (!signal.aborted) {
        const next = waiting.shift();
        if (next) yield next;
        else await new Promise<void>((resolve) => void (wake = resolve));
      }
    },
  };
}

/** Publishes an event. NOTIFY accepts at most 8000 bytes, which suffices because an event has only a kind and an id. */
async function publish(tx: Db | Tx, to: Audience, event: LiveEvent): Promise<void> {
  const payload = JSON.stringify({ to: keyOf(to), event: LiveEvent.parse(event) });
  await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(tx);
}

function join(readers: Map<string, Set<Reader>>, key: string, reader: Reader): () => void {
  const set = readers.get(key) ?? new Set();
  readers.set(key, set.add(reader));
  return () => {
    set.delete(reader);
    if (set.size === 0 && readers.get(key) === set) readers.delete(key);
  };
}
