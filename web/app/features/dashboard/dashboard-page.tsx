import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '#contract/identity.ts';
import { Card } from '#web/ui/card.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { CaseCard } from './case-card.tsx';
import { ClubSection } from './club-section.tsx';
import { ConsentDialog } from './consent-dialog.tsx';
import { DailyRow } from './daily-row.tsx';
import styles from './dashboard.module.css';
import { Gallery } from './gallery/gallery.tsx';
import { HeadlineBlock } from './headline-block.tsx';
import { NextVisits } from './next-visits.tsx';
import { PhotoCard, type PhotoView } from './photo-card.tsx';
import { PlanCard } from './plan-card.tsx';
import { PreviousCases } from './previous-cases.tsx';
import { ScoreCard } from './score/score-card.tsx';
import { useDashboard } from './use-dashboard.ts';
import { WhatFollows } from './what-follows.tsx';

interface Props {
  user: Me;
  /** What must be seen before anything else. */
  notices?: ReactNode;
  /** Cards of other domains, between what changes daily and what goes beyond the case. */
  children?: ReactNode;
}

/** Photos on the left, what becomes of them on the right; one column under 900 px. */
export function DashboardPage({ user, notices, children }: Props) {
  // All catalogues at once: a card that asked for its own later would show the page's spinner again.
  useTranslation(['dashboard', 'dashboard-cards', 'progress', 'case', 'consent']);
  const dashboard = useDashboard(user);
  const { shown, signed, simulation, cases, isEarlier } = dashboard;
  const [view, setView] = useState<PhotoView>('before');
  const [asksConsent, setAsksConsent] = useState(false);
  const photoCard = useRef<HTMLElement>(null);
  const planCard = useRef<HTMLElement>(null);

  const seeSimulation = () => {
    setView('after');
    moveTo(photoCard.current);
  };

  return (
    <main className={`page ${styles.page}`} id="content">
      <HeadlineBlock
        dashboard={dashboard}
        user={user}
        isSimulationOpen={view === 'after'}
        onAgree={() => setAsksConsent(true)}
        onSeeSimulation={seeSimulation}
        onSeePlan={() => moveTo(planCard.current)}
      />
      {notices}
      <NextVisits />
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
        <div className={styles.stack}>
          <ScoreCard />
          <CaseCard dashboard={dashboard} />
          {cases.isPending && (
            <Card aria-busy="true">
              <SkeletonRows rows={3} />
            </Card>
          )}
          {signed && <PlanCard query={simulation} isOfAnother={signed.id !== shown?.id} ref={planCard} />}
          {cases.data && !signed && <WhatFollows />}
          {shown && cases.data && <PreviousCases cases={cases.data} shownId={shown.id} />}
        </div>
      </div>
      <DailyRow />
      {children}
      <ClubSection />
      <Gallery />
      {asksConsent && <ConsentDialog onClose={() => setAsksConsent(false)} onAgreed={dashboard.askAgain} />}
    </main>
  );
}

/** Brings a card into view and puts the reader there, also with a keyboard or a screen reader. */
function moveTo(card: HTMLElement | null) {
  card?.focus({ preventScroll: true });
  card?.scrollIntoView({ block: 'start' });
}
