import { useTranslation } from 'react-i18next';
import { NotificationsPage } from '#web/features/notifications/notifications-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { useSession } from '#web/lib/session.tsx';

export default function NotificationsRoute() {
  const { t } = useTranslation('notifications');
  const { user } = useSession();
  return (
    <>
      <PageMeta title={t('title')} />
      {user && <NotificationsPage userId={user.id} />}
    </>
  );
}
