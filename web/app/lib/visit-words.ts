import { useTranslation } from 'react-i18next';
import type { ClinicTime, DeskTime, MyTime } from '#contract/agenda.ts';
import type { BookedState } from '#contract/bookings.ts';
import type { StatusTone } from '#web/ui/status-badge.tsx';
import { useTreatmentName } from './appointment-words.ts';
import { dayIn } from './day.ts';
import { useLocale } from './locale.tsx';
import { useZoned } from './zoned.ts';

/** A booked time in an agenda or a calendar, with its patient. */
export type Visit = MyTime | DeskTime | ClinicTime;

/** Returns the visits that begin on these days in the time zone. */
export const visitsOn = <V extends Pick<Visit, 'starts_at'>>(
  visits: readonly V[],
  zone: string,
  days: readonly string[],
): V[] => visits.filter(({ starts_at }) => days.includes(dayIn(zone, starts_at)));

export const toneOfVisit: Record<BookedState, StatusTone> = {
  held: 'awaiting',
  booked: 'confirmed',
  arrived: 'progress',
  done: 'done',
  no_show: 'cancelled',
  cancelled: 'plain',
  released: 'plain',
};

/** Returns a function that gives the name of a service in the language of the page. */
export function useServiceName() {
  const locale = useLocale();
  return ({ name_en, name_fr }: { name_en: string; name_fr: string }): string => (locale === 'fr' ? name_fr : name_en);
}

/**
 * Returns functions for the texts of a visit. Practitioners, receptions of clinics and administrators see the same
 * texts.
 */
export function useVisitWords() {
  const { t } = useTranslation('agenda');
  const treatment = useTreatmentName();
  const service = useServiceName();
  const { time, moment } = useZoned();
  return {
    who: ({ visit }: Visit): string => visit?.patient_name ?? t('nobody'),
    /**
     * Returns the name of the treatment. The reception of a clinic may see only the service, so it gets the name of the
     * service.
     */
    what: ({ visit, service: offered }: Visit): string =>
      visit && 'treatment' in visit ? treatment(visit.treatment) : service(offered),
    service: ({ service: offered }: Visit): string => service(offered),
    where: ({ site, room_name, service: offered }: Visit): string =>
      [site.name, offered.is_video ? t('video') : room_name].filter(Boolean).join(', '),
    state: ({ state, late_minutes }: Pick<Visit, 'state' | 'late_minutes'>): string =>
      late_minutes && state !== 'no_show'
        ? `${t(`state.${state}`)}, ${t('late', { count: late_minutes })}`
        : t(`state.${state}`),
    /** Returns the time of the visit in the time zone of its site. */
    when: ({ starts_at, site }: Visit): string => moment(starts_at, site.timezone),
    span: ({ starts_at, ends_at }: Pick<Visit, 'starts_at' | 'ends_at'>, zone: string): string =>
      t('span', { from: time(starts_at, zone), to: time(ends_at, zone) }),
    time,
  };
}
