import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { dateFormat } from '#contract/dates.ts';
import type { BookedState } from '#contract/bookings.ts';
import { cityOfZone } from '#contract/zone.ts';
import { type CalendarView, step } from '#web/lib/calendar.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { useServiceName } from '#web/lib/visit-words.ts';
import { ownZone } from '#web/lib/zoned.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Grid } from '#web/ui/layout.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { Select } from '#web/ui/text-field.tsx';
import { type Calendar, type FilterName, filterNames } from './use-calendar.ts';

export function Period({ calendar: { view, day, days } }: { calendar: Calendar }) {
  const locale = useLocale();
  const format = (options: Intl.DateTimeFormatOptions) => dateFormat(locale, { ...options, timeZone: 'UTC' });
  if (view === 'month') return format({ month: 'long', year: 'numeric' }).format(new Date(day));
  const whole = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  if (view === 'day') return format({ ...whole, weekday: 'long' }).format(new Date(day));
  const [first = day, last = day] = [days[0], days.at(-1)];
  return format(whole).formatRange(new Date(first), new Date(last));
}

const views: readonly CalendarView[] = ['day', 'week', 'month'];

export function Tools({ calendar: { view, zone, site, today, day, put } }: { calendar: Calendar }) {
  const { t } = useTranslation(['admin', 'agenda']);
  const mine = ownZone();
  return (
    <>
      <IconButton
        icon={ChevronLeft}
        size="s"
        label={t('calendar.before')}
        onClick={() => put({ day: step(view, day, -1) }, { replace: false })}
      />
      <Button size="xs" onClick={() => put({ day: today }, { replace: false })}>
        {t('calendar.today')}
      </Button>
      <IconButton
        icon={ChevronRight}
        size="s"
        label={t('calendar.after')}
        onClick={() => put({ day: step(view, day, 1) }, { replace: false })}
      />
      <SegmentedControl
        label={t('calendar.view')}
        size="s"
        value={view}
        options={views.map((value) => ({ value, label: t(`agenda:view.${value}`) }))}
        onChange={(next) => put({ view: next }, { replace: false })}
      />
      {!site && mine !== 'Europe/Paris' && (
        <SegmentedControl
          label={t('calendar.zone')}
          size="s"
          value={zone === mine ? 'local' : 'paris'}
          options={[
            { value: 'paris', label: 'Paris' },
            { value: 'local', label: cityOfZone(mine) },
          ]}
          onChange={(next) => put({ zone: next }, { replace: false })}
        />
      )}
    </>
  );
}

const shownStates: readonly BookedState[] = ['held', 'booked', 'arrived', 'done', 'no_show'];

/** The filters of the calendar views that show hours: site, practitioner, service and state. */
export function Filters({ calendar: { booked, filters, put } }: { calendar: Calendar }) {
  const { t } = useTranslation('agenda');
  const service = useServiceName();
  const choices: Record<FilterName, readonly { value: string; label: string }[]> = {
    site: (booked.data?.sites ?? []).map(({ id, name }) => ({ value: id, label: name })),
    practitioner: (booked.data?.practitioners ?? []).map(({ id, name }) => ({ value: id, label: name })),
    service: (booked.data?.services ?? []).map((one) => ({ value: one.id, label: service(one) })),
    state: shownStates.map((state) => ({ value: state, label: t(`state.${state}`) })),
  };
  return (
    <Grid as="search" gap={12} min={160} align="end" aria-label={t('filter')}>
      {filterNames.map((name) => (
        <Select
          key={name}
          label={t(`filter.${name}`)}
          required={false}
          value={filters[name] ?? ''}
          onChange={(event) => put({ [name]: event.currentTarget.value })}
        >
          <option value="">{t('filter.all')}</option>
          {choices[name].map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      ))}
    </Grid>
  );
}
