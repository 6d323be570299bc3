import { say, SetupError } from '../setup/say.mjs';

/**
 * Settles when this process should stop: after Ctrl-C, after a signal, or when the launcher that started it has ended.
 */
export function askedToStop(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
    process.once('disconnect', () => resolve('disconnect'));
    // Waiting for a stop must not keep a process alive after its work is done.
    process.channel?.unref();
  });
}

/**
 * Exits with code 130 as soon as a stop is requested, so that a parent process that waits for the exit can clean up.
 */
export const leaveWhenAsked = (): void => void askedToStop().then(() => process.exit(130));

/**
 * Waits until a stop is requested, and prints a message.
 * @param programs a promise for each program that settles when the program ends; the key is the program's name in
 * messages
 * @throws if a program ends although no stop was requested
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
