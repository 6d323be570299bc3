/** The number of years for which a medical record must be kept after its last signature or treatment record. */
const RECORD_YEARS = 20;

/**
 * Returns the moment 20 years before `now`. A record may be deleted if its last signature and its last treatment record
 * are earlier than this.
 */
export function recordEnd(now: Date): Date {
  return yearsBefore(now, RECORD_YEARS);
}

export function yearsBefore(moment: Date, years: number): Date {
  const before = new Date(moment);
  before.setUTCFullYear(before.getUTCFullYear() - years);
  return before;
}
