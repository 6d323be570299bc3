import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutcomeKinds, Outcomes } from '#contract/care.ts';
import { differs } from '#engine/plan/compare-doses.ts';
import { api } from '#web/lib/api.ts';
import { ownToday } from '#web/lib/day.ts';
import { useFormat } from '#web/lib/format.ts';
import { usePlanWords } from '#web/lib/plan-words.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import styles from './care.module.css';
import { TreatmentDate, TreatmentDateDialog } from './treatment-date.tsx';

const OutcomeDialog = onDemand(async () => (await import('./outcome-dialog.tsx')).OutcomeDialog);

type Kind = (typeof OutcomeKinds)[number];

/** Shows the date of the treatment, and asks for the result of the treatment two weeks and three months later. */
export function OutcomeCard({ caseId }: { caseId: string }) {
  const { t } = useTranslation('care');
  const outcomes = useQuery(api.care.getMyOutcomes.queryOptions({ input: { case_id: caseId } }));
  return (
    <Card title={t('outcome.title')} aria-busy={outcomes.isPending}>
      {outcomes.data ? (
        outcomes.data.treated_on ? (
          <Checks caseId={caseId} outcomes={outcomes.data} />
        ) : (
          <TreatmentDate caseId={caseId} />
        )
      ) : outcomes.isError ? (
        <ErrorState error={outcomes.error} onRetry={() => void outcomes.refetch()} busy={outcomes.isFetching} />
      ) : (
        <SkeletonRows rows={2} />
      )}
    </Card>
  );
}

function Checks({ caseId, outcomes: { treated_on, checks, due, done } }: { caseId: string; outcomes: Outcomes }) {
  const { t } = useTranslation('care');
  const { date } = useFormat();
  const { words, amount } = usePlanWords();
  const [open, setOpen] = useState<Kind | 'date' | null>(null);
  return (
    <>
      <ul className={styles.rows}>
        <li>
          <span>
            <b>{t('outcome.treated')}</b>
            <small>{date(treated_on ?? '')}</small>
          </span>
          {/* The patient cannot change a day that a doctor recorded. `done` lists the doses of such a record. */}
          {done.length === 0 && (
            <Button size="s" variant="quiet" onClick={() => setOpen('date')}>
              {t('change')}
            </Button>
          )}
        </li>
        {done.length > 0 && (
          <li>
            <span>
              <b>{t('outcome.done')}</b>
              {done.map((dose) => (
                <small key={dose.treatment}>
                  {words.say(`treatment.${dose.treatment}`)} {amount(dose.done ?? 0, dose.unit)}
                  {differs(dose) && ` (${t('outcome.planned', { amount: amount(dose.planned ?? 0, dose.unit) })})`}
                </small>
              ))}
            </span>
          </li>
        )}
        {checks.map((check) => (
          <li key={check.kind}>
            <span>
              <b>{t(`outcome.${check.kind}`)}</b>
              <small>{t('outcome.answered', { match: check.match, satisfaction: check.satisfaction })}</small>
            </span>
          </li>
        ))}
        {due.map(({ kind, due_on }) => (
          <li key={kind}>
            <span>
              <b>{t(`outcome.${kind}`)}</b>
              <small>{due_on <= ownToday() ? t('outcome.ready') : t('outcome.from', { date: date(due_on) })}</small>
            </span>
            {due_on <= ownToday() && (
              <Button size="s" variant="primary" onClick={() => setOpen(kind)}>
                {t('answer')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {open === 'date' && (
        <TreatmentDateDialog caseId={caseId} known={treated_on ?? ''} onClose={() => setOpen(null)} />
      )}
      {open && open !== 'date' && (
        <OutcomeDialog caseId={caseId} kind={open} done={done} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
