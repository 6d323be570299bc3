import { useLoaderData } from 'react-router';
import { LibraryPage } from '#web/features/community/library/library-page.tsx';
import { loadLibrary } from '#web/features/community/library/load-library.server.ts';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { static: true };

export const loader = loadLibrary;

export default function Library() {
  return (
    <main id="content">
      <LibraryPage {...useLoaderData<typeof loader>()} />
    </main>
  );
}
