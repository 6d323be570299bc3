import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { InboxRow } from '#contract/appointments-admin.ts';
import { api, call } from '#web/lib/api.ts';
import { useTreatmentName } from '#web/lib/appointment-words.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { refreshAdmin } from '../appointments/refresh.ts';
import styles from './inbox.module.css';
import { byKind, nameOfKind, needsDecision } from './lines.ts';

interface Props {
  rows: readonly InboxRow[];
  onDone: () => void;
  onClose: () => void;
}

/** Asks for confirmation before several entries are marked as handled. It lists the entries and explains the effect. */
export function HandleDialog({ rows, onDone, onClose }: Props) {
  const { t } = useTranslation(['admin', 'ui']);
  const treatment = useTreatmentName();
  const { mutate, isPending } = useHandleMany(() => {
    onDone();
    onClose();
  });
  const undecided = rows.filter(needsDecision).length;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isDismissable={!isPending}
      title={t('inbox.many.title', { count: rows.length })}
      lead={t('inbox.many.lead')}
      footer={
        <>
          <Button variant="quiet" size="s" onClick={onClose} disabled={isPending}>
            {t('ui:cancel')}
          </Button>
          <Button
            variant="ink"
            size="s"
            busy={isPending}
            onClick={() => mutate({ inbox_ids: rows.map(({ inbox_id }) => inbox_id), is_handled: true })}
          >
            {t('inbox.many.action', { count: rows.length })}
          </Button>
        </>
      }
    >
      {undecided > 0 && <p className={styles.warning}>{t('inbox.many.undecided', { count: undecided })}</p>}
      {byKind(rows).map(([kind, of]) => (
        <section key={kind} className={styles.kind}>
          <h3>{t(`inboxKinds.${nameOfKind(kind)}`, { count: of.length })}</h3>
          <ul>
            {of.map((row) => (
              <li key={row.inbox_id}>
                <bdi>{row.patient_full_name || row.patient_email || row.difference?.subject || row.payment?.id}</bdi>
                {row.appointment_id && (
                  <span className="muted">
                    {treatment(row.requested_treatment)}, <bdi>{row.city_target}</bdi>
                  </span>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  );
}

/**
 * Marks several entries as handled in one call. 'Undo' in the toast reverts the changes of this call, but not later
 * changes by others.
 */
function useHandleMany(onDone: () => void) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const failed = (error: unknown) => toast({ kind: 'error', title: errorText(error) });

  async function undo(inbox_ids: string[], undoes: string) {
    try {
      const { kept } = await call.appointmentsAdmin.adminInboxHandleMany({ inbox_ids, is_handled: false, undoes });
      const isPartly = kept.length > 0;
      toast({
        kind: isPartly ? 'info' : 'success',
        title: isPartly ? t('inbox.undonePartly', { count: kept.length }) : t('inbox.undone'),
      });
    } catch (error) {
      failed(error);
    }
    await refreshAdmin();
  }

  return useMutation(
    api.appointmentsAdmin.adminInboxHandleMany.mutationOptions({
      onSuccess: ({ changed, handled_at }) => {
        toast({
          kind: changed.length > 0 ? 'success' : 'info',
          title: t('inbox.doneMany', { count: changed.length }),
          ...(handled_at && { action: { label: t('undo'), run: () => void undo(changed, handled_at) } }),
        });
        onDone();
      },
      onError: failed,
      onSettled: refreshAdmin,
    }),
  );
}
