import { onTestFinished } from 'vitest';
import { startRelay } from './relay.ts';

/** Starts a mail server that stores messages and refuses the first `failures` of them. It stops with the test. */
export async function aRelay(failures = 0) {
  const relay = await startRelay({ failures });
  onTestFinished(relay.stop);
  return relay;
}
