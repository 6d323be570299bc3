import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { SettingsRow } from '#web/ui/settings-section.tsx';
import { toast } from '#web/ui/toast.ts';

/** Shows the number of simulations in the plan and how many are left, for example '2, 1 left'. */
export function SimulationsLeft({ included }: { included: number }) {
  const { t } = useTranslation('billing');
  const { number } = useFormat();
  const { data } = useQuery(api.caseFlow.getMyAllowance.queryOptions());
  return data ? t('membership.left', { included: number(included), left: number(data.left) }) : number(included);
}

/**
 * A button that requests another simulation. It is shown if the plan has a simulation left and no simulation is in
 * progress.
 */
export function AskForSimulation() {
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
