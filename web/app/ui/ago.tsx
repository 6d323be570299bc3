import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/format.ts';

const minute_ms = 60_000;
const hour_ms = 60 * minute_ms;
const day_ms = 24 * hour_ms;
const mostDays = 6;

export type Distance = { unit: 'now' } | { unit: 'minutes' | 'hours' | 'days'; count: number } | { unit: 'date' };

/** Under a minute 'just now', then minutes, hours, days up to six, then a date. A clock that runs behind reads as now. */
export function distance(moment: string, now_ms: number): Distance {
  const ms = now_ms - Date.parse(moment);
  if (ms < minute_ms) return { unit: 'now' };
  if (ms < hour_ms) return { unit: 'minutes', count: Math.floor(ms / minute_ms) };
  if (ms < day_ms) return { unit: 'hours', count: Math.floor(ms / hour_ms) };
  const days = Math.floor(ms / day_ms);
  return days <= mostDays ? { unit: 'days', count: days } : { unit: 'date' };
}

/** How long ago something was; the full moment is the tooltip. */
export function Ago({ moment }: { moment: string }) {
  const { t } = useTranslation('ago');
  const format = useFormat();
  const now_ms = useMinute();
  const far = distance(moment, now_ms);
  const words =
    far.unit === 'now' ? t('now') : far.unit === 'date' ? format.date(moment) : format.ago(far.count, far.unit);
  return (
    <time dateTime={moment} title={format.dateTime(moment)}>
      {words}
    </time>
  );
}

function useMinute(): number {
  const [now_ms, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute_ms);
    return () => clearInterval(timer);
  }, []);
  return now_ms;
}
