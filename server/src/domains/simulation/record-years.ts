/** A medical record is kept twenty years after its last signature. */
const RECORD_YEARS = 20;

/** Records that were signed last before this moment need not be kept any more. */
export function recordEnd(now: Date): Date {
  return yearsBefore(now, RECORD_YEARS);
}

export function yearsBefore(moment: Date, years: number): Date {
  const before = new Date(moment);
  before.setUTCFullYear(before.getUTCFullYear() - years);
  return before;
}
