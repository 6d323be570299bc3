import { LiveEvent } from '#contract/events.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/db.ts';
import type { Listener } from './listener.ts';
import type { Audience, Realtime } from './realtime.ts';

const CHANNEL = 'live';
const MAX_WAITING = 100;

type Reader = (event: LiveEvent) => void;

const keyOf = (to: Audience): string => ('userId' in to ? `user:${to.userId}` : `role:${to.role}`);

/** Live events over NOTIFY: every process hears every notice and passes it to its own readers. The listener is started by its owner. */
export function createRealtime(listener: Listener): Realtime {
  const readers = new Map<string, Set<Reader>>();

  listener.on(CHANNEL, (payload) => {
    if (!payload) return;
    const { to, event } = JSON.parse(payload) as { to: string; event: unknown };
    const parsed = LiveEvent.safeParse(event);
    if (parsed.success) for (const reader of readers.get(to) ?? []) reader(parsed.data);
  });

  return {
    publish,
    subscribe(userId, role, signal) {
      const queue = makeQueue(signal);
      const leave = [keyOf({ userId }), keyOf({ role })].map((key) => join(readers, key, queue.add));
      signal.addEventListener('abort', () => leave.forEach((end) => end()), { once: true });
      return queue.read();
    },
  };
}

/** Events between their arrival and their reader. */
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

/** NOTIFY takes 8000 bytes; an event is a kind and an id. */
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
