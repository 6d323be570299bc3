import { useTranslation } from 'react-i18next';
import { InvitesPage } from '#web/features/community/people/invites-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { isDesk: true };

export default function CommunityInvitesRoute() {
  const { t } = useTranslation('community');
  return (
    <>
      <PageMeta title={t('invites.title')} />
      <InvitesPage />
    </>
  );
}
