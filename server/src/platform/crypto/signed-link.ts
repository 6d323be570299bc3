import { createHmac, timingSafeEqual } from 'node:crypto';

/** The longest lifetime of a link, in seconds. */
export const MAX_LINK_LIFE_S = 3600;

/** The data that the signature of a link covers. */
export interface LinkSubject {
  readonly purpose: string;
  readonly objectId: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  /** Number of the person's current generation of links. It increases when the person's links are revoked. */
  readonly epoch: number;
}

/**
 * Returns an HMAC-SHA-256 in base64url (43 characters). The fields are joined as JSON, so that two different subjects
 * never give the same text.
 */
export function signLink(key: Buffer, { purpose, objectId, expiresAt, epoch }: LinkSubject): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([purpose, objectId, expiresAt, epoch]))
    .digest('base64url');
}

/**
 * Returns true if `signature` is valid for `subject`, `subject` has not expired, and its lifetime is not too long. The
 * comparison takes the same time for valid and invalid signatures.
 */
export function isLinkValid(key: Buffer, subject: LinkSubject, signature: string, now: Date): boolean {
  const expected = Buffer.from(signLink(key, subject));
  const given = Buffer.alloc(expected.length);
  given.write(signature, 'latin1');
  const isSame = timingSafeEqual(expected, given) && signature.length === expected.length;
  const secondsLeft = subject.expiresAt - now.getTime() / 1000;
  return isSame && secondsLeft > 0 && secondsLeft <= MAX_LINK_LIFE_S;
}

/**
 * Returns the time, in seconds since 1970, at which a new link with this lifetime expires. Throws if the lifetime is
 * longer than an hour.
 */
export function expiryOf(now: Date, life_s: number): number {
  if (!(life_s > 0 && life_s <= MAX_LINK_LIFE_S))
    throw new RangeError(`a link lives up to ${MAX_LINK_LIFE_S} s, not ${life_s}`);
  return Math.floor(now.getTime() / 1000) + Math.floor(life_s);
}
