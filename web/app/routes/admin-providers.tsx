import { useTranslation } from 'react-i18next';
import { ProvidersScreen } from '#web/features/admin/providers-screen.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function AdminProvidersPage() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageMeta title={t('place.providers')} />
      <ProvidersScreen />
    </>
  );
}
