import { useLoaderData } from 'react-router';
import { loadLibraryThread } from '#web/features/community/library/load-library.server.ts';
import { LibraryThreadPage } from '#web/features/community/library/thread-page.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { static: true };

export const loader = loadLibraryThread;

export default function LibraryThread() {
  return (
    <main id="content">
      <LibraryThreadPage thread={useLoaderData<typeof loader>()} />
    </main>
  );
}
