import { useTranslation } from 'react-i18next';
import { cityOfZone } from '#contract/zone.ts';
import { useZoned } from '#web/lib/zoned.ts';
import { Button } from '#web/ui/button.tsx';
import type { PickedTime } from './offer-times.ts';
import styles from './offer.module.css';

interface Props {
  times: readonly Pick<PickedTime, 'starts_at' | 'practitioner_name'>[];
  zone: string;
  /** The start times of picked slots that are no longer free. */
  gone: readonly string[];
  onRemove: (startsAt: string) => void;
}

/** Lists the free times that the offer will reserve, in the time zone of their place. */
export function PickedTimes({ times, zone, gone, onRemove }: Props) {
  const { t } = useTranslation(['admin', 'appointments']);
  const { moment } = useZoned();
  if (times.length === 0) return null;
  const city = cityOfZone(zone);
  return (
    <ol className={styles.picked} aria-label={t('times.picked')}>
      {times.map(({ starts_at, practitioner_name }) => {
        const when = moment(starts_at, zone);
        const isGone = gone.includes(starts_at);
        return (
          <li key={starts_at} data-gone={isGone || undefined}>
            <span>
              {t('appointments:placeTime', { moment: when, city })}
              <small className="muted">
                <bdi>{practitioner_name}</bdi>
              </small>
              {isGone && <strong className={styles.gone}>{t('times.gone')}</strong>}
            </span>
            <Button
              size="xs"
              variant="quiet"
              aria-label={t('times.remove.one', { moment: when })}
              onClick={() => onRemove(starts_at)}
            >
              {t('times.remove')}
            </Button>
          </li>
        );
      })}
    </ol>
  );
}
