import { useTranslation } from 'react-i18next';
import { IncidentsScreen } from '#web/features/admin/incidents/incidents-screen.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function AdminIncidentsPage() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageMeta title={t('place.incidents')} />
      <IncidentsScreen />
    </>
  );
}
