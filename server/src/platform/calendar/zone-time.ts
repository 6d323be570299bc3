/** Returns the local time of a zone, such as 2026-12-03T14:30:00. */
export const wallTime = (at: Date, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' });

/** Returns the local time of a zone in the format of calendar files: 20261203T143000. */
export const compactWallTime = (at: Date, zone: string): string => wallTime(at, zone).replace(/[-:]/g, '');
