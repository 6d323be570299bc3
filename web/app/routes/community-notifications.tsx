import { useTranslation } from 'react-i18next';
import { NotificationsPage } from '#web/features/community/people/notifications-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function CommunityNotificationsRoute() {
  const { t } = useTranslation('community');
  return (
    <>
      <PageMeta title={t('notifications.title')} />
      <NotificationsPage />
    </>
  );
}
