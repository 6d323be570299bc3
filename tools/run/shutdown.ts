import { say, SetupError } from '../setup/say.mjs';

/** Settles when this process shall stop: by Ctrl-C, a signal, or the end of the launcher above it. */
export function askedToStop(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
    process.once('disconnect', () => resolve('disconnect'));
    // Waiting for a stop must not keep a process alive after its work is done.
    process.channel?.unref();
  });
}

/** Exits at once when a stop is requested, but not by the signal itself, so that a process that waits for this exit can clean up. */
export const leaveWhenAsked = (): void => void askedToStop().then(() => process.exit(130));

/**
 * Waits until a stop is requested, and prints a message.
 * @param programs by the names that people call them
 * @throws when one of them ends without such a request, so that the caller learns it
 */
export async function untilStopped(
  stop: Promise<string>,
  programs: Readonly<Record<string, Promise<unknown>>>,
): Promise<void> {
  const ended = Object.entries(programs).map(async ([name, end]) => {
    await end;
    throw new SetupError(`The ${name} ended by itself; the last lines above say why.`);
  });
  await Promise.race([stop, ...ended]);
  say('Stopping');
}
