import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateFormat } from '#contract/dates.ts';
import { BookingLimits } from '#contract/bookings.ts';
import { cityOfZone } from '#contract/zone.ts';
import { api } from '#web/lib/api.ts';
import { addDays, type Day, daysOf, mondayOf } from '#web/lib/calendar.ts';
import { dayIn } from '#web/lib/day.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { useZoned } from '#web/lib/zoned.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { type Slot, slotsByDay, weekIn } from './offer-times.ts';
import styles from './week-slots.module.css';

interface Asked {
  service_id: string;
  site_id: string;
  /** If no practitioner is given, the slots of all practitioners of the service are shown. */
  practitioner_id?: string | undefined;
  /** The id of the booked time that is being moved. This booked time does not block any slot. */
  except?: string | undefined;
}

interface Props {
  asked: Asked;
  zone: string;
  /** The start times of the picked slots. */
  picked: readonly string[];
  /** True if no further slot can be picked. */
  isFull: boolean;
  /** A blocked slot is shown, but cannot be picked. */
  isBlocked?: (slot: Slot) => boolean;
  onPick: (slot: Slot, practitionerName: string) => void;
}

const never = () => false;

/** Shows the free slots of a week, in the time zone of their place. */
export function WeekSlots({ asked, zone, picked, isFull, isBlocked = never, onPick }: Props) {
  const { t } = useTranslation('admin');
  const today = dayIn(zone, useNow());
  const [chosenDay, setDay] = useState<Day>();
  // A past week has no slots to choose from.
  const day = chosenDay && chosenDay > today ? chosenDay : today;
  const input = { ...asked, ...weekIn(zone, day) };
  const query = useQuery(api.bookings.adminListSlots.queryOptions({ input, staleTime: 0 }));
  const week = query.data && slotsByDay(query.data.slots, daysOf('week', day), { zone, isBlocked });
  const names = new Map(query.data?.practitioners.map(({ id, name }) => [id, name]));
  const pick = (slot: Slot) => onPick(slot, names.get(slot.practitioner_id) ?? '');
  return (
    <Stack as="section" gap={8} className={styles.week} aria-label={t('slots.label')}>
      <WeekHead day={day} today={today} zone={zone} onDay={setDay} />
      {week ? (
        query.data.slots.length > 0 ? (
          <Days week={week} {...{ zone, picked, isFull, isBlocked, names, pick }} />
        ) : (
          <NextFree asked={asked} zone={zone} after={input.to} onDay={setDay} />
        )
      ) : query.isError ? (
        <ErrorState
          title={t('slots.failed')}
          error={query.error}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      ) : (
        <SkeletonRows rows={3} />
      )}
      {query.data?.more_from && <p className="micro muted">{t('slots.more')}</p>}
    </Stack>
  );
}

interface HeadProps {
  day: Day;
  today: Day;
  zone: string;
  onDay: (day: Day) => void;
}

function WeekHead({ day, today, zone, onDay }: HeadProps) {
  const { t } = useTranslation('admin');
  const locale = useLocale();
  const monday = mondayOf(day);
  const format = dateFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return (
    <Row gap={4} align="center">
      <IconButton
        icon={ChevronLeft}
        size="s"
        label={t('slots.before')}
        disabled={monday <= today}
        onClick={() => onDay(addDays(monday, -7))}
      />
      <IconButton icon={ChevronRight} size="s" label={t('slots.after')} onClick={() => onDay(addDays(monday, 7))} />
      <p aria-live="polite">
        <strong>{format.formatRange(new Date(monday), new Date(addDays(monday, 6)))}</strong>{' '}
        <span className="micro muted">{t('slots.clock', { city: cityOfZone(zone) })}</span>
      </p>
    </Row>
  );
}

interface DaysProps extends Required<Pick<Props, 'zone' | 'picked' | 'isFull' | 'isBlocked'>> {
  week: readonly { day: Day; slots: Slot[] }[];
  names: ReadonlyMap<string, string>;
  pick: (slot: Slot) => void;
}

function Days({ week, zone, picked, isFull, isBlocked, names, pick }: DaysProps) {
  const locale = useLocale();
  const { moment, time } = useZoned();
  const format = dateFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
  return (
    <ol className={styles.days}>
      {week.map(({ day, slots }) => (
        <li key={day} data-empty={slots.length === 0 || undefined}>
          <h4>{format.format(new Date(day))}</h4>
          {slots.length === 0 && <span className="muted">–</span>}
          {slots.map((slot) => {
            const isPicked = picked.includes(slot.starts_at);
            const who = names.get(slot.practitioner_id);
            return (
              <button
                key={slot.starts_at}
                type="button"
                className={styles.slot}
                aria-pressed={isPicked}
                aria-label={[moment(slot.starts_at, zone), who].join(', ')}
                title={who}
                disabled={!isPicked && (isFull || isBlocked(slot))}
                onClick={() => pick(slot)}
              >
                {time(slot.starts_at, zone)}
              </button>
            );
          })}
        </li>
      ))}
    </ol>
  );
}

interface NextProps extends Pick<Props, 'asked' | 'zone'> {
  /** The end of the shown week, in which no slot is free. */
  after: string;
  onDay: (day: Day) => void;
}

/** Shown if no slot is free in this week. If a later day has a free slot, a button opens the week of that day. */
function NextFree({ asked, zone, after, onDay }: NextProps) {
  const { t } = useTranslation('admin');
  const { longDay } = useZoned();
  const to = new Date(Date.parse(after) + BookingLimits.days * 86_400_000).toISOString();
  const { data, isError } = useQuery(
    api.bookings.adminListSlots.queryOptions({ input: { ...asked, from: after, to }, staleTime: 0 }),
  );
  const next = data?.slots[0]?.starts_at;
  const until = dayIn(zone, to);
  return (
    <Stack gap={8} align="start" className={styles.none} role="status">
      <p>{t('slots.none')}</p>
      {next && (
        <Button size="xs" onClick={() => onDay(dayIn(zone, next))}>
          {t('slots.next', { day: longDay(next, zone) })}
        </Button>
      )}
      {data && !next && (
        <Button size="xs" onClick={() => onDay(until)}>
          {t('slots.noneUntil', { day: longDay(to, zone) })}
        </Button>
      )}
      {!data && !isError && <p className="muted">{t('slots.looking')}</p>}
    </Stack>
  );
}
