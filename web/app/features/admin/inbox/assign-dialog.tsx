import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InboxRow } from '#contract/appointments-admin.ts';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Select } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { refreshAdmin } from '../appointments/refresh.ts';

interface Props {
  rows: readonly InboxRow[];
  onDone: () => void;
  onClose: () => void;
}

/** Gives the appointments of these entries to a coordinator, or to nobody. */
export function AssignDialog({ rows, onDone, onClose }: Props) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const { data = [] } = useQuery(api.appointmentsAdmin.adminListCoordinators.queryOptions({ staleTime: 300_000 }));
  const appointment_ids = [...new Set(rows.flatMap(({ appointment_id }) => appointment_id ?? []))];
  const isOfNone = appointment_ids.length === 0;
  const [coordinator, setCoordinator] = useState(rows[0]?.coordinator_id ?? '');
  const { mutate, isPending } = useMutation(
    api.appointmentsAdmin.adminAssignAppointments.mutationOptions({
      onSuccess: ({ assigned }) => {
        toast({ kind: 'success', title: t('assign.done', { count: assigned.length }) });
        onDone();
        onClose();
      },
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
      onSettled: refreshAdmin,
    }),
  );
  return (
    <FormDialog
      onClose={onClose}
      size="s"
      title={t('assign.title', { count: rows.length })}
      lead={t('assign.lead')}
      action={t('assign.action')}
      look={{ variant: 'ink', size: 's' }}
      busy={isPending}
      disabled={isOfNone}
      problem={isOfNone && t('assign.none')}
      onSubmit={() => mutate({ appointment_ids, coordinator_id: coordinator || null })}
    >
      <Select
        label={t('column.assignee')}
        value={coordinator}
        disabled={isOfNone}
        onChange={(event) => setCoordinator(event.target.value)}
      >
        <option value="">{t('assign.nobody')}</option>
        {data.map(({ id, name }) => (
          <option key={id} value={id} dir="auto">
            {name}
          </option>
        ))}
      </Select>
    </FormDialog>
  );
}
