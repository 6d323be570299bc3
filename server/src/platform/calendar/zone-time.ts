/** Returns the local time of a zone, such as 2026-12-03T14:30:00. */
export const wallTime = (at: Date, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' });

/** Returns the date in Paris at this time. */
export const parisDay = (at: Date): string => wallTime(at, 'Europe/Paris').slice(0, 10);

/** Returns the newest date that has begun at this time in any time zone (UTC+14). */
export const newestDay = (at: Date): string => wallTime(at, '+14:00').slice(0, 10);

/** Returns the oldest date that has not ended at this time in every time zone (UTC-12). */
export const oldestDay = (at: Date): string => wallTime(at, '-12:00').slice(0, 10);

/** Returns the local time of a zone in the format of calendar files: 20261203T143000. */
export const compactWallTime = (at: Date, zone: string): string => wallTime(at, zone).replace(/[-:]/g, '');
