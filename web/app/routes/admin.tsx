import { useTranslation } from 'react-i18next';
import { PractitionersScreen } from '#web/features/admin/practitioners-screen.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { RequireUser } from '#web/lib/session.tsx';

export default function AdminPage() {
  const { t } = useTranslation();
  return (
    <RequireUser roles={['admin']}>
      <PageMeta title={t('title.admin')} />
      <PractitionersScreen />
    </RequireUser>
  );
}
