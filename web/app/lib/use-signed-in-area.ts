import { useLiveEvents } from './events.ts';
import { useProlongedSession } from './use-prolonged-session.ts';
import { useServiceWorker } from './service-worker.ts';

/** What every page behind the sign-in does: hears of changes, keeps its session, and runs the worker that shows notifications. */
export function useSignedInArea(isSignedIn: boolean) {
  useLiveEvents(isSignedIn);
  useProlongedSession(isSignedIn);
  useServiceWorker(isSignedIn);
}
