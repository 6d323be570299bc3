import { useLiveEvents } from './events.ts';
import { useProlongedSession } from './use-prolonged-session.ts';
import { useServiceWorker } from './service-worker.ts';

/**
 * Connects a page for signed-in people to the service. The hook listens to live changes, extends the session, and
 * registers the worker that shows notifications.
 */
export function useSignedInArea(isSignedIn: boolean) {
  useLiveEvents(isSignedIn);
  useProlongedSession(isSignedIn);
  useServiceWorker(isSignedIn);
}
