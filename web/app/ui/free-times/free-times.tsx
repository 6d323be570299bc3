import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '#web/lib/calendar.ts';
import { type FreeDay, type FreeSlot, type FreeTime, partsOfDay } from '#web/lib/free-times.ts';
import { dayIn } from '#web/lib/day.ts';
import { ownZone, useZoned } from '#web/lib/zoned.ts';
import { cityOfZone } from '#contract/zone.ts';
import { Button } from '../button.tsx';
import { ChoiceGroup } from '../chip-group.tsx';
import './free-times.css';

/** The number of free days that are shown at first. */
const FEW = 7;

interface Props {
  /** The days with free times. The list has at least one day. */
  days: readonly FreeDay[];
  /** The time zone of the place. */
  zone: string;
  /** The chosen day. If it is null, or if the day no longer has a free time, the first day is shown. */
  day: Day | null;
  onDay: (day: Day) => void;
  /** The start of the time that the patient has chosen. */
  picked?: string | null;
  onPick: (slot: FreeSlot) => void;
  /** Loads further days. The function is undefined if there are none. */
  onMore?: (() => void) | undefined;
  isLoadingMore?: boolean;
}

/** Shows the days, and the free times of the chosen day, in the time zone of the place. */
export function FreeTimes({ days, zone, day, onDay, picked, onPick, onMore, isLoadingMore }: Props) {
  const { t } = useTranslation('appointment-times');
  const { shortDay, longDay } = useZoned();
  const [most, setMost] = useState(FEW);
  const at = Math.max(
    0,
    days.findIndex((one) => one.day === day),
  );
  const shown = days.slice(0, Math.max(most, at + 1));
  const chosen = days[at];
  const first = chosen?.times[0]?.starts_at;
  const isMore = shown.length < days.length || onMore !== undefined;
  function more() {
    // The next days may take a while to load, so the number of shown days is increased before they are loaded.
    setMost(shown.length + FEW);
    if (shown.length + FEW > days.length) onMore?.();
  }
  return (
    <div className="free-times">
      <div className="free-times__days">
        <ChoiceGroup
          legend={t('day')}
          choices={shown.map((one) => ({ value: one.day, label: shortDay(one.times[0]?.starts_at ?? one.day, zone) }))}
          value={chosen?.day}
          onChange={onDay}
        />
        {isMore && (
          <Button size="s" variant="quiet" busy={isLoadingMore ?? false} onClick={more}>
            {t('laterDays')}
          </Button>
        )}
      </div>
      {chosen && first && (
        <section className="free-times__day" aria-label={longDay(first, zone)} aria-live="polite">
          <header>
            <h3 className="title">{longDay(first, zone)}</h3>
            <p className="micro muted">{t('clock', { city: cityOfZone(zone) })}</p>
          </header>
          {partsOfDay(chosen.times, zone).map(({ part, times }) => (
            <div key={part} className="free-times__part">
              <h4 className="small muted">{t(`part.${part}`)}</h4>
              <ul>
                {times.map((time) => (
                  <li key={time.starts_at}>
                    <Time time={time} zone={zone} isPicked={time.starts_at === picked} onPick={onPick} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </section>
      )}
    </div>
  );
}

interface TimeProps {
  time: FreeTime;
  zone: string;
  isPicked: boolean;
  onPick: (slot: FreeSlot) => void;
}

function Time({ time: { starts_at, slot }, zone, isPicked, onPick }: TimeProps) {
  const { t } = useTranslation('appointment-times');
  const { time } = useZoned();
  const own = useOwnTime(starts_at, zone);
  return (
    <button
      type="button"
      className="free-times__time"
      aria-pressed={isPicked}
      disabled={slot === null}
      onClick={() => slot && onPick(slot)}
    >
      <span data-gone={slot === null || undefined}>{time(starts_at, zone)}</span>
      {slot === null ? <small>{t('gone')}</small> : own && <small>{own}</small>}
    </button>
  );
}

/**
 * Returns the same time in the reader's own time zone, with the day if it differs. Returns undefined if both zones have
 * the same local time.
 */
function useOwnTime(starts_at: string, zone: string): string | undefined {
  const { t } = useTranslation('appointment-times');
  const { time, short, isSame } = useZoned();
  const mine = ownZone();
  if (isSame(starts_at, zone, mine)) return undefined;
  const isSameDay = dayIn(zone, starts_at) === dayIn(mine, starts_at);
  return t('yourTime', { time: isSameDay ? time(starts_at, mine) : short(starts_at, mine) });
}
