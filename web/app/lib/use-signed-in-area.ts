import { useLiveEvents } from './events.ts';
import { useProlongedSession } from './use-prolonged-session.ts';
import { useServiceWorker } from './service-worker.ts';

/**
 * Runs on every signed-in page. It listens to live changes, extends the session, and registers the worker that shows
 * notifications.
 */
export function useSignedInArea(isSignedIn: boolean) {
  useLiveEvents(isSignedIn);
  useProlongedSession(isSignedIn);
  useServiceWorker(isSignedIn);
}
