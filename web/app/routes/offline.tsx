import { OfflinePage } from '#web/features/shell/offline-page.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

/**
 * The service worker sends this page for any address if there is no connection, so the page must not use the address.
 */
export const handle: RouteHandle = { static: true };

export default OfflinePage;
