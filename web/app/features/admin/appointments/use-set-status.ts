import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppointmentStatus } from '#contract/appointment-status.ts';
import type { AdminAppointment, PreviewedStatus } from '#contract/appointments-admin.ts';
import { api, call } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { toast } from '#web/ui/toast.ts';
import { useOneAtATime } from '../macros/use-one-at-a-time.ts';
import { refreshAdmin } from './refresh.ts';
import { needsReason } from './status-rules.ts';

export type SettableStatus = Exclude<AppointmentStatus, 'awaiting_payment'>;

/**
 * A change of status that is not sent yet. The administrator must first give a reason, or see the emails that the
 * change causes.
 */
export interface AskedChange {
  rows: readonly AdminAppointment[];
  status: SettableStatus;
  /** Set if the service refused these rows because they had changed since the preview. */
  repeated?: {
    /** The number of refused attempts. Each attempt has its own preview. */
    attempts: number;
    /** The reason that the administrator gave. */
    reason: string;
  };
}

/** The preview that an administrator confirmed. */
interface Seen {
  changes: readonly PreviewedStatus[];
  key: string;
}

/**
 * Sets the status of one or many appointments. If the change needs a reason, a dialog asks for the reason first. The
 * toast offers to undo the change.
 */
export function useSetStatus(onChanged: () => void = () => {}) {
  const { t } = useTranslation(['admin', 'appointments']);
  const errorText = useErrorText();
  const once = useOneAtATime();
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
      onSuccess: ({ change_id, changed, refused }, { status, reason, versions }) => {
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
        // After a preview, the dialog shows the refused rows again, so there is no toast.
        if (firstRefused && !versions) {
          const reason = t(`errors:${firstRefused.code}` as 'errors:NOT_FOUND', { defaultValue: t('status.failed') });
          toast({ kind: 'error', title: t('status.refused', { count: refused.length, reason }) });
        }
        setAsked(versions && again(refused, reason ?? ''));
      },
      onError: failed,
      onSettled: () => {
        once.over();
        return refreshAdmin();
      },
    }),
  );

  /** Returns the same change for the refused rows only, so that the dialog shows these rows again. */
  function again(refused: readonly { appointment_id: string }[], reason: string): AskedChange | undefined {
    const ids = new Set(refused.map(({ appointment_id }) => appointment_id));
    const rows = asked?.rows.filter(({ id }) => ids.has(id)) ?? [];
    const repeated = { attempts: (asked?.repeated?.attempts ?? 0) + 1, reason };
    return asked && rows.length > 0 ? { ...asked, rows, repeated } : undefined;
  }

  function send({ rows, status }: AskedChange, reason: string, seen?: Seen) {
    if (!seen) return mutate({ appointment_ids: rows.map(({ id }) => id), status, reason });
    const change = {
      appointment_ids: seen.changes.map(({ appointment_id }) => appointment_id),
      status,
      reason,
      versions: Object.fromEntries(seen.changes.map(({ appointment_id, version }) => [appointment_id, version])),
      idempotency_key: seen.key,
    };
    once.run(() => mutate(change));
  }

  /** Starts a change of status. A single cancellation opens a separate dialog. A bulk change first shows its emails. */
  function set(rows: readonly AdminAppointment[], status: SettableStatus) {
    const change = { rows, status };
    if (rows.length > 1 || status === 'cancelled' || rows.some((row) => needsReason(row, status))) setAsked(change);
    else send(change, '');
  }

  return { set, asked, confirm: send, undo, cancel: () => setAsked(undefined), isPending };
}

export type SetStatus = ReturnType<typeof useSetStatus>;
