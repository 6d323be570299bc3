import { useTranslation } from 'react-i18next';
import { AppointmentsSection } from '#web/features/appointments/appointments-section.tsx';
import { CareNotices } from '#web/features/care/care-notices.tsx';
import { CareSection } from '#web/features/care/care-section.tsx';
import { DashboardPage } from '#web/features/dashboard/dashboard-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { RequireUser, useSession } from '#web/lib/session.tsx';

/** The patient's own page: an administrator starts at /admin, a practitioner in the studio. */
export default function DashboardRoute() {
  const { t } = useTranslation(['ui', 'care']);
  const { user } = useSession();
  return (
    <RequireUser roles={['patient']}>
      <PageMeta title={t('title.dashboard')} />
      {user && (
        <DashboardPage user={user} notices={<CareNotices />}>
          <CareSection />
          <AppointmentsSection />
        </DashboardPage>
      )}
    </RequireUser>
  );
}
