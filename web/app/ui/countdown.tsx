import { useTranslation } from 'react-i18next';
import { useNow } from '#web/lib/use-now.ts';

const minute_ms = 60_000;

interface Props {
  /** The end of the countdown, as an ISO instant. */
  until: string;
  /**
   * With at least this many hours left, the countdown shows days. With less time left it shows hours, because delivery
   * times are promised in hours.
   */
  daysFrom_h?: number;
}

/**
 * Shows the remaining time in words. It is updated every 30 s. Screen readers do not announce the updates, because they
 * would disturb the reader.
 */
export function Countdown({ until, daysFrom_h = 96 }: Props) {
  const { t } = useTranslation();
  const left_min = Math.ceil((new Date(until).getTime() - useNow()) / minute_ms);
  return (
    <time dateTime={until} className="num">
      {words()}
    </time>
  );

  function words() {
    if (left_min <= 0) return t('countdown.over');
    const hours = Math.floor(left_min / 60);
    if (hours >= daysFrom_h) return t('countdown.days', { days: Math.floor(hours / 24), hours: hours % 24 });
    if (hours > 0) return t('countdown.hours', { hours, minutes: left_min % 60 });
    return t('countdown.minutes', { minutes: left_min });
  }
}
