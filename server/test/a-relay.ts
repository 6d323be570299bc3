import { onTestFinished } from 'vitest';
import { startRelay } from './relay.ts';

/** A relay that keeps what it is given; it turns the first `failures` messages away. Ends with the test. */
export async function aRelay(failures = 0) {
  const relay = await startRelay({ failures });
  onTestFinished(relay.stop);
  return relay;
}
