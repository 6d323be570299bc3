import { onTestFinished } from 'vitest';
import { startRelay } from './relay.ts';

/** A mail relay that stores the messages. It refuses the first `failures` of them, and ends with the test. */
export async function aRelay(failures = 0) {
  const relay = await startRelay({ failures });
  onTestFinished(relay.stop);
  return relay;
}
