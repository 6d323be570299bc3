import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type GuardedProcess, startGuarded } from '#server/platform/db/embedded/guarded-process.ts';
import { SetupError } from '../setup/say.mjs';
import { environment, root } from './project.ts';

const START_TIMEOUT_MS = 60_000;
/** Time for running requests to finish. */
const STOP_PATIENCE_MS = 15_000;

/** Throws a one-sentence error if another program listens on the port already. */
export function checkPortIsFree(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new SetupError(`Port ${port} is taken by another program: set PORT to a free one.`)
          : error,
      ),
    );
    probe.listen(port, () => probe.close(() => resolve()));
  });
}

/** Starts one of our programs. The program ends when this process ends, if not earlier. */
export const startProgram = (args: readonly string[], env: Record<string, string>, cwd = root): GuardedProcess =>
  startGuarded(process.execPath, args, {
    stopSignal: 'TERM',
    patienceMs: STOP_PATIENCE_MS,
    env: environment(env),
    cwd,
    output: 'inherit',
  });

/**
 * Limits of the heap in MB. The service needs 50 to 250 MB. With these limits V8 collects garbage earlier. Without
 * them, ten seconds of refused sign-ins leave 150 MB of garbage, because only full collections free a web `Request`.
 * `deploy/Containerfile` sets the same values.
 */
const HEAP_FLAGS = ['--max-old-space-size=1024', '--max-semi-space-size=8'];

export const startService = (env: Record<string, string>): GuardedProcess =>
  startProgram([...HEAP_FLAGS, join(root, 'server/src/main.ts')], env);

/** Waits until `url` answers with success. Throws if the program ends first or the time runs out. */
export async function untilAnswers(
  url: string,
  program: GuardedProcess,
  patience_ms = START_TIMEOUT_MS,
): Promise<void> {
  let hasEnded = false;
  const noteEnd = () => {
    hasEnded = true;
  };
  program.ended.then(noteEnd, noteEnd);
  for (const end = Date.now() + patience_ms; Date.now() < end; await delay(100)) {
    if (hasEnded) throw new SetupError('The server ended before it was ready; its last lines above say why.');
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new SetupError(`The server did not answer at ${url} within ${patience_ms / 1000} s.`);
}
