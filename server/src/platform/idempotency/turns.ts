/** Nobody else may stand in line: the caller should come back later. */
export class TooManyWaiting extends Error {}

/**
 * At most so many at the same time, within this process; the others wait, first come first served. For steps that hold a database connection while they
 * wait for somebody who needs another one: without a limit below the size of the pool, enough of them would hold all connections, and each would wait
 * for the others without end.
 *
 * @param size how many may be under way, from 1
 * @param longest how many may wait; whoever comes after them gets TooManyWaiting
 * @returns a function that runs `work` when its turn comes, and settles as it does
 */
export function turns(size: number, longest = Number.POSITIVE_INFINITY): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = size;
  return async (work) => {
    if (free > 0) free--;
    else if (waiting.length >= longest) throw new TooManyWaiting();
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
