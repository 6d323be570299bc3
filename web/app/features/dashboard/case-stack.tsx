import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '#web/ui/card.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { CaseCard } from './case-card.tsx';
import styles from './dashboard.module.css';
import lists from './lists.module.css';
import { PlanCard } from './plan-card.tsx';
import { PreviousCases } from './previous-cases.tsx';
import { ScoreCard } from './score/score-card.tsx';
import type { Dashboard } from './use-dashboard.ts';

interface Props {
  dashboard: Dashboard;
  /**
   * True before the first signature. The due time is then shown above the empty score. On a phone it is also above the
   * photos.
   */
  isWaiting: boolean;
  isNarrow: boolean;
  isPlanAsked: boolean;
  planCard: Ref<HTMLElement>;
}

/** Shows the cards about the results of the photos: case, score, plan and earlier cases. */
export function CaseStack({ dashboard, isWaiting, isNarrow, isPlanAsked, planCard }: Props) {
  const { t } = useTranslation('case');
  const { shown, signed, newest, simulation, cases } = dashboard;
  return (
    <div className={styles.stack}>
      {isWaiting && !isNarrow && <CaseCard dashboard={dashboard} />}
      <ScoreCard />
      {!isWaiting && (
        <Fold title={t('title')}>
          <CaseCard dashboard={dashboard} />
        </Fold>
      )}
      {cases.isPending && (
        <Card aria-busy="true">
          <SkeletonRows rows={3} />
        </Card>
      )}
      {signed && (
        <Fold title={t('plan.title')} isAsked={isPlanAsked}>
          <PlanCard query={simulation} isOfAnother={signed.id !== shown?.id} ref={planCard} />
        </Fold>
      )}
      {cases.data && !signed && (
        <Fold title={t('follows')}>
          <WhatFollows />
        </Fold>
      )}
      {shown && cases.data && cases.data.length > 1 && (
        <Fold title={t('others')}>
          <PreviousCases cases={cases.data} shownId={shown.id} newestId={newest?.id} />
        </Fold>
      )}
    </div>
  );
}

const followingParts = ['range', 'plan', 'signature'] as const;

/** Lists what the patient will receive from the doctor. The dashboard shows it before the first signature. */
function WhatFollows() {
  const { t } = useTranslation('case');
  return (
    <Card title={t('follows')}>
      <ol className={lists.rows}>
        {followingParts.map((part, at) => (
          <li key={part} className={lists.part}>
            <span className={lists.ordinal} aria-hidden="true">
              {at + 1}
            </span>
            <span>
              <b>{t(`follows.${part}`)}</b>
              <small>{t(`follows.${part}_text`)}</small>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
