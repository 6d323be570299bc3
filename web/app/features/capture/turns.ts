/**
 * Returns a function that runs tasks one after the other, in the order of the calls. If a task fails, the next task
 * runs anyway.
 */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(task: () => Promise<T>): Promise<T> => {
    const turn = last.then(task);
    last = turn.catch(() => undefined);
    return turn;
  };
}
