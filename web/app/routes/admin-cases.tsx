import { useTranslation } from 'react-i18next';
import { CasesScreen } from '#web/features/admin/cases-screen.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function AdminCasesPage() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageMeta title={t('place.cases')} />
      <CasesScreen />
    </>
  );
}
