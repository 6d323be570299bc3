import { expect, test } from 'vitest';
import { singleFlight } from './single-flight.ts';

test('what is asked for at the same time is done once, another key and a later call on their own', async () => {
  const once = singleFlight<number>();
  let runs = 0;
  const work = async () => ++runs;
  expect(await Promise.all([once('a', work), once('a', work), once('b', work)])).toEqual([1, 1, 2]);
  expect(await once('a', work)).toBe(3);
});

test('a failure is everybody’s who waited, and the next call tries again', async () => {
  const once = singleFlight<string>();
  const fails = () => Promise.reject(new Error('no'));
  const both = await Promise.allSettled([once('a', fails), once('a', fails)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await once('a', async () => 'yes')).toBe('yes');
});
