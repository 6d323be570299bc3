import { expect, test } from 'vitest';
import { contentOf, hashAll } from './sealed-content.ts';

type Pictures = Parameters<typeof contentOf>[2];
const mark = (kind: string, at: string | null) => ({ kind, x: 0.25, y: 0.5, accepted: at && { at, by: 'doctor' } });
const acceptedOn = (renderings: object[]) =>
  contentOf(
    { number: 'FL-1' },
    {} as never,
    { renderings, photos: [], isComplete: true, skinScore: undefined } as unknown as Pictures,
  ).accepted;

test('the seal covers every accepted mark, sorted by pose and style', () => {
  const pictures = [
    { pose: 'right', style: 'natural', marks: [mark('hair', '2026-11-20T12:00:00Z')] },
    { pose: 'front', style: 'natural', marks: [mark('fold', '2026-11-20T10:00:00Z'), mark('edge', null)] },
    { pose: 'left', style: 'natural', marks: null },
    { pose: 'front', style: 'glamour', marks: [mark('cast', '2026-11-20T11:00:00Z')] },
  ];
  const sealed = [
    { pose: 'front', style: 'glamour', kind: 'cast', x: 0.25, y: 0.5, at: '2026-11-20T11:00:00Z' },
    { pose: 'front', style: 'natural', kind: 'fold', x: 0.25, y: 0.5, at: '2026-11-20T10:00:00Z' },
    { pose: 'right', style: 'natural', kind: 'hair', x: 0.25, y: 0.5, at: '2026-11-20T12:00:00Z' },
  ];
  expect(acceptedOn(pictures)).toEqual(sealed);
  expect(acceptedOn([...pictures].reverse())).toEqual(sealed);
  expect(acceptedOn(pictures.slice(1, 2))).toEqual(sealed.slice(1, 2));
});

test('without accepted marks, the seal is the same as before marks existed', () => {
  expect(acceptedOn([{ pose: 'front', style: 'natural', marks: [mark('edge', null)] }])).toBeUndefined();
});

/** A context with a fake store. What the store returns depends on the id of the image. */
const ctx = {
  photos: {
    read: async (_tx: unknown, id: string) => {
      if (id === 'gone') return null;
      if (id === 'tampered') throw new Error('unable to authenticate data');
      if (id in away) throw Object.assign(new Error('away'), away[id as keyof typeof away]);
      return Buffer.from(id);
    },
  },
} as never;
const away = { disk: { syscall: 'open' }, bucket: { $metadata: {} }, database: { severity: 'FATAL' } };
const hashesOf = (...ids: string[]) =>
  hashAll(
    ctx,
    {} as never,
    ids.map((id) => ({ id })),
  );

test('each stored image is hashed again to check the seal', async () => {
  const sha256 = 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb';
  expect(await hashesOf('a')).toEqual([{ id: 'a', sha256 }]);
  expect(await hashesOf('a', 'gone')).toBeNull();
  expect(await hashesOf('tampered', 'a')).toBeNull();
});

test.each(Object.keys(away))(
  'if the %s is unavailable, checking a seal throws an error and does not report a broken seal',
  async (id) => {
    await expect(hashesOf('a', id)).rejects.toThrow('away');
  },
);
