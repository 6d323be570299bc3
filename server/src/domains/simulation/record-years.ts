/** A medical record is kept twenty years after its last signature. */
const RECORD_YEARS = 20;

/** Records whose last signature is older than this need not be kept. */
export function recordEnd(now: Date): Date {
  return yearsBefore(now, RECORD_YEARS);
}

export function yearsBefore(moment: Date, years: number): Date {
  const before = new Date(moment);
  before.setUTCFullYear(before.getUTCFullYear() - years);
  return before;
}
