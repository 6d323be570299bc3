import { expect, test } from 'vitest';
import type { PhotoEntry } from '#contract/intake.ts';
import type { Rendering } from '#contract/drafts.ts';
import { firstPair, type Published, shotsOf } from './shots.ts';

const photo = (id: string, created_at: string) => ({ id, pose: 'front', created_at, url: `/${id}` }) as PhotoEntry;
const made = (id: string, style: 'natural' | 'harmonious' | 'glamour') =>
  ({ id, pose: 'front', style, url: `/${id}` }) as Rendering;
const set = (at: string, before: PhotoEntry[], renderings: Rendering[] = []): Published => ({
  case_id: at,
  number: 'FL-1',
  published_at: at,
  before,
  renderings,
});
const march = set(
  '2026-03-02T10:00:00Z',
  [photo('m', '2026-03-01T10:00:00Z')],
  [made('g', 'glamour'), made('n', 'natural')],
);
const june = set('2026-06-02T10:00:00Z', [photo('j', '2026-06-01T10:00:00Z')], [made('h', 'harmonious')]);

test('photos of all sets are listed oldest first, and each photo comes before its simulations', () => {
  expect(shotsOf([june, march], 'front').map(({ id }) => id)).toEqual(['m', 'n', 'g', 'j', 'h']);
  expect(shotsOf([june, march], 'left')).toEqual([]);
});

test('the oldest and the newest photo are compared first, or the only photo and its simulation', () => {
  expect(firstPair(shotsOf([june, march], 'front'))?.map(({ id }) => id)).toEqual(['m', 'j']);
  expect(firstPair(shotsOf([june], 'front'))?.map(({ id }) => id)).toEqual(['j', 'h']);
  expect(firstPair([])).toBeNull();
});

test('a photo that was signed twice is listed once, and a correction adds its own simulations', () => {
  const corrected = set('2026-06-09T10:00:00Z', june.before, [made('h2', 'harmonious')]);
  expect(shotsOf([june, corrected], 'front').map(({ id }) => id)).toEqual(['j', 'h', 'h2']);
});
