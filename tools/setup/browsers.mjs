import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';
import { sayWhile } from './say.mjs';

const PACKAGES = ['firefox-esr', 'webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'python3-gi', 'xvfb'];

/**
 * @param {string[]} names
 * @returns {string | undefined}
 */
function find(...names) {
  const folders = (process.env.PATH ?? '').split(':').filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path));
}

export const findFirefox = () => process.env.FIREFOX || find('firefox-esr', 'firefox');

const isWebKitHere = () =>
  find('WebKitWebDriver') !== undefined &&
  find('Xvfb') !== undefined &&
  // The browser tests open WebKit's window with a Python program, which needs this library.
  ['x86_64', 'aarch64'].some((machine) =>
    existsSync(`/usr/lib/${machine}-linux-gnu/girepository-1.0/WebKit2-4.1.typelib`),
  );

/**
 * Finds Firefox and WebKit. If one of them is missing, the user is root and the system has apt-get, it tries to install
 * both. Returns the browsers that then exist. The list may be empty.
 * @returns {Promise<('firefox' | 'webkit')[]>}
 */
export async function ensureOtherBrowsers() {
  const found = () => [...(findFirefox() ? ['firefox'] : []), ...(isWebKitHere() ? ['webkit'] : [])];
  if (found().length < 2 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await sayWhile('Installing Firefox and WebKit', async () => {
      await run('apt-get', ['update', '-q'], { env });
      await run('apt-get', ['install', '-q', '-y', '--no-install-recommends', ...PACKAGES], { env });
    }).catch(() => {});
  }
  return /** @type {('firefox' | 'webkit')[]} */ (found());
}
