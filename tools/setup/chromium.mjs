import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';
import { SetupError, sayWhile } from './say.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The browser of this machine: CHROMIUM, else the usual places.
 * @returns {string | undefined}
 */
export function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? '').split(':').filter(Boolean);
  const candidates = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...MAC];
  return candidates.find((path) => existsSync(path));
}

/** Finds Chromium, or installs the package of Debian and its kin where we may. */
export async function ensureChromium() {
  if (findChromium()) return;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !existsSync('/usr/bin/apt-get')) {
    throw new SetupError(
      'The browser tests need Chromium or Chrome: install it, or set CHROMIUM to its path, and run npm test again.',
    );
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await sayWhile('Installing Chromium', async () => {
      await run('apt-get', ['update', '-q'], { env });
      await run('apt-get', ['install', '-q', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'], { env });
    });
  } catch (error) {
    throw new SetupError(
      `apt-get could not install Chromium: install it by hand, or set CHROMIUM to its path, and run npm test again.\n${error.message}`,
    );
  }
}
