import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { say } from './say.mjs';

const key = () => randomBytes(32).toString('base64');

/**
 * Makes a key pair for push messages. The keys are exported as JWK, because this format keeps leading zero bytes. One
 * key in 256 begins with a zero byte. The push library refuses such a key if this byte is missing.
 */
export const pushKeys = () => {
  const { x = '', y = '', d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return { VAPID_PUBLIC_KEY: point.toString('base64url'), VAPID_PRIVATE_KEY: d };
};

/**
 * Keys for development, by the names of the environment variables that replace them. They are never overwritten,
 * because photos encrypted with a lost key are lost. A file from an earlier release gets its missing keys.
 * @param {string} dataDir
 */
export function makeSecrets(dataDir) {
  const file = join(dataDir, 'secrets.json');
  const earlier = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  if (earlier?.VAPID_PUBLIC_KEY && earlier.AUDIT_KEY) return;
  mkdirSync(dataDir, { recursive: true });
  const fresh = earlier ?? { PHOTO_MASTER_KEY: key(), AUTH_SECRET: key(), LINK_KEY: key() };
  const secrets = { AUDIT_KEY: key(), ...(!fresh.VAPID_PUBLIC_KEY && pushKeys()), ...fresh };
  // The file is written under another name and then linked. So two simultaneous set-ups agree on one file, and no
  // process reads half of it.
  const half = `${file}.${process.pid}`;
  writeFileSync(half, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  if (earlier) return renameSync(half, file);
  try {
    linkSync(half, file);
    say(`Made keys for development in ${file}`);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(half);
  }
}
