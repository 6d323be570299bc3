import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { agoUnits } from '#contract/ago.ts';
import { useFormat } from '#web/lib/format.ts';

const minute_ms = agoUnits[0].unit_ms;

export type Distance = { unit: 'now' } | { unit: 'minutes' | 'hours' | 'days'; count: number } | { unit: 'date' };

/** Under a minute 'just now', then minutes, hours, days up to six, then a date. A clock that runs behind reads as now. */
export function distance(moment: string, now_ms: number): Distance {
  const ms = now_ms - Date.parse(moment);
  if (ms < minute_ms) return { unit: 'now' };
  const near = agoUnits.find(({ below_ms }) => ms < below_ms);
  return near ? { unit: near.unit, count: Math.floor(ms / near.unit_ms) } : { unit: 'date' };
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
