import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { AppointmentsSection } from '#web/features/appointments/appointments-section.tsx';
import { useHasTimesToAnswer } from '#web/features/appointments/use-my-appointments.ts';
import { CareNotices } from '#web/features/care/care-notices.tsx';
import { CareFolds } from '#web/features/care/care-folds.tsx';
import { DashboardPage } from '#web/features/dashboard/dashboard-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { OwnReviews } from '#web/features/reviews/own-reviews.tsx';
import { OwnVisits } from '#web/features/video/own-visits.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { RequireUser, useSession } from '#web/lib/session.tsx';

// The waiting list is below all other parts of the appointments, so it is loaded on demand.
const OwnWaits = lazy(async () => ({ default: (await import('#web/features/waiting/own-waits.tsx')).OwnWaits }));

/** The patient's start page. Administrators start at /admin, and practitioners in the studio. */
export default function DashboardRoute() {
  const { t } = useTranslation(['ui', 'care', 'appointments']);
  const { user } = useSession();
  const { hash, search } = useLocation();
  const isAppointmentAsked = hash === '#appointments' || new URLSearchParams(search).has('appointment');
  return (
    <RequireUser roles={['patient']}>
      <PageMeta title={t('title.dashboard')} />
      {user && (
        <DashboardPage
          user={user}
          notices={
            <>
              <OwnVisits />
              <OwnReviews />
              <CareNotices />
            </>
          }
        >
          <CareFolds />
          <AppointmentsFold isAsked={isAppointmentAsked} />
        </DashboardPage>
      )}
    </RequireUser>
  );
}

function AppointmentsFold({ isAsked }: { isAsked: boolean }) {
  const { t } = useTranslation('appointments');
  const hasTimesToAnswer = useHasTimesToAnswer();
  return (
    <Fold title={t('section.title')} isAsked={isAsked || hasTimesToAnswer}>
      <AppointmentsSection />
      <Suspense>
        <OwnWaits />
      </Suspense>
    </Fold>
  );
}
