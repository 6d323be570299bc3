import { useTranslation } from 'react-i18next';
import { dateFormat } from '#contract/dates.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { useZoned } from '#web/lib/zoned.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Select, TextField } from '#web/ui/text-field.tsx';
import { zonesWith } from './moved-time.ts';
import styles from './offer.module.css';
import type { TimeCheck } from './use-time-check.ts';

export interface TimeValue {
  wall_time: string;
  timezone: string;
  instant: string | null;
  allow_double_booking: boolean;
}

interface Props {
  value: TimeValue;
  onChange: (part: Partial<TimeValue>) => void;
  check: TimeCheck;
  isMissing: boolean;
  /** True if the visit is at a site of a clinic, which determines the time zone. */
  hasSite?: boolean;
}

/**
 * The fields for a date and a time in a time zone. They also ask for a decision if the clock changes at that time or
 * the provider has another appointment.
 */
export function TimeFields({ value, onChange, check, isMissing, hasSite = false }: Props) {
  const { t } = useTranslation('admin');
  const { spelled } = useZoned();
  const typed = Date.parse(`${value.wall_time}Z`);
  const moved = (part: Partial<TimeValue>) => onChange({ ...part, instant: null, allow_double_booking: false });
  return (
    <>
      <TextField
        label={t('offer.when')}
        type="datetime-local"
        value={value.wall_time}
        aria-invalid={isMissing || undefined}
        // The field shows the date in the browser's order of day and month, so the hint repeats it in the order of the
        // page's language.
        hint={typed > 0 && spelled(typed, 'UTC')}
        onChange={(event) => moved({ wall_time: event.target.value })}
      />
      <Select
        label={t('offer.zone')}
        value={value.timezone}
        disabled={hasSite}
        onChange={(event) => moved({ timezone: event.target.value })}
      >
        {zonesWith(value.timezone).map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </Select>
      {value.instant && <Chosen instant={value.instant} zone={value.timezone} />}
      {check.choice && (
        <ClockChange choice={check.choice} zone={value.timezone} onChoose={(instant) => onChange({ instant })} />
      )}
      {check.bookings.length > 0 && <DoubleBooking value={value} onChange={onChange} bookings={check.bookings} />}
    </>
  );
}

/**
 * Formats an instant with its offset from UTC, because two instants with the same local time differ only in the offset.
 */
function useExact(zone: string) {
  const locale = useLocale();
  const format = dateFormat(locale, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
    timeZoneName: 'shortOffset',
  });
  return (instant: string) => format.format(new Date(instant));
}

function Chosen({ instant, zone }: { instant: string; zone: string }) {
  const { t } = useTranslation('admin');
  return <p className={`small ${styles.full}`}>{t('offer.chosen', { moment: useExact(zone)(instant) })}</p>;
}

interface ClockChangeProps {
  choice: NonNullable<TimeCheck['choice']>;
  zone: string;
  onChoose: (instant: string) => void;
}

function ClockChange({ choice, zone, onChoose }: ClockChangeProps) {
  const { t } = useTranslation('admin');
  const exact = useExact(zone);
  return (
    <div className={styles.warning} role="alert">
      <p>{t(`offer.${choice.code}`, { zone })}</p>
      <div className={styles.buttons}>
        {choice.instants.map((instant) => (
          <Button key={instant} size="xs" onClick={() => onChoose(instant)}>
            {exact(instant)}
          </Button>
        ))}
      </div>
    </div>
  );
}

function DoubleBooking({ value, onChange, bookings }: Pick<Props, 'value' | 'onChange'> & Pick<TimeCheck, 'bookings'>) {
  const { t } = useTranslation('admin');
  const { short } = useZoned();
  const list = bookings
    .map(({ number, scheduled_at }) => `${number}, ${short(scheduled_at, value.timezone)}`)
    .join('; ');
  return (
    <div className={styles.warning} role="alert">
      <p>{t('offer.doubleBooked', { list })}</p>
      <Checkbox
        label={t('offer.allTheSame')}
        checked={value.allow_double_booking}
        onChange={(event) => onChange({ allow_double_booking: event.target.checked })}
      />
    </div>
  );
}
