import { useTranslation } from 'react-i18next';
import { AppointmentsScreen } from '#web/features/admin/appointments/list-screen.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function AdminPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageMeta title={t('title.admin')} />
      <AppointmentsScreen />
    </>
  );
}
