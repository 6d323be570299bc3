import { useTranslation } from 'react-i18next';
import type { MyTime } from '#contract/agenda.ts';
import { cityOfZone } from '#contract/zone.ts';
import { useFormat } from '#web/lib/format.ts';
import { useVisitWords } from '#web/lib/visit-words.ts';
import { useZoned } from '#web/lib/zoned.ts';

/**
 * The text of a visit in the calendar. The most important line is first, because a short visit has room for only one or
 * two lines.
 */
export function VisitLines({ visit, zone }: { visit: MyTime; zone: string }) {
  const words = useVisitWords();
  const { commas } = useFormat();
  return (
    <>
      <strong className="num">{words.time(visit.starts_at, zone)}</strong> <bdi>{words.who(visit)}</bdi>
      <br />
      <span>{commas([words.what(visit), words.where(visit)].filter(Boolean))}</span>
      <br />
      <span>
        {words.state(visit)}
        <Missing visit={visit} />
        <There visit={visit} zone={zone} />
      </span>
    </>
  );
}

/** Shows the time of the visit in the time zone of its place, if the page uses another time zone. */
export function There({ visit: { starts_at, site }, zone }: { visit: MyTime; zone: string }) {
  const { t } = useTranslation('agenda');
  const { time, isSame } = useZoned();
  if (isSame(starts_at, zone, site.timezone)) return null;
  return <> · {t('there', { time: time(starts_at, site.timezone), city: cityOfZone(site.timezone) })}</>;
}

/** Names the step that is still missing after a visit. */
export function Missing({ visit: { record, review } }: { visit: MyTime }) {
  const { t } = useTranslation('agenda');
  const isUnbooked = review === 'none' || review === 'declined' || review === 'expired';
  return (
    <>
      {record === 'missing' && <> · {t('record.missing')}</>}
      {isUnbooked && <> · {t('review.unbooked')}</>}
    </>
  );
}
