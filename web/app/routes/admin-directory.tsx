import { useTranslation } from 'react-i18next';
import { DirectoryScreen } from '#web/features/directory/admin/directory-screen.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function AdminDirectoryPage() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageMeta title={t('place.directory')} />
      <DirectoryScreen />
    </>
  );
}
