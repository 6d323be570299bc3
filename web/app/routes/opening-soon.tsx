import { OpeningSoon } from '#web/features/shell/opening-soon.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

/** Sent for any public address before the site is published, so it must not depend on the address it was made for. */
export const handle: RouteHandle = { static: true };

export default OpeningSoon;
