import { threadId } from 'node:worker_threads';
import { Refusal } from '../refusal.ts';

/** Tasks for the test of the workers. */
export const whereAmI = (): { thread: number } => ({ thread: threadId });

export const refuse = (data: { max_mb: number }): void => {
  throw new Refusal('PHOTO_TOO_BIG', data);
};

export const fail = (what: string): void => {
  throw new Error(`out of ${what}`);
};

export const die = (): void => process.exit(7);

export function compute(ms: number): 'done' {
  for (const end = performance.now() + ms; performance.now() < end; );
  return 'done';
}
