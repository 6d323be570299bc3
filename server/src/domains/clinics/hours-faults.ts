import type { HoursException, HoursRule } from '#contract/clinics.ts';

export type HoursFault = 'ends_first' | 'overlap' | 'elsewhere' | 'place' | 'past' | 'half' | 'extra_needs';

/** The practitioner's rules at places that this change does not affect. Each rule has the time zone of its place. */
export type Standing = readonly (HoursRule & { timezone: string })[];

/**
 * Finds the faults in a practitioner's hours. The result maps the path of each faulty row to its codes. `zones` has the
 * time zone of each place where the practitioner may have hours. Hours at places in different time zones are not
 * compared. A practitioner still cannot be booked twice at the same moment, because the database compares booked times
 * as instants.
 */
export function hoursFaults(
  { rules, exceptions }: { rules: readonly HoursRule[]; exceptions: readonly HoursException[] },
  zones: ReadonlyMap<string, string>,
  standing: Standing,
  firstDay: string,
): Record<string, HoursFault[]> {
  const faults: Record<string, HoursFault[]> = {};
  const add = (path: string, fault: HoursFault | undefined) => {
    if (fault) faults[path] = [fault];
  };
  rules.forEach((rule, at) => {
    add(`rules.${at}`, ruleFault(rule, at, { rules, standing, zones }));
  });
  exceptions.forEach((exception, at) => {
    add(`exceptions.${at}`, exceptionFault(exception, at, { exceptions, zones, firstDay }));
  });
  return faults;
}

function ruleFault(
  rule: HoursRule,
  at: number,
  { rules, standing, zones }: { rules: readonly HoursRule[]; standing: Standing; zones: ReadonlyMap<string, string> },
): HoursFault | undefined {
  if (!zones.has(rule.site_id)) return 'place';
  if (rule.ends <= rule.starts || (rule.valid_to !== null && rule.valid_to < rule.valid_from)) return 'ends_first';
  const meets = (other: HoursRule, zone: string | undefined) =>
    zone === zones.get(rule.site_id) &&
    other.weekday === rule.weekday &&
    timesMeet(other, rule) &&
    other.valid_from <= (rule.valid_to ?? '9999') &&
    rule.valid_from <= (other.valid_to ?? '9999');
  if (rules.some((other, nth) => nth !== at && meets(other, zones.get(other.site_id)))) return 'overlap';
  return standing.some((other) => meets(other, other.timezone)) ? 'elsewhere' : undefined;
}

function exceptionFault(
  exception: HoursException,
  at: number,
  {
    exceptions,
    zones,
    firstDay,
  }: { exceptions: readonly HoursException[]; zones: ReadonlyMap<string, string>; firstDay: string },
): HoursFault | undefined {
  const { site_id, day, kind, starts, ends } = exception;
  if (site_id !== null && !zones.has(site_id)) return 'place';
  if (day < firstDay) return 'past';
  if ((starts === null) !== (ends === null)) return 'half';
  if (kind === 'extra' && (site_id === null || starts === null)) return 'extra_needs';
  if (starts !== null && ends !== null && ends <= starts) return 'ends_first';
  const meets = (other: HoursException) =>
    other.day === day &&
    other.kind === kind &&
    (other.site_id === site_id || other.site_id === null || site_id === null) &&
    timesMeet(wholeDay(other), wholeDay(exception));
  return exceptions.some((other, nth) => nth !== at && meets(other)) ? 'overlap' : undefined;
}

const wholeDay = ({ starts, ends }: HoursException) => ({ starts: starts ?? '00:00', ends: ends ?? '24:00' });

/**
 * Returns whether two ranges of the day overlap. Ranges that only touch do not. The times HH:MM can be compared as
 * text.
 */
const timesMeet = (one: { starts: string; ends: string }, other: { starts: string; ends: string }): boolean =>
  one.starts < other.ends && other.starts < one.ends;
