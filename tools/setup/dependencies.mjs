import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from './run.mjs';
import { SetupError, sayWhile } from './say.mjs';

/**
 * Installs exactly the packages of the lockfile, unless they are installed already.
 * @param {string} root
 */
export async function installDependencies(root) {
  if (isInstalled(root)) return;
  const done = claim(join(root, 'data', 'installing.pid'));
  try {
    // A registry may lack the binaries of some platforms, and npm ci would refuse a lockfile without them. So this uses
    // npm install. --no-save leaves the lockfile unchanged. Install scripts are off: nothing here needs one, and a
    // hijacked package cannot run any. npm trusts its own record of the installed packages; without the record it
    // checks them.
    rmSync(join(root, 'node_modules', '.package-lock.json'), { force: true });
    // The build tools are development dependencies, which NODE_ENV=production would leave out.
    const args = [
      'install',
      '--include=dev',
      '--no-save',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ];
    await sayWhile('Installing packages (about a minute the first time)', () => npm(root, args));
  } catch (error) {
    throw new SetupError(
      `npm could not install the packages; check the connection and run the command again.\n${error.message}`,
    );
  } finally {
    done();
  }
}

/**
 * Claims the folder for an install. Two installs into one folder would damage each other, so the second command fails
 * with a message.
 * @param {string} file
 * @returns {() => void}
 */
function claim(file) {
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const pid = Number(readFileSync(file, 'utf8'));
    if (isAlive(pid)) {
      throw new SetupError(
        `Another command (process ${pid}) is installing the packages: run this one again when it is done.`,
      );
    }
    writeFileSync(file, String(process.pid));
  }
  return () => rmSync(file, { force: true });
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Returns true if all packages are installed. npm writes node_modules/.package-lock.json last, so this file is missing
 * after an interrupted install.
 * @param {string} root
 */
export function isInstalled(root) {
  const installedFile = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const installed = packagesOf(installedFile);
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true;
    const found = installed[path];
    // Optional packages of other platforms are not installed.
    return found ? found.version === version && existsSync(join(root, path)) : optional === true;
  });
}

/**
 * @param {string} lockfile
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
const packagesOf = (lockfile) => JSON.parse(readFileSync(lockfile, 'utf8')).packages;

/**
 * Runs the npm that called us, or else the npm in the path.
 * @param {string} cwd
 * @param {string[]} args
 */
function npm(cwd, args) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('.js') ? run(process.execPath, [cli, ...args], { cwd }) : run('npm', args, { cwd });
}
