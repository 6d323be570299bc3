import { useTranslation } from 'react-i18next';
import type { VisitsOnClosedDays as Visits } from '#contract/clinics.ts';
import '#web/ui/form-dialog.css';
import { Stack } from '#web/ui/layout.tsx';
import { dayIn } from './day.ts';
import { useFormat } from './format.ts';
import { LocalisedLink } from './locale.tsx';
import { refusalOf } from './refusal.ts';
import { useSession } from './session.tsx';
import { useZoned } from './zoned.ts';

/** Returns the visits because of which the service refused to close days. Returns undefined for any other error. */
export function unseenVisits(error: unknown): Visits | undefined {
  const refusal = refusalOf(error);
  return refusal?.code === 'VISITS_ON_CLOSED_DAYS' ? (refusal.data as Visits) : undefined;
}

/** Scrolls to the start of the list, which is below the rows of a long form. */
const intoView = (start: HTMLElement | null) => start?.scrollIntoView({ block: 'start' });

/** A practitioner, by name. */
export interface Person {
  readonly id: string;
  readonly name: string;
}

interface Props {
  visits: Visits;
  /** The practitioners whom the list names. Undefined if all visits have the same practitioner. */
  people?: readonly Person[];
}

/**
 * Lists the visits that are planned in the time that the person is closing. Each visit links to its day in the calendar
 * of the person. The link opens a new tab, because the form is not saved yet.
 */
export function VisitsOnClosedDays({ visits: { visits, total }, people }: Props) {
  const { t } = useTranslation('clinics');
  const { commas } = useFormat();
  const { moment } = useZoned();
  const addressOf = useDayAddress();
  const namesOf = (id: string) => people?.flatMap((person) => (person.id === id ? [person.name] : [])) ?? [];
  return (
    <Stack gap={8} className="form-dialog__problem">
      {/* Only the first sentence is an alert, because screen readers read an alert without its links, and to its end. */}
      <p role="alert" ref={intoView}>
        {t('visits.there', { count: total })}
      </p>
      <ul>
        {visits.map((visit) => (
          <li key={visit.id}>
            <LocalisedLink className="link" to={addressOf(visit)} target="_blank">
              <bdi>
                {commas([moment(visit.starts_at, visit.timezone), visit.site_name, ...namesOf(visit.practitioner_id)])}
              </bdi>
            </LocalisedLink>
            {visit.is_held && ` ${t('visits.held')}`}
          </li>
        ))}
      </ul>
      {total > visits.length && <p>{t('visits.more', { count: total - visits.length })}</p>}
      <p>{t('visits.stay')}</p>
    </Stack>
  );
}

/** Returns a function that returns the address of a visit's day in the calendar of the signed-in person. */
function useDayAddress() {
  const role = useSession().user?.role;
  return ({ starts_at, timezone, site_id, practitioner_id }: Visits['visits'][number]): string => {
    const day = { view: 'day', day: dayIn(timezone, starts_at) };
    if (role === 'practitioner') return `/studio/agenda?${new URLSearchParams({ ...day, zone: timezone })}`;
    const place = role === 'desk' ? '/desk' : '/admin/calendar';
    return `${place}?${new URLSearchParams({ ...day, site: site_id, practitioner: practitioner_id })}`;
  };
}
