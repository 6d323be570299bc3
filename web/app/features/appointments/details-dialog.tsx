import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { AppointmentLimits, type AppointmentStepKinds, type MyAppointment } from '#contract/appointments.ts';
import { api, call } from '#web/lib/api.ts';
import { toneOf, usePatientTreatmentName } from '#web/lib/appointment-words.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { Alternatives } from './alternatives.tsx';
import { Changes } from './changes.tsx';
import { Conversation } from './conversation.tsx';
import styles from './details.module.css';
import { Facts } from './facts.tsx';
import { priceOf } from './price.ts';
import { useFile } from './use-file.ts';
import { VisitLink } from './visit-link.tsx';
import { useMomentOf, useTitleOf, useWho } from './words.ts';
import type { AppointmentStatus } from '#contract/appointment-status.ts';
import { useFormat } from '#web/lib/format.ts';
import { Row, Stack } from '#web/ui/layout.tsx';

interface Props {
  id: string;
  onMove: (appointment: MyAppointment) => void;
  onClose: () => void;
}

/**
 * Shows one appointment. The patient can ask questions, request changes, and choose another time if the clinic offers
 * some.
 */
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
          <Changes
            appointment={appointment}
            wasMovedByTeam={query.data.history.some(({ kind, by_me }) => kind === 'rescheduled' && !by_me)}
            onMove={() => onMove(appointment)}
          />
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

interface Quote {
  readonly version: number;
  readonly quote_number: string;
  readonly created_at: string;
}

/** Lists earlier versions of the quote that were replaced or have ended. The patient can still read them. */
function EarlierQuotes({ id, quotes }: { id: string; quotes: readonly Quote[] }) {
  const { t } = useTranslation('appointments');
  if (quotes.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3 className="title">{t('offer.earlier')}</h3>
      <Row as="ul" gap={8} wrap>
        {quotes.map((quote) => (
          <li key={quote.version}>
            <EarlierQuote id={id} quote={quote} />
          </li>
        ))}
      </Row>
    </section>
  );
}

function EarlierQuote({ id, quote: { version, quote_number, created_at } }: { id: string; quote: Quote }) {
  const { t } = useTranslation('appointments');
  const { date } = useFormat();
  const file = useFile(
    () => call.appointments.getAppointmentQuote({ appointment_id: id, version }),
    `${quote_number.replace(' ', '-')}.pdf`,
  );
  return (
    <Button size="s" busy={file.isPending} onClick={file.get}>
      <Icon as={FileText} size="s" />
      {t('offer.version', { number: quote_number, date: date(created_at) })}
    </Button>
  );
}

function DetailFacts({ appointment }: { appointment: MyAppointment }) {
  const { t } = useTranslation('appointments');
  const { date, money, commas } = useFormat();
  const treatment = usePatientTreatmentName();
  const moment = useMomentOf()(appointment);
  const who = useWho()(appointment);
  const { status_canonical: status, final_currency } = appointment;
  const cents = priceOf(appointment);
  const place = (city: string, country: string | null) => commas([city, ...(country ? [country] : [])]);
  return (
    <>
      <div>
        <StatusBadge tone={toneOf[status]}>{t(`status.${status}`)}</StatusBadge>
      </div>
      <Facts
        facts={[
          [t('fact.treatment'), treatment(appointment.requested_treatment)],
          [t('fact.requested'), date(appointment.created_at)],
          [t('fact.from'), place(appointment.city_current, appointment.country_current_name)],
          [t('fact.wants'), place(appointment.city_target, appointment.country_target_name)],
          [t('fact.date'), moment?.there],
          [t('fact.dateHere'), moment?.here],
          [t('fact.with'), who],
          [t('fact.where'), appointment.is_video ? t('byVideo') : appointment.provider_address],
          [t('fact.phone'), appointment.provider_phone && <bdi dir="ltr">{appointment.provider_phone}</bdi>],
          [t('fact.price'), cents !== null && money(cents, final_currency ?? undefined)],
          [t('fact.note'), appointment.patient_note],
        ]}
      />
      {appointment.visit_id && (
        <div>
          <VisitLink appointment={appointment} />
        </div>
      )}
      <section className={styles.part}>
        <h3 className="title">{t('shared.title')}</h3>
        <p className={appointment.shared_details ? styles.note : 'muted small'}>
          {appointment.shared_details || t('shared.none')}
        </p>
      </section>
    </>
  );
}
