import { expect, test } from 'vitest';
import { type Injection, type Markings, noMarkings } from '#contract/markings.ts';
import { onPhotos } from './receive-photos.ts';

const photos = (front: string, right: string) => [
  { pose: 'front' as const, photo_id: front },
  { pose: 'right' as const, photo_id: right },
];
const brush = [{ mode: 'protect' as const, radius: 0.02, points: [[0.5, 0.5] as [number, number]] }];
const drawn: Markings = {
  ...noMarkings(),
  poses: {
    ...noMarkings().poses,
    front: { ...noMarkings().poses.front, brush },
    right: { ...noMarkings().poses.right, brush },
  },
};

test('a new photo removes the markings of its own pose, and no others', () => {
  const side = onPhotos(drawn, photos('f1', 'r1'), photos('f1', 'r2'));
  expect([side.poses.front.brush, side.poses.right.brush]).toEqual([brush, []]);
  const front = onPhotos(drawn, photos('f1', 'r1'), photos('f2', 'r1'));
  expect([front.poses.front.brush, front.poses.right.brush]).toEqual([[], brush]);
});

test('an injection point stays with the photo on which it was placed', () => {
  const point: Injection = {
    id: 'a',
    treatment: 'forehead',
    side: 'right',
    product: '',
    dose: 2,
    depth: 'intramuscular',
    pose: 'front',
    photo_id: 'f1',
    x: 0.5,
    y: 0.3,
    place: { landmarks: [10, 67, 297], weights: [0.4, 0.3, 0.3] },
  };
  const map = { ...noMarkings(), injections: [point] };
  expect(onPhotos(map, photos('f1', 'r1'), photos('f2', 'r1')).injections).toEqual([point]);
});
