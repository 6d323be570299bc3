import { NotFound } from '#web/features/shell/not-found.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

/** The service sends this page for any unknown address, so the page must not use the address. */
export const handle: RouteHandle = { static: true };

export default NotFound;
