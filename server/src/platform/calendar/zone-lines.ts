import { compactWallTime } from './zone-time.ts';

/**
 * VTIMEZONE of a zone around a moment: the change of the clocks before it and the one after it, each with its own date, so that nothing depends on rules
 * that governments change.
 */
export function zoneLines(zone: string, around: Date): string[] {
  const at = Temporal.Instant.fromEpochMilliseconds(around.getTime()).toZonedDateTimeISO(zone);
  const before = at.getTimeZoneTransition('previous');
  const after = at.getTimeZoneTransition('next');
  const observances = [...(before ? observance(before) : steady(at)), ...(after ? observance(after) : [])];
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...observances, 'END:VTIMEZONE'];
}

/** From this change on. The onset is written in the time that held before it. */
function observance(change: Temporal.ZonedDateTime): string[] {
  const before = change.subtract({ nanoseconds: 1 });
  const onset = change.toPlainDateTime().subtract({ nanoseconds: change.offsetNanoseconds - before.offsetNanoseconds });
  const kind = change.offsetNanoseconds > before.offsetNanoseconds ? 'DAYLIGHT' : 'STANDARD';
  return block(kind, onset.toString({ smallestUnit: 'second' }).replace(/[-:]/g, ''), before.offset, change.offset);
}

/** The clocks of this zone have never changed. */
const steady = (at: Temporal.ZonedDateTime): string[] =>
  block('STANDARD', compactWallTime(new Date(0), at.timeZoneId), at.offset, at.offset);

const block = (kind: string, onset: string, from: string, to: string): string[] => [
  `BEGIN:${kind}`,
  `DTSTART:${onset}`,
  `TZOFFSETFROM:${offset(from)}`,
  `TZOFFSETTO:${offset(to)}`,
  `END:${kind}`,
];

/** +01:00 → +0100; seconds stay where old offsets have them. */
const offset = (text: string): string => text.replaceAll(':', '');
