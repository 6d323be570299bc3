import { useTranslation } from 'react-i18next';
import { ImportsScreen } from '#web/features/admin/imports/imports-screen.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function AdminImportsPage() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageMeta title={t('place.imports')} />
      <ImportsScreen />
    </>
  );
}
