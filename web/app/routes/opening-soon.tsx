import { useLoaderData } from 'react-router';
import { OpeningSoon } from '#web/features/shell/opening-soon.tsx';
import { loadSite } from '#web/lib/load-site.server.ts';
import { SiteContext } from '#web/lib/use-site.ts';
import type { RouteHandle } from '#web/lib/route-handle.ts';

/** The service sends this page for any public address before the site is published. */
export const handle: RouteHandle = { static: true };

export const loader = loadSite;

export default function OpeningSoonRoute() {
  return (
    <SiteContext value={useLoaderData<typeof loader>()}>
      <OpeningSoon />
    </SiteContext>
  );
}
