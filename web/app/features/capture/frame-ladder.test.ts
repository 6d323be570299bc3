import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterBad, afterGood, bottom, type Ladder, rungOf, rungs } from './frame-ladder.ts';

/** Returns the methods that are tried if every frame fails, each with the number of frames for which it was used. */
function wholeWay(): [string, number][] {
  const tried: [string, number][] = [];
  for (let ladder: Ladder | null = bottom; ladder; ladder = afterBad(ladder)) {
    const { name } = rungOf(ladder);
    if (tried.at(-1)?.[0] === name) tried.at(-1)![1]++;
    else tried.push([name, 1]);
  }
  return tried;
}

test('if frames fail, every method to read them is tried, then a new detector, then smaller frames', () => {
  expect(wholeWay()).toEqual([
    ['bitmap', 3],
    ['video_frame', 3],
    ['canvas', 3],
    ['new_detector', 3],
    ['small_frames', 30],
  ]);
});

test('single failed frames do not change the method of reading frames', () => {
  let ladder: Ladder = bottom;
  for (let frame = 0; frame < 1_000; frame++) ladder = frame % 3 === 0 ? afterGood(ladder) : afterBad(ladder)!;
  expect(ladder.rung).toBe(0);
});

test('if the detector has ended, it is restarted at once, and a second time with smaller frames', () => {
  const first = afterBad(bottom, true)!;
  expect(rungOf(first)).toMatchObject({ name: 'new_detector', restarts: true });
  const second = afterBad(first, true)!;
  expect(rungOf(second)).toMatchObject({ name: 'small_frames', restarts: true });
  expect(afterBad(second, true)).toBeNull();
});

test('the guidance continues if one frame in ten succeeds', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { minLength: 200, maxLength: 200 }), (frames) => {
      let ladder: Ladder | null = bottom;
      // Nine of ten random frames fail on average, but every twentieth frame always succeeds.
      frames.forEach((chance, at) => {
        if (ladder) ladder = chance === 0 || at % 20 === 0 ? afterGood(ladder) : afterBad(ladder);
      });
      expect(ladder).not.toBeNull();
    }),
  );
});

test('later steps of the fallback never use larger frames, and the last two steps restart the detector', () => {
  const widths = rungs.map(({ width_px }) => width_px);
  expect(widths).toEqual([...widths].sort((one, other) => other - one));
  expect(rungs.map(({ restarts }) => restarts === true)).toEqual([false, false, false, true, true]);
});
