import { Refusal } from '../refusal.ts';
import type { LaneState } from './workers.ts';

/** Seconds after which a refused caller should try again. */
const RETRY_AFTER_S = 5;

export interface LaneQueue {
  /** @throws Refusal BUSY */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  state(): LaneState;
  /** Resolves once no work runs or waits. */
  untilEmpty(): Promise<void>;
}

/**
 * Creates a queue that runs work in the order of the calls, `atOnce` at a time. At most `waiting` calls may wait. By
 * default, any number of calls may wait.
 */
export function createLaneQueue(most: { atOnce: number; waiting?: number }): LaneQueue {
  const longest = most.waiting ?? Number.POSITIVE_INFINITY;
  const waiting: (() => void)[] = [];
  const emptied: (() => void)[] = [];
  let running = 0;
  let refused = 0;
  const leave = (): void => {
    const next = waiting.shift();
    if (next) return next();
    if (--running === 0) for (const done of emptied.splice(0)) done();
  };
  return {
    async inTurn(work) {
      if (running >= most.atOnce) {
        if (waiting.length >= longest) {
          refused++;
          throw new Refusal('BUSY', { retry_after_s: RETRY_AFTER_S });
        }
        // Finished work passes its place to the first waiting call, so that no later call can take the place.
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else running++;
      try {
        return await work();
      } finally {
        leave();
      }
    },
    untilEmpty: () => (running === 0 ? Promise.resolve() : new Promise<void>((resolve) => void emptied.push(resolve))),
    state: () => ({ running, waiting: waiting.length, refused }),
  };
}
