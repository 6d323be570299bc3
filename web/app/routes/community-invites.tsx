import { useTranslation } from 'react-i18next';
import { InvitesPage } from '#web/features/community/people/invites-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function CommunityInvitesRoute() {
  const { t } = useTranslation('community');
  return (
    <>
      <PageMeta title={t('invites.title')} />
      <InvitesPage />
    </>
  );
}
