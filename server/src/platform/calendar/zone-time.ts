/** 2026-12-03T14:30:00, the local time of the zone. */
export const wallTime = (at: Date, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' });

/** The same in the form of calendar files: 20261203T143000. */
export const compactWallTime = (at: Date, zone: string): string => wallTime(at, zone).replace(/[-:]/g, '');
