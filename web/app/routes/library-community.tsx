import { useLoaderData } from 'react-router';
import { LibraryCommunityPage } from '#web/features/community/library/library-page.tsx';
import { loadLibraryPage } from '#web/features/community/library/load-library.server.ts';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { static: true };

export const loader = loadLibraryPage;

export default function LibraryCommunity() {
  return (
    <main id="content">
      <LibraryCommunityPage {...useLoaderData<typeof loader>()} />
    </main>
  );
}
