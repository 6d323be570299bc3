import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminAppointment, AdminAppointmentDetail } from '#contract/appointments-admin.ts';
import { AppointmentLimits } from '#contract/appointments.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { keptText, useUnsentText } from '#web/lib/unsent-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { SendMacroDialog } from '../macros/send-macro-dialog.tsx';
import { PaneSection } from './pane-section.tsx';
import styles from './pane.module.css';
import { refreshAdmin } from './refresh.ts';

/** The props of `PaneAnswers`, which lists the patient's questions and requests, and the team's replies. */
interface Props {
  detail: AdminAppointmentDetail;
  onCancel: () => void;
}

export function PaneAnswers({ detail: { appointment, messages }, onCancel }: Props) {
  const { t } = useTranslation('admin');
  const { dateTime } = useFormat();
  return (
    <PaneSection title={t('answers.title')}>
      {appointment.open_wish && <Wish appointment={appointment} onCancel={onCancel} />}
      {messages.length > 0 && (
        <Stack as="ol" gap={8} className={styles.thread}>
          {messages.map((message) => (
            <li key={message.id} data-team={message.from_team || undefined}>
              <small className="muted">
                <bdi>{message.author_name}</bdi> · {dateTime(message.at)}
              </small>
              <p dir="auto">{message.body}</p>
            </li>
          ))}
        </Stack>
      )}
      <Answer id={appointment.id} />
    </PaneSection>
  );
}

/**
 * Shows a request of the patient. If the team grants a request to cancel, a dialog opens in which the team also decides
 * the refund.
 */
function Wish({ appointment: { id, open_wish }, onCancel }: { appointment: AdminAppointment; onCancel: () => void }) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const { mutate, isPending, variables } = useMutation(
    api.appointmentsAdmin.adminAnswerWish.mutationOptions({
      onSuccess: () => toast({ kind: 'success', title: t('wish.answered') }),
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
      onSettled: refreshAdmin,
    }),
  );
  const answer = (is_granted: boolean) => mutate({ appointment_id: id, is_granted });
  if (!open_wish) return null;
  return (
    <Stack gap={10} className={styles.wish}>
      <p>{t(`wish.${open_wish}`)}</p>
      <Row gap={8}>
        <Button
          size="xs"
          variant="ink"
          busy={isPending && variables.is_granted}
          onClick={() => (open_wish === 'cancel' ? onCancel() : answer(true))}
        >
          {t('wish.grant')}
        </Button>
        <Button size="xs" busy={isPending && !variables.is_granted} onClick={() => answer(false)}>
          {t('wish.decline')}
        </Button>
      </Row>
    </Stack>
  );
}

/** The field for an answer. A typed text stays until it is sent, even if another appointment is opened in the pane. */
function Answer({ id }: { id: string }) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const { body, key, write, arrived } = useUnsentText(keptText(`answer ${id}`));
  const [isChoosing, setIsChoosing] = useState(false);
  const { mutate, isPending, error, reset } = useMutation(
    api.appointmentsAdmin.adminAnswerAppointment.mutationOptions({
      onSuccess: (_, sent) => arrived(sent.idempotency_key),
      onSettled: refreshAdmin,
    }),
  );

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (body.trim() && !isPending) mutate({ appointment_id: id, body: body.trim(), idempotency_key: key });
  }

  return (
    <Stack as="form" onSubmit={send} gap={12} className={styles.form} noValidate>
      <TextArea
        label={<span className="visually-hidden">{t('answers.label')}</span>}
        placeholder={t('answers.label')}
        rows={2}
        maxLength={AppointmentLimits.message}
        error={error ? errorText(error) : undefined}
        value={body}
        onChange={(event) => {
          write(event.target.value);
          reset();
        }}
      />
      <Row gap={8}>
        <Button size="xs" type="submit" busy={isPending} disabled={!body.trim()}>
          {t('answers.send')}
        </Button>
        <Button size="xs" data-macro onClick={() => setIsChoosing(true)}>
          {t('macro.send')}
        </Button>
      </Row>
      {isChoosing && (
        <SendMacroDialog
          appointmentIds={[id]}
          onEdit={(text) => {
            write([body.trim(), text].filter(Boolean).join('\n\n').slice(0, AppointmentLimits.message));
            reset();
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </Stack>
  );
}
