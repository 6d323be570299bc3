import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { QueueRow } from '#contract/cases.ts';
import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';

const refresh = () =>
  Promise.all(
    [api.simulation.listStudioCases.key(), api.caseFlow.listPractitionerLoad.key()].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );

/**
 * A list that assigns a waiting case to a doctor. The number after each name is the number of the doctor's open cases.
 */
export function Assignment({ row }: { row: QueueRow }) {
  const { t } = useTranslation('studio');
  const errorText = useErrorText();
  const loads = useQuery(api.caseFlow.listPractitionerLoad.queryOptions());
  const assign = useMutation(
    api.caseFlow.assignCase.mutationOptions({
      onSuccess: refresh,
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    }),
  );
  // A signed case cannot be reassigned. Doctors can hand over only their own cases. Only administrators can reassign
  // the case of another doctor.
  if (row.status === 'published' || row.is_locked || !loads.data) return null;
  const inCharge = row.practitioner_id ?? row.assigned_to;
  return (
    <Select
      label={t('assign.label')}
      hint={inCharge ? t('assign.hint') : undefined}
      required={false}
      value={inCharge ?? ''}
      disabled={assign.isPending}
      onChange={(event) => assign.mutate({ case_id: row.id, practitioner_id: event.currentTarget.value || null })}
    >
      <option value="">{t('assign.nobody')}</option>
      {loads.data.map((load) => (
        <option key={load.practitioner_id} value={load.practitioner_id}>
          {t('assign.load', { name: load.practitioner_name, count: load.open_cases })}
        </option>
      ))}
    </Select>
  );
}

/** Assigns every unassigned case to the doctor with the least work. */
export function BalanceButton() {
  const { t } = useTranslation('studio');
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation(
    api.caseFlow.balanceCases.mutationOptions({
      onSuccess: async ({ assigned }) => {
        await refresh();
        toast({ kind: 'info', title: t('assign.shared', { count: assigned }) });
      },
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    }),
  );
  return (
    <Button size="xs" variant="quiet" busy={isPending} onClick={() => mutate({})}>
      {t('assign.balance')}
    </Button>
  );
}
