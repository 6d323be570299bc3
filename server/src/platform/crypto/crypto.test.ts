import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newDataKey, seal, unseal } from './envelope.ts';
import { expiryOf, isLinkValid, type LinkSubject, signLink } from './signed-link.ts';

describe('bytes that are encrypted and authenticated', () => {
  const key = newDataKey();
  const plain = randomBytes(10_000);
  const sealed = seal(key, plain, 'photo:1');

  test('encrypted bytes open with the same key and context, and a second encryption gives other bytes', () => {
    expect(unseal(key, sealed, 'photo:1').equals(plain)).toBe(true);
    expect(seal(key, plain, 'photo:1').equals(sealed)).toBe(false);
    expect(sealed.includes(plain.subarray(0, 16))).toBe(false);
  });

  test('encrypted bytes do not open with another key, for another object, or after a change of a single bit', () => {
    expect(() => unseal(newDataKey(), sealed, 'photo:1')).toThrow('authenticate');
    expect(() => unseal(key, sealed, 'photo:2')).toThrow('authenticate');
    for (const at of [0, 1, 12, 13, 28, 29, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => unseal(key, changed, 'photo:1')).toThrow(/authenticate|unknown version/);
    }
    expect(() => unseal(key, sealed.subarray(0, 100), 'photo:1')).toThrow('authenticate');
    expect(() => unseal(key, Buffer.alloc(0), 'photo:1')).toThrow('unknown version');
  });
});

describe('a signed link', () => {
  const key = randomBytes(32);
  const now = new Date('2026-11-20T09:00:00Z');
  const subject: LinkSubject = { purpose: 'photo:full', objectId: 'a', expiresAt: expiryOf(now, 3600), epoch: 3 };
  const later = (s: number) => new Date(now.getTime() + s * 1000);

  test('a signed link is valid until the second before it expires', () => {
    const signature = signLink(key, subject);
    expect(isLinkValid(key, subject, signature, now)).toBe(true);
    expect(isLinkValid(key, subject, signature, later(3599))).toBe(true);
    expect(isLinkValid(key, subject, signature, later(3600))).toBe(false);
  });

  test('a signed link is valid only for its own object, purpose, time, generation and key', () => {
    const signature = signLink(key, subject);
    const others: Partial<LinkSubject>[] = [
      { objectId: 'b' },
      { purpose: 'photo:thumb' },
      { expiresAt: subject.expiresAt - 1 },
      { epoch: 4 },
    ];
    for (const other of others) expect(isLinkValid(key, { ...subject, ...other }, signature, now)).toBe(false);
    expect(isLinkValid(randomBytes(32), subject, signature, now)).toBe(false);
    for (const wrong of ['', signature.slice(1), `${signature}A`, signature.toLowerCase(), 'é'.repeat(43)]) {
      expect(isLinkValid(key, subject, wrong, now)).toBe(false);
    }
  });

  test('a signed link cannot be made or used with a lifetime of more than an hour', () => {
    expect(() => expiryOf(now, 3601)).toThrow(RangeError);
    expect(() => expiryOf(now, 0)).toThrow(RangeError);
    const forever = { ...subject, expiresAt: subject.expiresAt + 10 };
    expect(isLinkValid(key, forever, signLink(key, forever), now)).toBe(false);
    expect(
      isLinkValid(
        key,
        { ...subject, expiresAt: Number.NaN },
        signLink(key, { ...subject, expiresAt: Number.NaN }),
        now,
      ),
    ).toBe(false);
  });
});
