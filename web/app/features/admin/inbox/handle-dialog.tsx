import { useTranslation } from 'react-i18next';
import type { InboxRow } from '#contract/appointments-admin.ts';
import { useTreatmentName } from '#web/lib/appointment-words.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import styles from './inbox.module.css';
import { byKind, nameOfKind, needsDecision } from './lines.ts';
import { useHandleMany } from './use-handle-many.ts';

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
                <bdi>{row.patient_full_name || row.patient_email || row.difference?.subject}</bdi>
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
