import { say, SetupError } from '../setup/say.mjs';

/** Settles when somebody asks this process to stop: Ctrl-C, a signal, or the end of the launcher above it. */
export function askedToStop(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
    process.once('disconnect', () => resolve('disconnect'));
    // Listening must not keep a process alive after its work is done.
    process.channel?.unref();
  });
}

/** Exits at once when asked, but not by the signal itself: then a process that waits for this exit can clean up. */
export const leaveWhenAsked = (): void => void askedToStop().then(() => process.exit(130));

/**
 * Waits until somebody asks to stop, and prints a message.
 *
 * @param programs by what a person calls them
 * @throws when one of them ends before that: whoever started us must learn that nobody asked
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
