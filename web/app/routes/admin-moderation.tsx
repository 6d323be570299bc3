import { useTranslation } from 'react-i18next';
import { AdminDesk } from '#web/features/community/moderation/admin-desk.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function AdminModerationRoute() {
  const { t } = useTranslation('community');
  return (
    <>
      <PageMeta title={t('nav.moderation')} />
      <AdminDesk />
    </>
  );
}
