import { useTranslation } from 'react-i18next';
import { FriendsPage } from '#web/features/dashboard/friends/friends-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { RequireUser } from '#web/lib/session.tsx';

/** The page of friends who share a score. Invitations also link to this page. */
export default function FriendsRoute() {
  const { t } = useTranslation('friends');
  return (
    <RequireUser roles={['patient']}>
      <PageMeta title={t('title')} />
      <FriendsPage />
    </RequireUser>
  );
}
