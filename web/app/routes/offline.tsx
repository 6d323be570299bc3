import { OfflinePage } from '#web/features/shell/offline-page.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

/** Sent for any address while there is no connection, so it knows nothing of the one it was made for. */
export const handle: RouteHandle = { static: true };

export default OfflinePage;
