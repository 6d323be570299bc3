import { useTranslation } from 'react-i18next';
import { PractitionersScreen } from '#web/features/admin/practitioners-screen.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function AdminPractitionersPage() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageMeta title={t('place.practitioners')} />
      <PractitionersScreen />
    </>
  );
}
