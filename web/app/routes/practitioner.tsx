import { useLoaderData } from 'react-router';
import { loadProfile } from '#web/features/directory/load-directory.server.ts';
import { ProfileMeta } from '#web/features/directory/profile-meta.tsx';
import { ProfilePage } from '#web/features/directory/profile-page.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { static: true };

export const loader = loadProfile;

export default function Practitioner() {
  const profile = useLoaderData<typeof loader>();
  return (
    <main id="content">
      <ProfileMeta profile={profile} />
      <ProfilePage profile={profile} />
    </main>
  );
}
