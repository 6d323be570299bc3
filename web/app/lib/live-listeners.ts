import type { LiveEvent } from '#contract/events.ts';

export type Kind = LiveEvent['kind'];
type Listener = (id: string | undefined) => void;
const listeners = new Map<Kind, Set<Listener>>();

/** The newest events, oldest first. They are stored because the screen that needs them may still be loading. */
let recent: { kind: Kind; id: string | undefined; heard_ms: number }[] = [];
const recent_ms = 10_000;
const mostRecent = 50;

function remember(kind: Kind, id: string | undefined) {
  const heard_ms = performance.now();
  recent = [...recent.filter((event) => event.heard_ms > heard_ms - recent_ms), { kind, id, heard_ms }].slice(
    -mostRecent,
  );
}

/**
 * Subscribes to one kind of event, for screens that handle a change themselves. The listener also gets the events of
 * the last ten seconds.
 */
export function onLiveEvent(kind: Kind, listener: Listener): () => void {
  const all = listeners.get(kind) ?? new Set();
  listeners.set(kind, all.add(listener));
  const since = performance.now() - recent_ms;
  const missed = recent.filter((event) => event.kind === kind && event.heard_ms > since);
  queueMicrotask(() => {
    for (const { id } of missed) if (all.has(listener)) listener(id);
  });
  return () => void all.delete(listener);
}

export function tellListeners(kind: Kind, id: string | undefined) {
  remember(kind, id);
  for (const listener of listeners.get(kind) ?? []) listener(id);
}
