import { useTranslation } from 'react-i18next';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { UrgentPage } from '#web/features/studio/flow/urgent-page.tsx';
import { RequireUser } from '#web/lib/session.tsx';

/**
 * The page of urgent reports, for doctors and administrators. The first of them who sees a report calls the patient.
 */
export default function StudioUrgentRoute() {
  const { t } = useTranslation('studio');
  return (
    <RequireUser roles={['practitioner', 'admin']}>
      <PageMeta title={t('urgent.heading')} />
      <UrgentPage />
    </RequireUser>
  );
}
