import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + IV_BYTES + TAG_BYTES;
export const KEY_BYTES = 32;

/** Returns a new random data key of 32 bytes. */
export const newDataKey = (): Buffer => randomBytes(KEY_BYTES);

/**
 * Encrypts with AES-256-GCM (NIST SP 800-38D). The nonce has 96 random bits, so one key may encrypt at most 2^32
 * messages.
 *
 * @param context names the object that the bytes belong to. `unseal` needs the same context, so sealed bytes of one
 * object cannot be used for another
 * @returns version (1 byte), nonce (12), tag (16), ciphertext
 */
export function seal(key: Buffer, plain: Buffer, context: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(context));
  const body = cipher.update(plain);
  cipher.final();
  return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), body]);
}

/**
 * Returns the bytes that `seal` encrypted. Throws if the key or the context is not the one that `seal` used, or if a
 * single bit has changed.
 */
export function unseal(key: Buffer, sealed: Buffer, context: string): Buffer {
  if (sealed.length < HEAD_BYTES || sealed[0] !== VERSION) throw new Error('sealed bytes of an unknown version');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(1 + IV_BYTES, HEAD_BYTES));
  const plain = decipher.update(sealed.subarray(HEAD_BYTES));
  decipher.final();
  return plain;
}
