import { useTranslation } from 'react-i18next';
import { ClinicsScreen } from '#web/features/admin/clinics/clinics-screen.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function AdminClinicsPage() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageMeta title={t('place.clinics')} />
      <ClinicsScreen />
    </>
  );
}
