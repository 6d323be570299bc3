import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Minus, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Membership } from '#contract/billing.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { SettingsRow, SettingsSection } from '#web/ui/settings-section.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './account.module.css';

/** Lists the benefits of the plan, with the numbers that the service enforces. */
export function IncludedSection({ plan, entitlements }: Pick<Membership, 'plan' | 'entitlements'>) {
  const { t } = useTranslation('billing');
  const { number } = useFormat();
  const facts = [
    [t('membership.simulations'), <SimulationsLeft key="left" included={entitlements.simulations} />],
    [t('membership.redos'), number(entitlements.redos)],
    [t('membership.delivery'), t('membership.hours', { plan: t(`plan.${plan}`), hours: entitlements.delivery_hours })],
    [t('membership.feedback'), entitlements.has_feedback],
    [t('membership.doctor'), entitlements.has_direct_doctor_access],
    [t('membership.communities'), entitlements.has_members_communities],
    [t('membership.exclusive'), entitlements.has_exclusive_view],
    [t('membership.fullFace'), entitlements.has_full_face],
  ] as const;
  return (
    <SettingsSection title={t('membership.included')} text={t('membership.includedText')}>
      <Stack as="dl" className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{typeof value === 'boolean' ? <YesNo isIncluded={value} /> : value}</dd>
          </div>
        ))}
      </Stack>
      <AskForSimulation />
    </SettingsSection>
  );
}

function YesNo({ isIncluded }: { isIncluded: boolean }) {
  const { t } = useTranslation('billing');
  return (
    <span className={styles.yesNo} data-not={!isIncluded || undefined}>
      <Icon as={isIncluded ? Check : Minus} size="s" />
      {t(isIncluded ? 'membership.yes' : 'membership.no')}
    </span>
  );
}

/** Shows the number of simulations in the plan and how many are left, for example '1 of 2 left'. */
function SimulationsLeft({ included }: { included: number }) {
  const { t } = useTranslation('billing');
  const { number } = useFormat();
  const { data } = useQuery(api.caseFlow.getMyAllowance.queryOptions());
  return data ? t('membership.left', { included: number(included), left: number(data.left) }) : number(included);
}

/**
 * A button that requests another simulation. It is shown if the patient already has a case, the plan has a simulation
 * left and no simulation is in progress.
 */
function AskForSimulation() {
  const { t } = useTranslation('billing');
  const { date } = useFormat();
  const queries = useQueryClient();
  const errorText = useErrorText();
  const [idempotency_key, setKey] = useState(() => crypto.randomUUID());
  const { data } = useQuery(api.caseFlow.getMyAllowance.queryOptions());
  const ask = useMutation(
    api.caseFlow.requestSimulation.mutationOptions({
      onSuccess({ due_at }) {
        // The next request needs a new idempotency key.
        setKey(crypto.randomUUID());
        toast({ kind: 'success', title: t('membership.asked', { day: date(due_at) }) });
        void queries.invalidateQueries({ queryKey: api.caseFlow.getMyAllowance.key() });
        void queries.invalidateQueries({ queryKey: api.simulation.listMyCases.key() });
      },
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    }),
  );
  if (!data?.may_ask) return null;
  return (
    <SettingsRow
      icon={Sparkles}
      name={t('membership.ask')}
      text={t('membership.askText')}
      action={
        <Button size="s" busy={ask.isPending} onClick={() => ask.mutate({ idempotency_key })}>
          {t('membership.askAction')}
        </Button>
      }
    />
  );
}
