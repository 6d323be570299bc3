import { useTranslation } from 'react-i18next';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { SiteContentScreen } from '#web/features/site/admin/site-content-screen.tsx';

export default function AdminSitePage() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageMeta title={t('place.site')} />
      <SiteContentScreen />
    </>
  );
}
