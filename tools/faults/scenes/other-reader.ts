import { setTimeout as pause } from 'node:timers/promises';
import { atMost, type Check, equals, quantile } from '../check.ts';

interface Read {
  readonly status: number;
  readonly elapsed_ms: number;
}

/** Simulates another reader, who sends requests in sequence until `work` is done. */
export async function readUntilDone<Result>(
  work: Promise<Result>,
  look: () => Promise<{ readonly status: number }>,
): Promise<{ result: Result; reads: Read[] }> {
  let isOver = false;
  void work.finally(() => (isOver = true)).catch(() => {});
  const reads: Read[] = [];
  do {
    const begun = performance.now();
    const { status } = await look();
    reads.push({ status, elapsed_ms: performance.now() - begun });
    await pause(20);
  } while (!isOver);
  return { result: await work, reads };
}

/** Checks that other readers are not affected. */
export function readChecks(reads: readonly Read[], prompt_ms: number): Check[] {
  const failed = reads.filter(({ status }) => status !== 200).length;
  const times = reads.map(({ elapsed_ms }) => elapsed_ms);
  return [
    equals('other people’s reads that failed meanwhile', failed, 0),
    atMost('time of such a read, p95', quantile(times, 0.95), prompt_ms, ' ms'),
  ];
}
