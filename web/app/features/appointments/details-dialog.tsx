import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AppointmentLimits, type AppointmentStepKinds, type MyAppointment } from '#contract/appointments.ts';
import { api } from '#web/lib/api.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Alternatives } from './alternatives.tsx';
import { Changes } from './changes.tsx';
import { Conversation } from './conversation.tsx';
import { DetailFacts } from './detail-facts.tsx';
import styles from './details.module.css';
import { EarlierQuotes } from './earlier-quotes.tsx';
import { useTitleOf } from './words.ts';
import type { AppointmentStatus } from '#contract/appointment-status.ts';
import { useFormat } from '#web/lib/format.ts';
import { Stack } from '#web/ui/layout.tsx';

interface Props {
  id: string;
  onMove: (appointment: MyAppointment) => void;
  onClose: () => void;
}

/** Shows one appointment. The patient can write questions and wishes here, but cannot change the appointment itself. */
export function DetailsDialog({ id, onMove, onClose }: Props) {
  const { t } = useTranslation('appointments');
  const titleOf = useTitleOf();
  const errorText = useErrorText();
  const query = useQuery(
    api.appointments.getMyAppointment.queryOptions({
      input: { appointment_id: id },
      refetchInterval: AppointmentLimits.refresh_s * 1000,
    }),
  );
  const appointment = query.data?.appointment;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="l"
      title={appointment ? titleOf(appointment) : t('details.title')}
      lead={appointment?.number}
    >
      {query.data && appointment ? (
        <div className={styles.details}>
          {appointment.alternatives && (
            <Alternatives appointment={appointment} alternatives={appointment.alternatives} />
          )}
          <DetailFacts appointment={appointment} />
          <Conversation appointment={appointment} messages={query.data.messages} />
          <EarlierQuotes id={id} quotes={query.data.earlier_quotes} />
          <Steps history={query.data.history} />
          <Changes appointment={appointment} onMove={() => onMove(appointment)} />
        </div>
      ) : query.isError ? (
        <ErrorState
          title={refusalOf(query.error)?.code === 'NOT_FOUND' ? t('details.gone') : errorText(query.error)}
          text={t('list.kept')}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </Dialog>
  );
}

interface Step {
  at: string;
  kind: (typeof AppointmentStepKinds)[number];
  status: AppointmentStatus | null;
  by_me: boolean;
}

/** Lists the history, newest first. */
function Steps({ history }: { history: readonly Step[] }) {
  const { t } = useTranslation('appointments');
  const { dateTime } = useFormat();
  const newest = history.toSorted((one, other) => other.at.localeCompare(one.at));
  return (
    <section className={styles.part}>
      <h3 className="title">{t('steps.title')}</h3>
      <Stack as="ol" gap={8} className={styles.steps}>
        {newest.map((step, index) => (
          <li key={`${step.at}-${index}`}>
            <span>
              {step.kind === 'status_changed' && step.status
                ? t('step.status', { status: t(`status.${step.status}`) })
                : t(`step.${step.kind}`)}
              <span className="muted"> {t(step.by_me ? 'step.byYou' : 'step.byTeam')}</span>
            </span>
            <time dateTime={step.at} className="muted num">
              {dateTime(step.at)}
            </time>
          </li>
        ))}
      </Stack>
    </section>
  );
}
