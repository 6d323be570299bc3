import { useMutation } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminAppointment } from '#contract/appointments-admin.ts';
import { api } from '#web/lib/api.ts';
import { useAskBeforeLeaving } from '#web/lib/unsent-text.ts';
import { useKeptState } from '#web/lib/unsent-value.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { ChangedNote } from './changed-note.tsx';
import { PaneSection } from './pane-section.tsx';
import styles from './pane.module.css';
import { refreshAdmin } from './refresh.ts';

/** A note that is being edited. */
interface Edit {
  text: string;
  /** The note that was stored when the person began to edit it. */
  was: string;
  /**
   * True if the service refused to overwrite a note that a colleague has changed. The form then shows the colleague's
   * note, and the next save may overwrite it.
   */
  isWarned: boolean;
}

/** Edits the note that the patient reads. A typed text stays, even if another appointment is opened in the pane. */
export function PaneShared({ appointment: { id, shared_details } }: { appointment: AdminAppointment }) {
  const { t } = useTranslation(['admin', 'ui']);
  const errorText = useErrorText();
  const [edit, setEdit] = useKeptState<Edit | undefined>(`shared note ${id}`, undefined);
  useAskBeforeLeaving(edit !== undefined && edit.text !== edit.was);
  const { mutate, isPending, error, reset } = useMutation(
    api.appointmentsAdmin.adminSetSharedDetails.mutationOptions({
      // The pane shows the saved note before the form closes. If the person typed during the save, the form stays open,
      // and its next save replaces the note that was just saved.
      onSuccess: async ({ shared_details: was }, { details }) => {
        await refreshAdmin();
        setEdit((now) => (now && now.text !== details ? { ...now, was, isWarned: false } : undefined));
      },
      onError: (refused) => {
        if (refusalOf(refused)?.code === 'CHANGED_SINCE') setEdit((now) => now && { ...now, isWarned: true });
        return refreshAdmin();
      },
    }),
  );

  function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!edit || isPending) return;
    mutate({ appt_id: id, details: edit.text, details_were: edit.isWarned ? shared_details : edit.was });
  }

  const begin = (
    <button
      type="button"
      className="link small"
      onClick={() => setEdit({ text: shared_details, was: shared_details, isWarned: false })}
    >
      {t('edit')}
    </button>
  );
  return (
    <PaneSection title={t('shared.title')} aside={!edit && begin}>
      {edit ? (
        <Stack as="form" onSubmit={save} gap={12} className={styles.form} noValidate>
          {shared_details !== edit.was && shared_details !== edit.text && <ChangedNote note={shared_details} />}
          <TextArea
            label={<span className="visually-hidden">{t('shared.title')}</span>}
            rows={3}
            maxLength={4000}
            error={error ? errorText(error, t('shared.failed')) : undefined}
            value={edit.text}
            onChange={(event) => {
              setEdit({ ...edit, text: event.target.value });
              if (error) reset();
            }}
          />
          <Row gap={8}>
            <Button size="xs" variant="ink" type="submit" busy={isPending}>
              {t('save')}
            </Button>
            <Button size="xs" variant="quiet" onClick={() => setEdit(undefined)} disabled={isPending}>
              {t('ui:cancel')}
            </Button>
          </Row>
        </Stack>
      ) : (
        <p className={shared_details ? styles.note : 'small muted'}>{shared_details || t('shared.none')}</p>
      )}
    </PaneSection>
  );
}
