export const PeriodNames = ['30', '90', 'year', 'last'] as const;
export type PeriodName = (typeof PeriodNames)[number];

const DAY_MS = 86_400_000;
const dayIn = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris', dateStyle: 'short' });

/** Returns the first and the last day of a period, in Paris time. */
export function periodOf(name: PeriodName, now: number): { from: string; to: string } {
  const to = dayIn.format(now);
  if (name === 'year') return { from: `${to.slice(0, 4)}-01-01`, to };
  if (name === 'last') {
    const year = Number(to.slice(0, 4)) - 1;
    return { from: `${year}-01-01`, to: `${year}-12-31` };
  }
  // The days are counted from noon, so that a clock change does not shift the day.
  const first = new Date(`${to}T12:00:00Z`).getTime() - (Number(name) - 1) * DAY_MS;
  return { from: new Date(first).toISOString().slice(0, 10), to };
}
