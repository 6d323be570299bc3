import { useTranslation } from 'react-i18next';
import { distance } from '#contract/ago.ts';
import { useFormat } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';

/** Shows the time since a moment, in words. The tooltip contains the full date and time. */
export function Ago({ moment }: { moment: string }) {
  const { t } = useTranslation('ago');
  const format = useFormat();
  const now_ms = useNow();
  const far = distance(moment, now_ms);
  const words =
    far.unit === 'now' ? t('now') : far.unit === 'date' ? format.date(moment) : format.ago(far.count, far.unit);
  return (
    <time dateTime={moment} title={format.dateTime(moment)}>
      {words}
    </time>
  );
}
