const minute_ms = 60_000;
const hour_ms = 60 * minute_ms;
const day_ms = 24 * hour_ms;

/** How long ago something was is counted in these, by how many milliseconds it is less than; under a minute it is 'just now', and what is older is a date. */
export const agoUnits = [
  { unit: 'minutes', unit_ms: minute_ms, below_ms: hour_ms },
  { unit: 'hours', unit_ms: hour_ms, below_ms: day_ms },
  { unit: 'days', unit_ms: day_ms, below_ms: 7 * day_ms },
] as const;
