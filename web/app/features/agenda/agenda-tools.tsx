import { ChevronLeft, ChevronRight, Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateFormat } from '#contract/dates.ts';
import { cityOfZone } from '#contract/zone.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { visitsOn } from '#web/lib/visit-words.ts';
import { ownZone, useZoned } from '#web/lib/zoned.ts';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import styles from './agenda.module.css';
import { type Agenda, type AgendaView } from './use-agenda.ts';

/** Shows the period and its number of visits. It also names the time zone if this is not the reader's own zone. */
export function Period({ agenda: { query, days, zone, now } }: { agenda: Agenda }) {
  const { t } = useTranslation('agenda');
  const locale = useLocale();
  const { isSame } = useZoned();
  const count = query.data && !query.isPlaceholderData ? visitsOn(query.data.times, zone, days).length : null;
  const options = { weekday: days.length === 1 ? ('long' as const) : undefined, timeZone: 'UTC' };
  const format = dateFormat(locale, {
    ...options,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const isOther = !isSame(new Date(now).toISOString(), zone, ownZone());
  return [
    days.length === 1 ? format.format(new Date(first)) : format.formatRange(new Date(first), new Date(last)),
    count !== null && count > 0 && t('count', { count }),
    isOther && t('zone.note', { city: cityOfZone(zone) }),
  ]
    .filter(Boolean)
    .join(' · ');
}

export function AgendaTools({ agenda, onFigures }: { agenda: Agenda; onFigures: () => void }) {
  const { t } = useTranslation('agenda');
  const locale = useLocale();
  const { view, zone, zones, hasRoom } = agenda;
  const views: readonly AgendaView[] = hasRoom ? ['day', 'week', 'list'] : ['day', 'list'];
  return (
    <div className={styles.tools}>
      <IconButton icon={ChevronLeft} label={t('before')} onClick={() => agenda.move(-1)} />
      <Button size="s" onClick={agenda.goToday}>
        {t('today')}
      </Button>
      <IconButton icon={ChevronRight} label={t('after')} onClick={() => agenda.move(1)} />
      <SegmentedControl
        label={t('view')}
        size="s"
        value={view}
        options={views.map((value) => ({ value, label: t(`view.${value}`) }))}
        onChange={agenda.setView}
      />
      {zones.length > 1 && (
        <SegmentedControl
          label={t('zone')}
          size="s"
          value={zone}
          options={zones.slice(0, 4).map((value) => ({ value, label: cityOfZone(value) }))}
          onChange={agenda.setZone}
        />
      )}
      {hasRoom && <PrintButton agenda={agenda} />}
      <LinkButton size="s" variant="quiet" to={inLanguage('/studio/hours', locale)}>
        {t('hours.open')}
      </LinkButton>
      <LinkButton size="s" variant="quiet" to={inLanguage('/studio/calendars', locale)}>
        {t('calendars.open')}
      </LinkButton>
      <Button size="s" variant="quiet" onClick={onFigures}>
        {t('figures.open')}
      </Button>
    </div>
  );
}

/**
 * A button that prints the week. If another view is open, the button switches to the week view first and prints it once
 * it is drawn.
 */
function PrintButton({ agenda: { view, setView } }: { agenda: Agenda }) {
  const { t } = useTranslation('agenda');
  const [isAsked, setIsAsked] = useState(false);
  useEffect(() => {
    if (!isAsked || view !== 'week') return;
    setIsAsked(false);
    window.print();
  }, [isAsked, view]);
  const print = () => {
    setIsAsked(true);
    if (view !== 'week') setView('week');
  };
  return (
    <Button size="s" onClick={print}>
      <Icon as={Printer} size="s" />
      {t('print')}
    </Button>
  );
}
