import { OfflinePage } from '#web/features/shell/offline-page.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

/** The worker sends this page for any address without a connection, so the page must not depend on the address. */
export const handle: RouteHandle = { static: true };

export default OfflinePage;
