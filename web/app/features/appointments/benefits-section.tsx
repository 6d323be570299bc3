import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Gift } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Benefit, BenefitState } from '#contract/benefits.ts';
import { usePatientTreatmentName } from '#web/lib/appointment-words.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SettingsRow, SettingsRowSkeletons, SettingsSection } from '#web/ui/settings-section.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import styles from './cards.module.css';
import { useRequest } from './use-request.ts';

const RequestDialog = onDemand(async () => (await import('./request-dialog.tsx')).RequestDialog);

/**
 * Lists all benefits of the subscription plan except simulations. Each row shows how much is left and has a button to
 * request the benefit. The skeleton has as many rows as the final list, so that nothing moves.
 */
export function BenefitsSection({ rows }: { rows: number }) {
  const { t } = useTranslation('appointments');
  const query = useQuery(api.appointments.getMyBenefits.queryOptions());
  const [asked, setAsked] = useState<Benefit>();
  const hasFailed = query.isError && !query.data;
  return (
    <SettingsSection title={t('benefit.title')} text={t('benefit.text')}>
      {query.isPending && <SettingsRowSkeletons rows={rows} />}
      {hasFailed && <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />}
      {query.data?.map((state) => (
        <BenefitRow key={state.benefit} state={state} all={query.data} onAsk={() => setAsked(state.benefit)} />
      ))}
      {!hasFailed && (
        <p className={`small ${styles.asked}`}>
          <LocalisedLink to="/dashboard#appointments">{t('benefit.requests')}</LocalisedLink>
        </p>
      )}
      {asked && <BenefitDialog benefit={asked} onClose={() => setAsked(undefined)} />}
    </SettingsSection>
  );
}

/** Pairs of benefits that share one allowance. If the patient uses one of the two, less of the other is left, too. */
const insteadOf: Partial<Record<Benefit, Benefit>> = { 'Baby Botox': 'Full Botox', 'Full Botox': 'Baby Botox' };

interface RowProps {
  state: BenefitState;
  all: readonly BenefitState[];
  onAsk: () => void;
}

function BenefitRow({ state, all, onAsk }: RowProps) {
  const { t } = useTranslation('appointments');
  const name = usePatientTreatmentName();
  const left = useLeft();
  const instead = insteadOf[state.benefit];
  const isChoice = instead && all.some(({ benefit }) => benefit === instead);
  return (
    <SettingsRow
      icon={Gift}
      name={name(state.benefit)}
      text={isChoice ? t('benefit.instead', { left: left(state), other: name(instead) }) : left(state)}
      action={
        <Button
          size="s"
          disabled={!state.may_ask}
          aria-label={`${t('benefit.ask')}: ${name(state.benefit)}`}
          onClick={onAsk}
        >
          {t('benefit.ask')}
        </Button>
      }
    />
  );
}

/**
 * Returns a function that describes in words how much of a benefit is left. Examples are '3 of 4 left', '4 per 12
 * months. Next one from 4 March' and 'Your request is with our team'.
 */
function useLeft() {
  const { t } = useTranslation('appointments');
  const { number, date } = useFormat();
  return ({ included, left, may_ask, again_at }: BenefitState) => {
    if (included === null || left === null) return t(may_ask ? 'benefit.uncounted' : 'benefit.open');
    if (left === 0 && again_at) return t('benefit.again', { included: number(included), day: date(again_at) });
    return t('benefit.left', { included: number(included), left: number(left) });
  };
}

function BenefitDialog({ benefit, onClose }: { benefit: Benefit; onClose: () => void }) {
  const queries = useQueryClient();
  const request = useRequest(
    () => {
      void queries.invalidateQueries({ queryKey: api.appointments.getMyBenefits.key() });
      onClose();
    },
    { treatment: benefit },
  );
  return <RequestDialog onClose={onClose} request={request} />;
}
