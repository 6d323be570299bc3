import { CalendarDays } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { Me } from '#contract/identity.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { useMedia } from '#web/lib/use-media.ts';
import { useZoned } from '#web/lib/zoned.ts';
import { Fold, NARROW } from '#web/ui/fold.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { CaseCard } from './case-card.tsx';
import { CaseStack } from './case-stack.tsx';
import styles from './dashboard.module.css';
import { Gallery } from './gallery/gallery.tsx';
import { HeadlineBlock } from './headline-block.tsx';
import { PhotoCard, type PhotoView } from './photo-card.tsx';
import { useDashboard } from './use-dashboard.ts';
import { useSummary } from './use-summary.ts';

const ConsentDialog = onDemand(async () => (await import('./consent-dialog.tsx')).ConsentDialog);

/**
 * The daily row and the club section are below the first screen, and folded on a phone. They are therefore loaded
 * later.
 */
const DailyRow = lazy(() => import('./daily-row.tsx'));
const ClubSection = lazy(() => import('./club-section.tsx'));

/** Few patients see this notice. */
const NotBegun = lazy(() => import('./not-begun.tsx'));

interface Props {
  user: Me;
  /** Notices that are shown below the headline and above all other parts. */
  notices?: ReactNode;
  /** Cards of other domains, shown between the case and the daily cards. */
  children?: ReactNode;
}

/**
 * The patient's dashboard. The photos and simulations are on the left, and the cards of the case are on the right.
 * Below 900 px there is one column.
 */
export function DashboardPage({ user, notices, children }: Props) {
  // Loads all catalogues of translations at once. If a card loaded its own catalogue later, the page would show its
  // spinner again.
  const { t } = useTranslation([
    'dashboard',
    'dashboard-cards',
    'treatment-plan',
    'terms',
    'progress',
    'case',
    'consent',
    'course',
  ]);
  const dashboard = useDashboard(user);
  const { shown, signed, isEarlier } = dashboard;
  const [view, setView] = useState<PhotoView>('before');
  const [asksConsent, setAsksConsent] = useState(false);
  const [planAsked, setPlanAsked] = useState(false);
  const isNarrow = useMedia(NARROW);
  // Until a plan is signed, the due time comes before the empty score.
  const isWaiting = !signed;
  const photoCard = useRef<HTMLElement>(null);
  const planCard = useRef<HTMLElement>(null);

  const seeSimulation = () => {
    setView('after');
    moveTo(photoCard.current);
  };

  const seePlan = () => {
    // On a phone the plan is folded until the patient opens it. The next frame draws the plan, so the page scrolls in
    // that frame.
    setPlanAsked(true);
    requestAnimationFrame(() => moveTo(planCard.current));
  };
  return (
    <main className={`page ${styles.page}`} id="content">
      <HeadlineBlock
        dashboard={dashboard}
        user={user}
        isSimulationOpen={view === 'after'}
        onAgree={() => setAsksConsent(true)}
        onSeeSimulation={seeSimulation}
        onSeePlan={seePlan}
      />
      {/* The element is always there, because screen readers announce only what is added to an existing status. */}
      <div role="status">
        <Suspense>{dashboard.isNotBegun && <NotBegun />}</Suspense>
      </div>
      {notices}
      <NextVisits />
      {isWaiting && isNarrow && (
        <div className={styles.first}>
          <CaseCard dashboard={dashboard} />
        </div>
      )}
      <div className={styles.columns}>
        <div className={styles.aside}>
          <PhotoCard
            key={isEarlier ? shown?.id : 'newest'}
            dashboard={dashboard}
            view={view}
            onView={setView}
            ref={photoCard}
          />
        </div>
        <CaseStack
          dashboard={dashboard}
          isWaiting={isWaiting}
          isNarrow={isNarrow}
          isPlanAsked={planAsked}
          planCard={planCard}
        />
      </div>
      {children}
      <Fold title={t('dashboard-cards:daily.title')}>
        <Suspense fallback={<SkeletonRows rows={6} />}>
          <DailyRow />
        </Suspense>
      </Fold>
      <ClubFold />
      <Gallery />
      {asksConsent && <ConsentDialog onClose={() => setAsksConsent(false)} onAgreed={dashboard.askAgain} />}
    </main>
  );
}

function ClubFold() {
  const { t } = useTranslation('dashboard-cards');
  const { hash } = useLocation();
  return (
    <Fold title={t('club.title')} isAsked={hash === '#achievements'}>
      <Suspense fallback={<SkeletonRows rows={4} />}>
        <ClubSection />
      </Suspense>
    </Fold>
  );
}

/**
 * Shows the next visits, and offers that wait for the patient. The full list of appointments is further down the page.
 */
function NextVisits() {
  const { t } = useTranslation('dashboard-cards');
  const { moment } = useZoned();
  const visits = useSummary().data?.appointments ?? [];
  if (visits.length === 0) return null;
  return (
    <Stack as="ul" className={styles.visits}>
      {visits.map(({ appointment_id, status, scheduled_at, timezone, city, is_video }) => (
        <li key={appointment_id} data-status={status}>
          <Icon as={CalendarDays} />
          <p>
            <b>{t(`visit.${status}`)}</b>
            <span>
              {is_video
                ? t('visit.byVideo', { moment: moment(scheduled_at, timezone) })
                : t('visit.when', { moment: moment(scheduled_at, timezone), city })}
            </span>
          </p>
          <LocalisedLink to={`/dashboard?appointment=${appointment_id}`} className="link small" preventScrollReset>
            {t('visit.see')}
          </LocalisedLink>
        </li>
      ))}
    </Stack>
  );
}

/** Scrolls to a card and gives it the focus, so that keyboards and screen readers continue there. */
function moveTo(card: HTMLElement | null) {
  card?.focus({ preventScroll: true });
  card?.scrollIntoView({ block: 'start' });
}
