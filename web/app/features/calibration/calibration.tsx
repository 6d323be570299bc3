import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  CALIBRATION_REASON,
  type CalibrationCorrection,
  type CalibrationEntry,
  type Calibrations,
} from '#contract/calibrations.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { ColumnHeads, Table } from '#web/ui/table.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import styles from './calibration.module.css';
import { Changes } from './changes.tsx';

interface Reader {
  /** Administrators propose and withdraw corrections. All other readers of this page are doctors, who decide. */
  isAdmin: boolean;
}

const refresh = () => queryClient.invalidateQueries({ queryKey: api.evidence.getCalibrations.key() });

/**
 * Shows the corrections of the dose-response table: suggestions from the measured results of treatments, the open
 * proposal, and earlier decisions.
 */
export function Calibration({ isAdmin }: Reader) {
  const query = useQuery(api.evidence.getCalibrations.queryOptions());
  const { data, error } = query;
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void query.refetch()} busy={query.isFetching} />
    ) : (
      <SkeletonRows rows={4} />
    );
  return (
    <div className={styles.parts}>
      <InForce {...data} />
      {data.open ? (
        <Open open={data.open} looked={data.looked} isAdmin={isAdmin} />
      ) : (
        <Offered {...data} isAdmin={isAdmin} />
      )}
      {data.past.length > 0 && <Past past={data.past} />}
    </div>
  );
}

function InForce({ in_force, dataset, engine }: Calibrations) {
  const { t } = useTranslation('calibration');
  return (
    <p className={styles.force}>
      <b>{in_force === null ? t('force.dataset', { dataset }) : t('force.corrected', { dataset, number: in_force })}</b>{' '}
      <span className="muted">{t('force.engine', { engine })}</span>
    </p>
  );
}

/** Shows the suggestions of the newest report. Administrators also see the buttons that make a proposal. */
function Offered({ offered, in_force, isAdmin }: Calibrations & Reader) {
  const { t } = useTranslation('calibration');
  const errorText = useErrorText();
  const propose = useMutation({ ...api.evidence.proposeCalibration.mutationOptions(), onSettled: refresh });
  return (
    <section className={styles.part} aria-labelledby="calibration-offered">
      <h2 className="h3" id="calibration-offered">
        {t('offered')}
      </h2>
      {offered.length === 0 ? <p className="muted">{t('offered.none')}</p> : <Corrections corrections={offered} />}
      {isAdmin && (
        <Row gap={8} wrap>
          {offered.length > 0 && (
            <Button busy={propose.isPending} onClick={() => propose.mutate({ to: 'offered' })}>
              {t('propose')}
            </Button>
          )}
          {in_force !== null && (
            <Button variant="line" busy={propose.isPending} onClick={() => propose.mutate({ to: 'dataset' })}>
              {t('propose.dataset')}
            </Button>
          )}
        </Row>
      )}
      {propose.error && <p role="alert">{errorText(propose.error)}</p>}
    </section>
  );
}

function Open({ open, looked, isAdmin }: Reader & { open: CalibrationEntry; looked: readonly string[] }) {
  const { t } = useTranslation('calibration');
  const { date } = useFormat();
  const { number, changed, corrections } = open;
  return (
    <section className={styles.part} aria-labelledby="calibration-open">
      <h2 className="h3" id="calibration-open">
        {t('open', { number })}
      </h2>
      <p className="muted">{t('open.by', { name: open.proposed_name, date: date(open.proposed_at) })}</p>
      {corrections.length > 0 ? <Corrections corrections={corrections} /> : <p>{t('open.dataset')}</p>}
      <Changes number={number} changed={changed} looked={looked} onLooked={() => void refresh()} />
      {isAdmin ? (
        <Withdraw number={number} />
      ) : (
        <Decide number={number} left={changed.filter((name) => !looked.includes(name)).length} />
      )}
    </section>
  );
}

/** Shows the measurements of each treatment, and how the drawing of its effect would change. */
function Corrections({ corrections }: { corrections: readonly CalibrationCorrection[] }) {
  const { t } = useTranslation(['calibration', 'studio']);
  const { percent, number } = useFormat();
  const heads = [t('column.treatment'), t('column.people'), t('column.seen'), t('column.drawn')] as const;
  return (
    <Table caption={t('table')}>
      <ColumnHeads names={heads} />
      <tbody>
        {corrections.map(({ treatment, count, ratio, factor }) => (
          <tr key={treatment}>
            <td data-label={heads[0]}>{t(`studio:treatment.${treatment as 'cheek'}`, { defaultValue: treatment })}</td>
            <td data-label={heads[1]}>{t('people', { count, number: number(count) })}</td>
            <td data-label={heads[2]}>
              {t('seen', { mean: percent(ratio.mean), low: percent(ratio.low), high: percent(ratio.high) })}
            </td>
            <td data-label={heads[3]}>
              {t(factor < 1 ? 'drawn.less' : 'drawn.more', { percent: percent(Math.abs(factor - 1)) })}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Withdraw({ number }: { number: number }) {
  const { t } = useTranslation('calibration');
  const errorText = useErrorText();
  const withdraw = useMutation({ ...api.evidence.withdrawCalibration.mutationOptions(), onSettled: refresh });
  return (
    <>
      <p className="muted">{t('waits')}</p>
      <Row gap={8} wrap>
        <Button variant="line" busy={withdraw.isPending} onClick={() => withdraw.mutate({ number })}>
          {t('withdraw')}
        </Button>
      </Row>
      {withdraw.error && <p role="alert">{errorText(withdraw.error)}</p>}
    </>
  );
}

/** @param left the number of treatments whose images the doctor has not opened yet */
function Decide({ number, left }: { number: number; left: number }) {
  const { t } = useTranslation('calibration');
  const [decision, setDecision] = useState<'approved' | 'declined' | null>(null);
  return (
    <>
      {left > 0 && <p className="muted">{t('left', { count: left })}</p>}
      <Row gap={8} wrap>
        <Button disabled={left > 0} onClick={() => setDecision('approved')}>
          {t('approve')}
        </Button>
        <Button variant="line" onClick={() => setDecision('declined')}>
          {t('decline')}
        </Button>
      </Row>
      {decision && <DecisionDialog {...{ number, decision }} onClose={() => setDecision(null)} />}
    </>
  );
}

interface DecisionProps {
  number: number;
  decision: 'approved' | 'declined';
  onClose: () => void;
}

function DecisionDialog({ number, decision, onClose }: DecisionProps) {
  const { t } = useTranslation('calibration');
  const errorText = useErrorText();
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const decide = useMutation({
    ...api.evidence.decideCalibration.mutationOptions(),
    onSuccess: onClose,
    onSettled: refresh,
  });
  const needsReason = decision === 'declined';
  const send = () => {
    if (needsReason && reason.trim() === '') return setMissing(true);
    decide.mutate({ number, decision, reason: reason.trim() });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t(`dialog.${decision}`, { number })}
      lead={t(`dialog.${decision}.text`)}
      size="s"
      action={t(decision === 'approved' ? 'approve' : 'decline')}
      busy={decide.isPending}
      onSubmit={send}
      problem={decide.error && errorText(decide.error)}
    >
      <TextArea
        label={t(needsReason ? 'reason' : 'reason.optional')}
        rows={3}
        maxLength={CALIBRATION_REASON}
        value={reason}
        error={isMissing ? t('reason.missing') : undefined}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setMissing(false);
        }}
      />
    </FormDialog>
  );
}

function Past({ past }: Pick<Calibrations, 'past'>) {
  const { t } = useTranslation('calibration');
  const { date } = useFormat();
  return (
    <section className={styles.part} aria-labelledby="calibration-past">
      <h2 className="h3" id="calibration-past">
        {t('past')}
      </h2>
      <Stack as="ol" gap={12} className={styles.past}>
        {past.map((entry) => (
          <li key={entry.number}>
            <b>{t(`past.${entry.decision ?? 'withdrawn'}`, { number: entry.number })}</b>
            <span>
              {t('past.proposed', { name: entry.proposed_name, date: date(entry.proposed_at) })}
              {' · '}
              {t('past.decided', {
                name: [entry.decided_name, entry.decided_registration].filter(Boolean).join(', '),
                date: date(entry.decided_at ?? entry.proposed_at),
              })}
            </span>
            {entry.corrections.length === 0 && <span>{t('open.dataset')}</span>}
            {entry.reason !== '' && <span className="muted">{entry.reason}</span>}
          </li>
        ))}
      </Stack>
    </section>
  );
}
