import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { SetupError } from './say.mjs';

/** The set-up itself needs at least this version. */
const OLDEST_FOR_SETUP = 20;
/** From this version on, Node runs TypeScript directly. */
const OLDEST_FOR_US = 24;

const major = (version) => Number(version.replace(/^v/, '').split('.')[0]);

/** Prints a readable message if Node is too old, before anything else fails. */
export function checkTools() {
  if (major(process.version) < OLDEST_FOR_SETUP) {
    throw new SetupError(
      `Node ${process.version} is too old: install Node ${OLDEST_FOR_SETUP} or newer and run the command again.`,
    );
  }
  if (spawnSync('git', ['--version']).status !== 0)
    throw new SetupError('git is missing: install it and run the command again.');
}

/**
 * Returns the Node that npm installed with the project. If there is none for this platform, returns the running Node if
 * it is new enough.
 * @param {string} root
 * @returns {string}
 */
export function projectNode(root) {
  const own = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(own) && spawnSync(own, ['--version']).status === 0) return own;
  if (major(process.version) >= OLDEST_FOR_US) return process.execPath;
  throw new SetupError(
    `There is no Node of the project's own for ${process.platform}-${process.arch}: install Node ${OLDEST_FOR_US} or newer and run the command again.`,
  );
}

/**
 * glibc keeps the freed memory of decoded images, which is 250 MB after a few images. With a fixed trim threshold,
 * glibc returns this memory to the system. The value in bytes is glibc's own initial threshold, which glibc would
 * otherwise raise.
 */
const GIVE_MEMORY_BACK = { MALLOC_TRIM_THRESHOLD_: '131072' };

/**
 * Returns the environment for child processes. In it, `node` is the project's Node, and a variable makes Node cache
 * compiled code.
 * @param {string} root
 * @param {string} node
 */
const withNode = (root, node) => ({
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
  ...GIVE_MEMORY_BACK,
  ...process.env,
  PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
});

/**
 * Runs one of our TypeScript programs on the project's Node, forwards signals and exits with its code. If this process
 * is killed, the program sees its channel close and stops (see run/shutdown.ts).
 * @param {string} root
 * @param {string} script
 * @param {string[]} args
 * @returns {Promise<void>}
 */
export function runOnProjectNode(root, script, args = []) {
  const node = projectNode(root);
  return new Promise((resolve, reject) => {
    const child = spawn(node, [join(root, script), ...args], {
      cwd: root,
      env: withNode(root, node),
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    const passOn = (signal) => child.kill(signal);
    // Ctrl-C reaches all processes in the foreground, including the child. It must not end this process before the
    // child.
    process.on('SIGINT', () => {});
    process.on('SIGTERM', passOn);
    process.on('SIGHUP', passOn);
    const watch = whenNpmIsGone(() => child.kill('SIGTERM'));
    child.on('error', reject);
    child.on('exit', (code) => {
      clearInterval(watch);
      process.off('SIGTERM', passOn);
      process.off('SIGHUP', passOn);
      process.exitCode = code ?? 1;
      resolve();
    });
  });
}

/**
 * Calls `stop` when the parent npm has ended, because an npm that was killed with -9 does not end its children. Without
 * npm, the parent may be a shell that puts this process into the background and ends. This process must then go on, so
 * the function watches nothing.
 * @param {() => void} stop
 */
function whenNpmIsGone(stop) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const npm = process.ppid;
  return setInterval(() => {
    if (process.ppid !== npm) stop();
  }, 500);
}
