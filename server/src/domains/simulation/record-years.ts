/** A medical record is kept twenty years after its last signature. */
const RECORD_YEARS = 20;

/** Returns the moment before which a record's last signature must be so that the record may be deleted. */
export function recordEnd(now: Date): Date {
  return yearsBefore(now, RECORD_YEARS);
}

export function yearsBefore(moment: Date, years: number): Date {
  const before = new Date(moment);
  before.setUTCFullYear(before.getUTCFullYear() - years);
  return before;
}
