import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InboxRow } from '#contract/appointments-admin.ts';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Select } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { useCoordinators } from '../appointments/pane-facts.tsx';
import { refreshAdmin } from '../appointments/refresh.ts';

interface Props {
  rows: readonly InboxRow[];
  onDone: () => void;
  onClose: () => void;
}

/** Assigns the given entries and their appointments to a coordinator, or removes their coordinator. */
export function AssignDialog({ rows, onDone, onClose }: Props) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const [first] = rows;
  // The menu contains a suspended coordinator only for a single entry that this coordinator already has. The service
  // does not assign other work to a suspended coordinator.
  const only = rows.length === 1 ? first : undefined;
  const people = useCoordinators(only?.coordinator_id ?? null, only?.coordinator_name ?? null);
  const [chosen, setChosen] = useState<string>();
  const preset = people.some(({ id }) => id === first?.coordinator_id) ? first?.coordinator_id : null;
  const coordinator = chosen ?? preset ?? '';
  const { mutate, isPending } = useMutation(
    api.appointmentsAdmin.adminInboxAssign.mutationOptions({
      onSuccess: ({ changed }) => {
        toast({ kind: 'success', title: t('assign.done', { count: changed.length }) });
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
      onSubmit={() => mutate({ inbox_ids: rows.map(({ inbox_id }) => inbox_id), coordinator_id: coordinator || null })}
    >
      <Select label={t('column.assignee')} value={coordinator} onChange={(event) => setChosen(event.target.value)}>
        <option value="">{t('assign.nobody')}</option>
        {people.map(({ id, name }) => (
          <option key={id} value={id} dir="auto">
            {name}
          </option>
        ))}
      </Select>
    </FormDialog>
  );
}
