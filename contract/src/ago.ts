const minute_ms = 60_000;
const hour_ms = 60 * minute_ms;
const day_ms = 24 * hour_ms;
const mostDays = 6;

export type Distance = { unit: 'now' } | { unit: 'minutes' | 'hours' | 'days'; count: number } | { unit: 'date' };

/**
 * Returns how long ago a moment was. For a moment less than a minute ago, the unit is 'now'. For longer times the unit
 * is minutes, hours, or days up to six days. For an older moment the unit is 'date', and the screen shows the date. A
 * moment in the future also gives 'now', because the reader's clock may be slow.
 */
export function distance(moment: string, now_ms: number): Distance {
  const ms = now_ms - Date.parse(moment);
  if (ms < minute_ms) return { unit: 'now' };
  if (ms < hour_ms) return { unit: 'minutes', count: Math.floor(ms / minute_ms) };
  if (ms < day_ms) return { unit: 'hours', count: Math.floor(ms / hour_ms) };
  const days = Math.floor(ms / day_ms);
  return days <= mostDays ? { unit: 'days', count: days } : { unit: 'date' };
}
