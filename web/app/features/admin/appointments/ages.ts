const minute_ms = 60_000;

export type Age = { unit: 'now' } | { unit: 'minutes' | 'hours' | 'days'; value: number } | { unit: 'date' };

/**
 * Returns an age in minutes, hours or days. The unit is 'now' for less than a minute, and 'date' for more than six
 * days.
 */
export function ageOf(at: string, now_ms: number): Age {
  const minutes = Math.floor((now_ms - Date.parse(at)) / minute_ms);
  if (minutes < 1) return { unit: 'now' };
  if (minutes < 60) return { unit: 'minutes', value: minutes };
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return { unit: 'hours', value: hours };
  const days = Math.floor(hours / 24);
  return days <= 6 ? { unit: 'days', value: days } : { unit: 'date' };
}

/**
 * Returns the whole hours until a deadline, rounded up and at least 1. After the deadline, returns a negative number.
 */
export function hoursUntil(at: string, now_ms: number): number {
  const hours = (Date.parse(at) - now_ms) / (60 * minute_ms);
  return hours >= 0 ? Math.max(1, Math.ceil(hours)) : Math.min(-1, Math.floor(hours));
}
