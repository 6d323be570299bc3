/** The source of the current time. Code receives it as a dependency, so that tests can stop the clock or set it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
