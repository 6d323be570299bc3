import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminAppointment } from '#contract/appointments-admin.ts';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { PaneSection } from './pane-section.tsx';
import styles from './pane.module.css';
import { refreshAdmin } from './refresh.ts';

/** Edits the note that the patient reads. */
export function PaneShared({ appointment: { id, shared_details } }: { appointment: AdminAppointment }) {
  const { t } = useTranslation(['admin', 'ui']);
  const errorText = useErrorText();
  const [text, setText] = useState<string>();
  const { mutate, isPending, error, reset } = useMutation(
    api.appointmentsAdmin.adminSetSharedDetails.mutationOptions({
      onSuccess: () => setText(undefined),
      onSettled: refreshAdmin,
    }),
  );

  function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isPending) mutate({ appt_id: id, details: text ?? '' });
  }

  const edit = (
    <button type="button" className="link small" onClick={() => setText(shared_details)}>
      {t('edit')}
    </button>
  );
  return (
    <PaneSection title={t('shared.title')} aside={text === undefined && edit}>
      {text === undefined ? (
        <p className={shared_details ? styles.note : 'small muted'}>{shared_details || t('shared.none')}</p>
      ) : (
        <Stack as="form" onSubmit={save} gap={12} className={styles.form} noValidate>
          <TextArea
            label={<span className="visually-hidden">{t('shared.title')}</span>}
            rows={3}
            maxLength={4000}
            error={error ? errorText(error, t('shared.failed')) : undefined}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              reset();
            }}
          />
          <Row gap={8}>
            <Button size="xs" variant="ink" type="submit" busy={isPending}>
              {t('save')}
            </Button>
            <Button size="xs" variant="quiet" onClick={() => setText(undefined)} disabled={isPending}>
              {t('ui:cancel')}
            </Button>
          </Row>
        </Stack>
      )}
    </PaneSection>
  );
}
