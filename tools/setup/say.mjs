/** An error for the person at the terminal. Its one sentence says what to do, and it is printed without a stack. */
export class SetupError extends Error {
  name = 'SetupError';
}

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * Prints the current step. Prints from time to time that the step is still running, and at the end how long it took.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function sayWhile(what, work) {
  const start = Date.now();
  const seconds = () => Math.round((Date.now() - start) / 1000);
  say(`${what} …`);
  const pulse = setInterval(() => say(`  still at it (${seconds()} s)`), 20_000);
  try {
    const result = await work();
    say(`  done in ${seconds()} s`);
    return result;
  } finally {
    clearInterval(pulse);
  }
}

const FORESEEN = ['SetupError', 'ConfigError', 'LauncherError', 'MigrationError'];

/**
 * Returns true for an expected error. An unknown option is expected too, because Node's own message about it is clear.
 */
const isForeseen = (error) =>
  error instanceof Error && (FORESEEN.includes(error.name) || String(error.code).startsWith('ERR_PARSE_ARGS'));

/**
 * Runs one of our commands. For an expected error it prints one sentence, and for any other error the whole stack.
 * @param {() => Promise<void>} work
 */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${isForeseen(error) ? error.message : error instanceof Error ? error.stack : error}\n`);
    process.exitCode = 1;
  }
}
