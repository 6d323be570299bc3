import { onTestFinished } from 'vitest';
import { startRelay } from './relay.ts';

/** A relay that stores the messages; it refuses the first `failures` of them. Ends with the test. */
export async function aRelay(failures = 0) {
  const relay = await startRelay({ failures });
  onTestFinished(relay.stop);
  return relay;
}
