import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type AppointmentMessage, AppointmentLimits, type MyAppointment } from '#contract/appointments.ts';
import { api, call } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { keptText, useUnsentText } from '#web/lib/unsent-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import styles from './details.module.css';
import { refreshAppointments } from './use-my-appointments.ts';

interface Props {
  appointment: MyAppointment;
  messages: readonly AppointmentMessage[];
}

/** Shows the patient's questions and the team's answers. Opening this part marks the messages as read. */
export function Conversation({ appointment, messages }: Props) {
  const { t } = useTranslation('appointments');
  const { dateTime } = useFormat();
  const { id, unread_messages } = appointment;
  useEffect(() => {
    if (unread_messages === 0) return;
    // If the call fails, the messages stay unread. Opening this part again repeats the call.
    call.appointments.markAppointmentRead({ appointment_id: id }).then(refreshAppointments, () => {});
  }, [id, unread_messages]);
  return (
    <section className={styles.part}>
      <h3 className="title">{t('questions.title')}</h3>
      {messages.length > 0 && (
        <Stack as="ol" gap={10} className={styles.thread} aria-live="polite">
          {messages.map((message) => (
            <li key={message.id} data-team={message.from_team || undefined}>
              <p className="micro muted">
                {message.from_team ? t('questions.team', { name: message.author_name }) : t('questions.you')}
                {' · '}
                <time dateTime={message.at}>{dateTime(message.at)}</time>
              </p>
              <p dir="auto">{message.body}</p>
            </li>
          ))}
        </Stack>
      )}
      <AskForm id={id} />
    </section>
  );
}

/** The field for a question. A typed text stays until it is sent, even if the dialog is closed. */
function AskForm({ id }: { id: string }) {
  const { t } = useTranslation('appointments');
  const errorText = useErrorText();
  const { body, key, write, arrived } = useUnsentText(keptText(`question ${id}`));
  const { mutate, isPending, error, reset } = useMutation(
    api.appointments.askAboutAppointment.mutationOptions({
      onSuccess: (_, sent) => {
        arrived(sent.idempotency_key);
        return refreshAppointments();
      },
    }),
  );

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (body.trim() && !isPending) mutate({ appointment_id: id, body: body.trim(), idempotency_key: key });
  }

  return (
    <Stack as="form" onSubmit={send} gap={12} align="start" className={styles.ask} noValidate>
      <TextArea
        label={t('questions.label')}
        rows={2}
        maxLength={AppointmentLimits.message}
        hint={t('questions.hint')}
        error={error ? errorText(error) : undefined}
        value={body}
        onChange={(event) => {
          write(event.target.value);
          reset();
        }}
      />
      <Button type="submit" size="s" busy={isPending} disabled={!body.trim()}>
        {t('questions.send')}
      </Button>
    </Stack>
  );
}
