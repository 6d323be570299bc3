/** A medical record must be stored for this many years after its last signature. */
const RECORD_YEARS = 20;

/** Returns the moment 20 years before `now`. A record whose last signature is earlier may be deleted. */
export function recordEnd(now: Date): Date {
  return yearsBefore(now, RECORD_YEARS);
}

export function yearsBefore(moment: Date, years: number): Date {
  const before = new Date(moment);
  before.setUTCFullYear(before.getUTCFullYear() - years);
  return before;
}
