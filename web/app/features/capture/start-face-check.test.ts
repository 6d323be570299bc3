import { expect, test } from 'vitest';
import { createEarlierFrames, span_ms } from './start-face-check.ts';

const face = (x: number) => [[x, 0, 0] as const];

test.each([8, 16, 45, 150, 400])(
  'with a frame every %d ms, movement is measured over at least `span_ms`',
  (every_ms) => {
    const frames = createEarlierFrames();
    for (let at = 0; at < 2000; at += every_ms) {
      const before = frames.before(face(at), at);
      const elapsed_ms = Math.ceil(span_ms / every_ms) * every_ms;
      expect(before).toEqual(at < elapsed_ms ? undefined : { landmarks: face(at - elapsed_ms), elapsed_ms });
    }
  },
);

test('a frame is compared with no frame from before the face was lost or `forget` was called', () => {
  const frames = createEarlierFrames();
  frames.before(face(1), 0);
  expect(frames.before(null, 200)).toBeUndefined();
  expect(frames.before(face(2), 400)).toBeUndefined();
  frames.forget();
  expect(frames.before(face(3), 600)).toBeUndefined();
  expect(frames.before(face(4), 800)).toEqual({ landmarks: face(3), elapsed_ms: 200 });
});
