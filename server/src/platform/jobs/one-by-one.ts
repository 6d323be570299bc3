import type { Logger } from 'pino';

/**
 * Does the same work for each item, one after the other. A failure is logged and does not stop the other items.
 *
 * @throws the first failure, once all items were tried, so that the job is tried again
 */
export async function oneByOne<T extends { readonly id: string }>(
  log: Logger,
  all: Iterable<T> | AsyncIterable<T>,
  work: (one: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for await (const one of all)
    await work(one).catch((error: unknown) => {
      log.error({ err: error, id: one.id }, 'one of many failed');
      failures.push(error);
    });
  if (failures.length > 0) throw failures[0];
}
