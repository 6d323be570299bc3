import { CalendarClock, CalendarPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { MyAppointment } from '#contract/appointments.ts';
import { call } from '#web/lib/api.ts';
import { usePatientTreatmentName } from '#web/lib/appointment-words.ts';
import { useFormat } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { PaperLanguages } from '#web/ui/paper-languages.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './cards.module.css';
import { Facts } from './facts.tsx';
import { Terms } from './terms.tsx';
import { useFile } from './use-file.ts';
import { VisitLink } from './visit-link.tsx';
import { useMomentOf, useWho } from './words.ts';

interface Props {
  appointment: MyAppointment;
  payment: NonNullable<MyAppointment['payment']>;
  onDetails: () => void;
  onMove: () => void;
}

export function PaidCard({ appointment, payment, onDetails, onMove }: Props) {
  const { t } = useTranslation('appointments');
  const { money, date } = useFormat();
  const treatment = usePatientTreatmentName()(appointment.requested_treatment);
  const moment = useMomentOf()(appointment);
  const who = useWho()(appointment);
  const input = { appointment_id: appointment.id };
  const calendar = useFile(() => call.appointments.getAppointmentCalendar(input), `${appointment.number}.ics`);
  const receipt = useFile(() => call.appointments.getAppointmentReceipt(input), `${appointment.number}.pdf`);
  const { amount_cents, refunded_cents, currency, paid_at } = payment;
  const { offer, scheduled_at, timezone } = appointment;
  return (
    <Card className={styles.paid}>
      <Row justify="between" className={styles.paidHead}>
        <StatusBadge tone="confirmed">{t('status.confirmed')}</StatusBadge>
        <strong className="num">{money(amount_cents, currency)}</strong>
      </Row>
      <h3 className="h3">{t('paid.title')}</h3>
      <p>{moment ? t('paid.when', { treatment, moment: moment.there }) : treatment}</p>
      {moment?.here && <p className="small">{moment.here}</p>}
      <Facts
        facts={[
          [t('fact.with'), who],
          [t('fact.where'), appointment.is_video ? t('byVideo') : appointment.provider_address],
          [t('fact.phone'), appointment.provider_phone && <bdi dir="ltr">{appointment.provider_phone}</bdi>],
          [t('fact.paid'), date(paid_at)],
          [t('fact.rest'), offer !== null && offer.rest_cents > 0 && money(offer.rest_cents, currency)],
          [t('fact.refunded'), refunded_cents > 0 && money(refunded_cents, currency)],
        ]}
      />
      {offer && scheduled_at && (
        <Terms terms={offer} scheduled_at={scheduled_at} timezone={timezone} currency={currency} />
      )}
      <Row gap={14} rowGap={8} align="center" wrap className={styles.actions}>
        <VisitLink appointment={appointment} />
        <Button size="s" busy={calendar.isPending} onClick={calendar.get}>
          <Icon as={CalendarPlus} size="s" />
          {t('paid.calendar')}
        </Button>
        {appointment.move && !appointment.open_wish && (
          <Button size="s" onClick={onMove}>
            <Icon as={CalendarClock} size="s" />
            {t('move.open')}
          </Button>
        )}
        <Button size="s" variant="quiet" busy={receipt.isPending} onClick={receipt.get}>
          {t('paid.receipt')}
        </Button>
        <Button size="s" variant="quiet" onClick={onDetails}>
          {t('details')}
        </Button>
      </Row>
      <PaperLanguages />
    </Card>
  );
}
