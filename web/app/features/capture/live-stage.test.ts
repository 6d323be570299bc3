import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { sentenceFor, tickFor } from './live-stage.tsx';
import type { Words } from './words.ts';

test('the phone vibrates at each quarter of the ring, longer when the ring is full, and not while it empties', () => {
  expect(tickFor(0, 0.2)).toBe(0);
  expect(tickFor(0.2, 0.26)).toBeGreaterThan(0);
  expect(tickFor(0.26, 0.4)).toBe(0);
  expect(tickFor(0.9, 1)).toBeGreaterThan(tickFor(0.2, 0.26));
  expect(tickFor(1, 1)).toBe(0);
  expect(tickFor(0.8, 0)).toBe(0);
});

test('the voice speaks the reason of a repeated refusal and the choice to send the photo anyway', () => {
  const shot = {
    frozen: 'blob:1',
    refusal: null,
    verdict: null,
    offer: { blob: new Blob(), reason: 'It is blurred.' },
  };
  const moment = { shot, photo: { status: 'pending' }, face: { status: 'unavailable' }, guidance: null } as const;
  const key = ((name: string) => name) as TFunction<'capture'>;
  const say = (change: object) => sentenceFor({ ...moment, ...change, pose: 'front', words: {} as Words }, key);
  expect(say({})).toEqual({ title: 'photo.notTaken', text: 'It is blurred. insist.title insist.how' });
  expect(say({ shot: { ...shot, offer: null } }).title).toBe('now.checking');
});
