import { useTranslation } from 'react-i18next';
import { CasePhotosPage } from '#web/features/clinical/case-photos-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { RequireUser } from '#web/lib/session.tsx';

export default function StudioPhotosRoute() {
  const { t } = useTranslation('clinical-photos');
  return (
    <RequireUser roles={['practitioner']}>
      <PageMeta title={t('title')} />
      <CasePhotosPage />
    </RequireUser>
  );
}
