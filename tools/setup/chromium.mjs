import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';
import { SetupError, say, sayWhile } from './say.mjs';

/** Debian's headless build of Chromium. With it, the browser tests take half the processor time of the full browser. */
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Returns the path of this machine's browser: the one that CHROMIUM names, or one in the usual places.
 * @returns {string | undefined}
 */
export function findChromium() {
  return process.env.CHROMIUM ?? [...NAMES.flatMap(placesOf), ...MAC].find((path) => existsSync(path));
}

/**
 * Ensures that a Chromium exists. On Debian and its derivatives, if the user is root, it installs the small build if
 * this build is missing. If it cannot install the small build, any other Chromium or Chrome serves the tests.
 */
export async function ensureChromium() {
  if (process.env.CHROMIUM || placesOf(SHELL).some((path) => existsSync(path))) return;
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const found = findChromium();
  if (!mayInstall && found) return;
  if (!mayInstall) {
    throw new SetupError(
      'The browser tests need Chromium or Chrome: install it, or set CHROMIUM to its path, and run npm test again.',
    );
  }
  await sayWhile('Installing Chromium for the browser tests', () => install(SHELL)).catch(async (error) => {
    if (found) return say(`! ${SHELL} could not be installed: the browser tests run in ${found}, which is slower.`);
    await sayWhile('Installing Chromium', () => install('chromium')).catch(() => {
      throw new SetupError(
        `apt-get could not install Chromium: install it by hand, or set CHROMIUM to its path, and run npm test again.\n${error.message}`,
      );
    });
  });
}

/** @param {string} name */
function placesOf(name) {
  return (process.env.PATH ?? '')
    .split(':')
    .filter(Boolean)
    .map((folder) => join(folder, name));
}

/** @param {string} name */
async function install(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], { env });
  await run('apt-get', ['install', '-q', '-y', '--no-install-recommends', name, 'fonts-liberation'], { env });
}
