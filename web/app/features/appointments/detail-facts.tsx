import { useTranslation } from 'react-i18next';
import type { MyAppointment } from '#contract/appointments.ts';
import { toneOf, usePatientTreatmentName } from '#web/lib/appointment-words.ts';
import { useFormat } from '#web/lib/format.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './details.module.css';
import { Facts } from './facts.tsx';
import { priceOf } from './price.ts';
import { VisitLink } from './visit-link.tsx';
import { useMomentOf, useWho } from './words.ts';

export function DetailFacts({ appointment }: { appointment: MyAppointment }) {
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
