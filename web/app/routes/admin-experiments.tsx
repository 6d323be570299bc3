import { useTranslation } from 'react-i18next';
import { ExperimentsScreen } from '#web/features/admin/experiments/experiments-screen.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function AdminExperimentsPage() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageMeta title={t('place.experiments')} />
      <ExperimentsScreen />
    </>
  );
}
