/** Thrown if a zone is not in the IANA database. */
export class UnknownZone extends Error {
  override readonly name = 'UnknownZone';
}

export type WallClock =
  | { readonly kind: 'instant'; readonly at: Date }
  /**
   * The clocks skip this local time when they go forward. `before` and `after` are its instants with the offsets before
   * and after the change.
   */
  | { readonly kind: 'skipped'; readonly before: Date; readonly after: Date }
  /** The clocks show this local time twice, because they go back. */
  | { readonly kind: 'twice'; readonly earlier: Date; readonly later: Date };

/**
 * Returns the instant of a local time in a zone. If the clocks skip the time or show it twice, the function does not
 * guess, but returns both possible instants.
 *
 * @param local ISO 8601 without offset, 2027-03-28T02:30[:00]
 * @param zone IANA name
 * @throws UnknownZone; RangeError if `local` is not a valid date
 */
export function readWallClock(local: string, zone: string): WallClock {
  assertZone(zone);
  const plain = Temporal.PlainDateTime.from(local);
  const earlier = plain.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const later = plain.toZonedDateTime(zone, { disambiguation: 'later' });
  if (earlier.epochMilliseconds === later.epochMilliseconds) return { kind: 'instant', at: dateOf(earlier) };
  // If the clocks skip `plain`, the local times of `earlier` and `later` differ from it. If they show it twice, both
  // local times are the same as `plain`.
  return earlier.toPlainDateTime().equals(plain)
    ? { kind: 'twice', earlier: dateOf(earlier), later: dateOf(later) }
    : { kind: 'skipped', before: dateOf(earlier), after: dateOf(later) };
}

/**
 * Returns the instant at which the day `later` days after `day` begins in a zone. If the clocks skip midnight, the day
 * begins at the change.
 *
 * @param day 2027-03-28
 * @throws UnknownZone
 */
export function startOfDay(day: string, zone: string, later = 0): Date {
  assertZone(zone);
  return dateOf(Temporal.PlainDate.from(day).add({ days: later }).toZonedDateTime(zone));
}

/** @throws UnknownZone, also for an offset such as +01:00, because an offset has no summer time */
export function assertZone(zone: string): void {
  if (/^[A-Za-z]/.test(zone))
    try {
      new Intl.DateTimeFormat('en', { timeZone: zone });
      return;
    } catch {
      // The zone is unknown, so the code below throws.
    }
  throw new UnknownZone(zone);
}

const dateOf = ({ epochMilliseconds }: Temporal.ZonedDateTime): Date => new Date(epochMilliseconds);
