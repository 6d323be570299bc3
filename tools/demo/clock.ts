import type { Clock } from '#server/platform/clock.ts';

const HOUR_MS = 3_600_000;

/** A clock that can be set to some hours before now, so that demo cases have a past. */
export interface DemoClock extends Clock {
  stand(hoursAgo: number): void;
}

export function demoClock(): DemoClock {
  let offset_ms = 0;
  return {
    now: () => new Date(Date.now() - offset_ms),
    stand(hoursAgo) {
      offset_ms = hoursAgo * HOUR_MS;
    },
  };
}
