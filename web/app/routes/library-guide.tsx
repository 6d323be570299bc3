import { useLoaderData } from 'react-router';
import { LibraryGuidePage } from '#web/features/community/library/guide-page.tsx';
import { loadLibraryGuide } from '#web/features/community/library/load-library.server.ts';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { static: true };

export const loader = loadLibraryGuide;

export default function LibraryGuide() {
  return (
    <main id="content">
      <LibraryGuidePage guide={useLoaderData<typeof loader>()} />
    </main>
  );
}
