import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppointmentStatus } from '#contract/appointment-status.ts';
import type { AdminAppointment } from '#contract/appointments-admin.ts';
import { api, call } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { toast } from '#web/ui/toast.ts';
import { refreshAdmin } from './refresh.ts';
import { isPaid, needsReason } from './status-rules.ts';

export type SettableStatus = Exclude<AppointmentStatus, 'awaiting_payment'>;

/** A change that waits for its reason. */
export interface AskedChange {
  rows: readonly AdminAppointment[];
  status: SettableStatus;
}

/** Sets one or many; asks for a reason where one is due; the toast takes it back. */
export function useSetStatus(onChanged: () => void = () => {}) {
  const { t } = useTranslation(['admin', 'appointments']);
  const errorText = useErrorText();
  const [asked, setAsked] = useState<AskedChange>();

  const failed = (error: unknown) => toast({ kind: 'error', title: errorText(error, t('status.failed')) });
  const undo = async (change_id: string) => {
    try {
      const { kept } = await call.appointmentsAdmin.adminUndoStatus({ change_id });
      toast({
        kind: kept.length > 0 ? 'info' : 'success',
        title: t(kept.length > 0 ? 'status.undonePartly' : 'status.undone', { count: kept.length }),
      });
    } catch (error) {
      failed(error);
    }
    await refreshAdmin();
  };

  const { mutate, isPending } = useMutation(
    api.appointmentsAdmin.adminSetAppointmentStatus.mutationOptions({
      onSuccess: ({ change_id, changed, refused }, { status }) => {
        const word = t(`appointments:status.${status as SettableStatus}`);
        const [firstRefused] = refused;
        if (changed.length > 0) {
          toast({
            kind: 'success',
            title: t('status.set', { count: changed.length, status: word }),
            ...(change_id && { action: { label: t('undo'), run: () => void undo(change_id) } }),
          });
          onChanged();
        }
        if (firstRefused) {
          const reason = t(`errors:${firstRefused.code}` as 'errors:NOT_FOUND', { defaultValue: t('status.failed') });
          toast({ kind: 'error', title: t('status.refused', { count: refused.length, reason }) });
        }
        setAsked(undefined);
      },
      onError: failed,
      onSettled: refreshAdmin,
    }),
  );

  function send({ rows, status }: AskedChange, reason: string) {
    mutate({ appointment_ids: rows.map(({ id }) => id), status, reason });
  }

  /** One is cancelled in its dialog. Of several, those that are paid stay: each needs a decision about its money. */
  function cancelSome({ rows, status }: AskedChange) {
    const free = rows.filter((row) => !isPaid(row));
    if (rows.length === 1) return setAsked({ rows, status });
    if (free.length < rows.length)
      toast({ kind: 'info', title: t('cancel.paidAlone', { count: rows.length - free.length }) });
    if (free.some((row) => needsReason(row, status))) setAsked({ rows: free, status });
    else if (free.length > 0) send({ rows: free, status }, '');
  }

  function set(rows: readonly AdminAppointment[], status: SettableStatus) {
    const change = { rows, status };
    if (status === 'cancelled') return cancelSome(change);
    if (rows.some((row) => needsReason(row, status))) setAsked(change);
    else send(change, '');
  }

  return { set, asked, confirm: send, undo, cancel: () => setAsked(undefined), isPending };
}

export type SetStatus = ReturnType<typeof useSetStatus>;
