import { OfflinePage } from '#web/features/shell/offline-page.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

/** Sent for any address while there is no connection, so it must not depend on the address. */
export const handle: RouteHandle = { static: true };

export default OfflinePage;
