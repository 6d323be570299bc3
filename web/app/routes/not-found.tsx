import { NotFound } from '#web/features/shell/not-found.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

/** The service sends it for any unknown address, so it must not depend on the requested address. */
export const handle: RouteHandle = { static: true };

export default NotFound;
