import { useTranslation } from 'react-i18next';
import { OwnPhotosPage } from '#web/features/clinical/own-photos-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { RequireUser } from '#web/lib/session.tsx';

export default function DashboardClinicalPhotosRoute() {
  const { t } = useTranslation('clinical-photos');
  return (
    <RequireUser roles={['patient']}>
      <PageMeta title={t('title')} />
      <OwnPhotosPage />
    </RequireUser>
  );
}
