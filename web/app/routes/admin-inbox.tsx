import { useTranslation } from 'react-i18next';
import { InboxScreen } from '#web/features/admin/inbox/inbox-screen.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function AdminInboxPage() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageMeta title={t('place.inbox')} />
      <InboxScreen />
    </>
  );
}
