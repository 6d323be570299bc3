/**
 * Whoever asks for the same thing while it is under way shares its outcome, within this process. For steps that hold a lock and then wait for somebody
 * else: callers that queued at the lock would each keep a database connection, until none is left for the one that holds it.
 *
 * @returns a function that runs `work` unless `key` is under way; a failure is shared as well, and the next call begins anew
 */
export function singleFlight<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const underWay = new Map<string, Promise<T>>();
  return (key, work) => {
    const running = underWay.get(key);
    if (running) return running;
    const started = work().finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  };
}
