import { ChevronLeft, ChevronRight, Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { dateFormat } from '#contract/dates.ts';
import type { BookedState } from '#contract/bookings.ts';
import { cityOfZone } from '#contract/zone.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { useServiceName, visitsOn } from '#web/lib/visit-words.ts';
import { ownZone, useZoned } from '#web/lib/zoned.ts';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Grid } from '#web/ui/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { Select } from '#web/ui/text-field.tsx';
import styles from './desk.module.css';
import { type Desk, type DeskView, type FilterName, filterNames } from './use-desk.ts';

/** Shows the period and its number of visits. The name of the time zone is shown if it is not the reader's own zone. */
export function Period({ desk: { query, days, zone, now } }: { desk: Desk }) {
  const { t } = useTranslation('agenda');
  const locale = useLocale();
  const { isSame } = useZoned();
  const count = query.data && !query.isPlaceholderData ? visitsOn(query.data.times, zone, days).length : 0;
  const format = dateFormat(locale, {
    weekday: days.length === 1 ? 'long' : undefined,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const isOther = !isSame(new Date(now).toISOString(), zone, ownZone());
  return [
    days.length === 1 ? format.format(new Date(first)) : format.formatRange(new Date(first), new Date(last)),
    count > 0 && t('count', { count }),
    isOther && t('zone.note', { city: cityOfZone(zone) }),
  ]
    .filter(Boolean)
    .join(' · ');
}

export function DeskTools({ desk }: { desk: Desk }) {
  const { t } = useTranslation('agenda');
  const locale = useLocale();
  const { view, hasRoom } = desk;
  const views: readonly DeskView[] = hasRoom ? ['day', 'week', 'list'] : ['day', 'list'];
  return (
    <div className={styles.tools}>
      <IconButton icon={ChevronLeft} label={t('before')} onClick={() => desk.move(-1)} />
      <Button size="s" onClick={desk.goToday}>
        {t('today')}
      </Button>
      <IconButton icon={ChevronRight} label={t('after')} onClick={() => desk.move(1)} />
      <SegmentedControl
        label={t('view')}
        size="s"
        value={view}
        options={views.map((value) => ({ value, label: t(`view.${value}`) }))}
        onChange={desk.setView}
      />
      {hasRoom && (
        <Button size="s" onClick={() => window.print()}>
          <Icon as={Printer} size="s" />
          {t('desk.print')}
        </Button>
      )}
      <LinkButton size="s" variant="quiet" to={inLanguage('/desk/clinic', locale)}>
        {t('desk.clinic')}
      </LinkButton>
    </div>
  );
}

const shownStates: readonly BookedState[] = ['held', 'booked', 'arrived', 'done', 'no_show'];

/** The filters by place, practitioner, service and state. A filter with only one choice is not shown. */
export function DeskFilters({ desk: { query, filters, setFilter } }: { desk: Desk }) {
  const { t } = useTranslation('agenda');
  const service = useServiceName();
  const { sites = [], practitioners = [], services = [] } = query.data ?? {};
  const choices: Record<FilterName, readonly { value: string; label: string }[]> = {
    site: sites.map(({ id, name }) => ({ value: id, label: name })),
    practitioner: practitioners.map(({ id, name }) => ({ value: id, label: name })),
    service: services.map((one) => ({ value: one.id, label: service(one) })),
    state: shownStates.map((state) => ({ value: state, label: t(`state.${state}`) })),
  };
  return (
    <Grid as="search" gap={12} min={160} className={styles.filters} aria-label={t('filter')}>
      {filterNames
        .filter((name) => choices[name].length > 1)
        .map((name) => (
          <Select
            key={name}
            label={t(`filter.${name}`)}
            required={false}
            value={filters[name] ?? ''}
            onChange={(event) => setFilter(name, event.currentTarget.value)}
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
