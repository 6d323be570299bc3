import { onTestFinished } from 'vitest';
import { startRelay } from './relay.ts';

/**
 * Starts a mail server that refuses the first `failures` messages and stores all others. The server stops with the
 * test.
 */
export async function aRelay(failures = 0) {
  const relay = await startRelay({ failures });
  onTestFinished(relay.stop);
  return relay;
}
