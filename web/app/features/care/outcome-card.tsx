import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutcomeKinds, Outcomes } from '#contract/care.ts';
import { differs } from '#engine/plan/compare-doses.ts';
import { api } from '#web/lib/api.ts';
import { ownToday } from '#web/lib/day.ts';
import { useFormat } from '#web/lib/format.ts';
import { usePlanWords } from '#web/lib/plan-words.ts';
import { queryClient } from '#web/lib/query.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { ownZone } from '#web/lib/zoned.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Row } from '#web/ui/layout.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import styles from './care.module.css';

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

function TreatmentDate({ caseId }: { caseId: string }) {
  const { t } = useTranslation('care');
  const errorText = useErrorText();
  const [day, setDay] = useState('');
  const [fault, setFault] = useState<string>();
  const { mutate, isPending } = useMutation(
    api.care.setTreatmentDate.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: api.care.key() }),
      onError: (error) =>
        setFault(refusalOf(error)?.code === 'INVALID_INPUT' ? t('outcome.bad_day') : errorText(error)),
    }),
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (day === '') return setFault(t('outcome.bad_day'));
        mutate({ case_id: caseId, treated_on: day, time_zone: ownZone() });
      }}
    >
      <TextField
        type="date"
        label={t('outcome.when')}
        hint={t('outcome.why')}
        max={ownToday()}
        value={day}
        error={fault}
        onChange={(event) => {
          setDay(event.currentTarget.value);
          setFault(undefined);
        }}
      />
      <Row justify="end" className={styles.send}>
        <Button type="submit" size="s" variant="ink" busy={isPending}>
          {t('save')}
        </Button>
      </Row>
    </form>
  );
}

function Checks({ caseId, outcomes: { treated_on, checks, due, done } }: { caseId: string; outcomes: Outcomes }) {
  const { t } = useTranslation('care');
  const { date } = useFormat();
  const { words, amount } = usePlanWords();
  const [open, setOpen] = useState<Kind | null>(null);
  return (
    <>
      <ul className={styles.rows}>
        <li>
          <span>
            <b>{t('outcome.treated')}</b>
            <small>{date(treated_on ?? '')}</small>
          </span>
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
      {open && <OutcomeDialog caseId={caseId} kind={open} done={done} onClose={() => setOpen(null)} />}
    </>
  );
}
