import { useTranslation } from 'react-i18next';
import { LaunchScreen } from '#web/features/admin/launch/launch-screen.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';

export default function AdminLaunchPage() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageMeta title={t('place.launch')} />
      <LaunchScreen />
    </>
  );
}
