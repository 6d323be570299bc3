import { expect, test } from 'vitest';
import { mayInsist, type Refusals, refusedOnce } from './insist.ts';

const once = refusedOnce({}, 'right');
const twice = refusedOnce(once, 'right');

test('after two refusals of a pose, the refused photo may be sent anyway', () => {
  expect(mayInsist(once, 'right', 'blurred')).toBe(false);
  expect(mayInsist(twice, 'right', 'blurred')).toBe(true);
  expect(mayInsist(twice, 'right', 'no_face')).toBe(true);
  expect(mayInsist(twice, 'left', 'blurred')).toBe(false);
});

test('a photo with several faces may never be sent', () => {
  let refusals: Refusals = {};
  for (let times = 0; times < 9; times++) refusals = refusedOnce(refusals, 'front');
  expect(mayInsist(refusals, 'front', 'several_faces')).toBe(false);
});
