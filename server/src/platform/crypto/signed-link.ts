import { createHmac, timingSafeEqual } from 'node:crypto';

/** The longest life of a link, in seconds. */
export const MAX_LINK_LIFE_S = 3600;

/** A signature covers one object, one purpose, an end time and a generation of links. */
export interface LinkSubject {
  readonly purpose: string;
  readonly objectId: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  /** Increases when the links of a person are revoked. */
  readonly epoch: number;
}

/** HMAC-SHA-256 in base64url (43 characters). The fields are joined as JSON, so that no two subjects read the same. */
export function signLink(key: Buffer, { purpose, objectId, expiresAt, epoch }: LinkSubject): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([purpose, objectId, expiresAt, epoch]))
    .digest('base64url');
}

/**
 * Whether `signature` is valid for `subject`, which has not expired and whose lifetime is not too long. Takes the same
 * time for valid and invalid signatures.
 */
export function isLinkValid(key: Buffer, subject: LinkSubject, signature: string, now: Date): boolean {
  const expected = Buffer.from(signLink(key, subject));
  const given = Buffer.alloc(expected.length);
  given.write(signature, 'latin1');
  const isSame = timingSafeEqual(expected, given) && signature.length === expected.length;
  const secondsLeft = subject.expiresAt - now.getTime() / 1000;
  return isSame && secondsLeft > 0 && secondsLeft <= MAX_LINK_LIFE_S;
}

/** The second at which a link made now expires. Throws if that is more than an hour away. */
export function expiryOf(now: Date, life_s: number): number {
  if (!(life_s > 0 && life_s <= MAX_LINK_LIFE_S))
    throw new RangeError(`a link lives up to ${MAX_LINK_LIFE_S} s, not ${life_s}`);
  return Math.floor(now.getTime() / 1000) + Math.floor(life_s);
}
