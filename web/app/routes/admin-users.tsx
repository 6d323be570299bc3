import { useTranslation } from 'react-i18next';
import { UsersScreen } from '#web/features/admin/users-screen.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function AdminUsersPage() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageMeta title={t('place.users')} />
      <UsersScreen />
    </>
  );
}
