import { useEffect } from 'react';
import { EventKinds, LiveEvent } from '#contract/events.ts';
import { api } from './api.ts';
import { queryClient } from './query.ts';
import { forgetSession } from './session.tsx';

/** What has to be asked again when something changed. */
const outdated: Record<Exclude<LiveEvent['kind'], 'session.ended'>, () => unknown> = {
  'case.changed': () => queryClient.invalidateQueries({ queryKey: api.simulation.key() }),
  'queue.changed': () => queryClient.invalidateQueries({ queryKey: api.simulation.key() }),
  'photos.changed': () => queryClient.invalidateQueries({ queryKey: api.intake.key() }),
};

function apply(message: MessageEvent<string>) {
  const event = LiveEvent.safeParse(JSON.parse(message.data));
  if (!event.success) return;
  if (event.data.kind === 'session.ended') forgetSession();
  else outdated[event.data.kind]();
}

/** Keeps the screens of a signed-in person fresh. The browser reconnects by itself. */
export function useLiveEvents(isSignedIn: boolean) {
  useEffect(() => {
    if (!isSignedIn) return;
    const source = new EventSource('/api/events', { withCredentials: true });
    source.addEventListener('message', apply);
    for (const kind of EventKinds) source.addEventListener(kind, apply);
    return () => source.close();
  }, [isSignedIn]);
}
