import { ProfileMeta } from '#web/features/directory/profile-meta.tsx';
import { ProfilePage } from '#web/features/directory/profile-page.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

/** Built once; the service fills it for each practitioner who is listed, and answers 404 for anybody else. */
export const handle: RouteHandle = { static: true };

export default function Practitioner() {
  return (
    <main id="content">
      <ProfileMeta />
      <ProfilePage />
    </main>
  );
}
