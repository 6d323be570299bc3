import { expect, test } from 'vitest';
import { accepted, mayInsist, type Refusals, refusedOnce } from './insist.ts';

const once = refusedOnce({}, 'right');
const twice = refusedOnce(once, 'right');

test('after two refusals of a pose, the refused photo may be sent anyway', () => {
  expect(mayInsist(once, 'right', 'blurred')).toBe(false);
  expect(mayInsist(twice, 'right', 'blurred')).toBe(true);
  expect(mayInsist(twice, 'right', 'no_face')).toBe(true);
  expect(mayInsist(twice, 'left', 'blurred')).toBe(false);
});

test('an accepted photo sets the refusals of its pose to zero, so a retake needs two refusals again', () => {
  const retaken = refusedOnce(accepted(refusedOnce(once, 'left'), 'right'), 'right');
  expect(mayInsist(retaken, 'right', 'blurred')).toBe(false);
  expect(mayInsist(refusedOnce(retaken, 'right'), 'right', 'blurred')).toBe(true);
  expect(mayInsist(refusedOnce(retaken, 'left'), 'left', 'blurred')).toBe(true);
});

test('a photo with several faces may never be sent', () => {
  let refusals: Refusals = {};
  for (let times = 0; times < 9; times++) refusals = refusedOnce(refusals, 'front');
  expect(mayInsist(refusals, 'front', 'several_faces')).toBe(false);
});
