import { useTranslation } from 'react-i18next';
import { SystemScreen } from '#web/features/admin/system-screen.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function AdminSystemPage() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageMeta title={t('place.system')} />
      <SystemScreen />
    </>
  );
}
