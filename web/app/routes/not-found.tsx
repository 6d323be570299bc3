import { NotFound } from '#web/features/shell/not-found.tsx';
import staticPage from '#web/features/shell/static-page.ts?worker&url';
import type { RouteHandle } from '#web/root.tsx';

/** The service sends the prerendered file for any unknown address, so it must not depend on the address it was made for. */
export const handle: RouteHandle = { static: true };

export default function NotFoundPage() {
  return (
    <>
      <NotFound />
      <script type="module" src={staticPage} />
    </>
  );
}
