/** Time as a dependency, so that tests can stop it or let it jump. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
