import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AppointmentLimits } from '#contract/appointments.ts';
import { api } from '#web/lib/api.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { overlaps, withoutTime, withTime } from './offer-times.ts';
import styles from './offer.module.css';
import { PickedTimes } from './picked-times.tsx';
import { PlaceFields } from './place-fields.tsx';
import { usePlace } from './use-place.ts';
import type { OfferDraft } from './use-offer.ts';
import { WeekSlots } from './week-slots.tsx';

/**
 * The fields in which the coordinator chooses up to three appointment times at a clinic. The times are reserved for the
 * patient until the offer ends.
 */
export function OfferTimes({ offer }: { offer: OfferDraft }) {
  const { t } = useTranslation('admin');
  const { form, change, row } = offer;
  const place = usePlace();
  const { site, service } = place;
  const entry = useQuery({
    ...api.appointmentsAdmin.adminGetProvider.queryOptions({ input: { provider_id: site?.provider_id ?? '' } }),
    enabled: !!site?.provider_id,
  });
  const starts = form.times.map(({ starts_at }) => starts_at);
  return (
    <section className={styles.times} aria-label={t('times.title')}>
      <h4>{t('times.title')}</h4>
      <p className="micro muted">{t('times.text')}</p>
      <PlaceFields place={place} isFixed={starts.length > 0} />
      {site && service && (
        <WeekSlots
          key={`${site.id} ${service.id}`}
          asked={{ service_id: service.id, site_id: site.id, practitioner_id: place.practitionerId || undefined }}
          zone={site.timezone}
          picked={starts}
          isFull={starts.length >= AppointmentLimits.offer_times}
          isBlocked={(slot) => overlaps(form.times, service, slot)}
          onPick={({ starts_at, practitioner_id }, practitioner_name) => {
            if (starts.includes(starts_at)) return change({ times: withoutTime(form.times, starts_at) });
            const time = { service_id: service.id, site_id: site.id, practitioner_id, starts_at, practitioner_name };
            change(withTime(form, row, time, { site, service, provider: entry.data?.provider }));
          }}
        />
      )}
      <PickedTimes
        times={form.times}
        zone={form.timezone}
        gone={offer.gone}
        onRemove={(starts_at) => change({ times: withoutTime(form.times, starts_at) })}
      />
      {offer.isOutside && (
        <Checkbox
          label={t('times.outside')}
          checked={form.allow_outside_hours}
          onChange={(event) => change({ allow_outside_hours: event.target.checked })}
        />
      )}
    </section>
  );
}
