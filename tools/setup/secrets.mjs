import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { say } from './say.mjs';

const key = () => randomBytes(32).toString('base64');

/**
 * Keys for development, by the names of the environment variables that replace them. Never overwritten: photos encrypted with a lost key are lost.
 * @param {string} dataDir
 */
export function makeSecrets(dataDir) {
  const file = join(dataDir, 'secrets.json');
  if (existsSync(file)) return;
  mkdirSync(dataDir, { recursive: true });
  const secrets = { PHOTO_MASTER_KEY: key(), AUTH_SECRET: key(), LINK_KEY: key() };
  // Written beside and linked: two set-ups at once agree on one file, and nobody reads half of it.
  const half = `${file}.${process.pid}`;
  writeFileSync(half, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  try {
    linkSync(half, file);
    say(`Made keys for development in ${file}`);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(half);
  }
}
