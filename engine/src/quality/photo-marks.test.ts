import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { demoFace } from '../../test/demo-faces.ts';
import type { DemoFace } from '../../test/demo-faces.ts';
import type { Landmarks, Picture, Pose } from '../picture.ts';
import { assessPhoto } from './assess-photo.ts';
import { guideFrame } from './guide-frame.ts';
import { markFaults, outsideOval } from './photo-marks.ts';
import type { PhotoMark } from './photo-marks.ts';
import type { PhotoFaultCode } from './photo-report.ts';

/** Changes the left half of a photo of a demo face. */
async function spoilt(edit: (half: Sharp) => Sharp): Promise<DemoFace> {
  const face = await demoFace('A', 'front', 900);
  const { width, height, data } = face.picture;
  const raw = { raw: { width, height, channels: 4 as const } };
  const half = await edit(sharp(Buffer.from(data), raw).extract({ left: 0, top: 0, width: width >> 1, height }))
    .png()
    .toBuffer();
  const image = sharp(Buffer.from(data), raw).composite([{ input: half, left: 0, top: 0 }]);
  const after = await image.ensureAlpha().raw().toBuffer();
  return { ...face, picture: { width, height, data: new Uint8ClampedArray(after) } };
}

function markOf({ picture, landmarks }: DemoFace, code: PhotoFaultCode, pose: Pose = 'front'): PhotoMark {
  const fault = { code, level: 'reject', value: 0, limit: 1 } as const;
  const report = { ...assessPhoto(picture, landmarks, pose), faults: [fault] };
  return markFaults(picture, landmarks, pose, report)[0]!;
}

/** Returns the horizontal middle of each outline, as a share of the width. */
function middles({ outlines }: PhotoMark): number[] {
  return outlines.map((outline) => outline.reduce((sum, [x]) => sum + x, 0) / outline.length);
}

test('the blurred half of a photo is marked, and the sharp half is not', async () => {
  const mark = markOf(await spoilt((half) => half.blur(6)), 'blurred');
  expect(mark.outlines.length).toBeGreaterThan(4);
  expect(Math.max(...middles(mark))).toBeLessThan(0.55);
});

test('only the half of a photo that is too dark or overexposed is marked', async () => {
  const dark = markOf(await spoilt((half) => half.linear(0.25)), 'too_dark');
  expect(dark.outlines.length).toBeGreaterThan(4);
  expect(Math.max(...middles(dark))).toBeLessThan(0.55);
  const clipped = markOf(await spoilt((half) => half.linear(2, 60)), 'clipped');
  expect(clipped.outlines.length).toBeGreaterThan(4);
  expect(Math.max(...middles(clipped))).toBeLessThan(0.55);
});

test('the darker cheek is marked', async () => {
  const mark = markOf(await spoilt((half) => half.linear(0.6)), 'uneven_light');
  expect(middles(mark)[0]).toBeLessThan(0.5);
});

test('a covered mouth is outlined, a bare forehead is not', async () => {
  const face = await demoFace('A', 'front', 900);
  const [left, top] = [face.landmarks[234]![0], face.landmarks[4]![1]].map(Math.round) as [number, number];
  const scarf = {
    create: {
      width: Math.round(face.landmarks[454]![0]) - left,
      height: 300,
      channels: 3 as const,
      background: '#8fb3c9',
    },
  };
  const { width, height, data } = face.picture;
  const image = sharp(Buffer.from(data), { raw: { width, height, channels: 4 } }).composite([
    { input: scarf, left, top },
  ]);
  const picture: Picture = { width, height, data: new Uint8ClampedArray(await image.ensureAlpha().raw().toBuffer()) };
  const { outlines } = markOf({ ...face, picture }, 'covered');
  const lowest = outlines.map((outline) => Math.max(...outline.map(([, y]) => y)));
  expect(lowest.length).toBeGreaterThan(0);
  expect(Math.min(...lowest)).toBeGreaterThan(face.landmarks[4]![1] / height);
});

test('the mark for a wrong pose shows the side to which the person should turn', async () => {
  const front = await demoFace('B', 'front', 700);
  expect(markOf(front, 'wrong_pose', 'right').move).toMatchObject({ way: 'turn_left' });
  expect(markOf(front, 'wrong_pose', 'left').move).toMatchObject({ way: 'turn_right' });
  const right = await demoFace('B', 'right', 700);
  expect(markOf(right, 'wrong_pose', 'front').move).toMatchObject({ way: 'turn_right' });
});

/** Returns landmarks with another depth at the ends of the face, so that the head has these angles in degrees. */
function turnedTo(landmarks: Landmarks, yaw: number, pitch: number): Landmarks {
  const points = [...landmarks];
  for (const [from, to, angle] of [
    [234, 454, yaw],
    [10, 152, pitch],
  ] as const) {
    const [start, end] = [points[from]!, points[to]!];
    const length = Math.hypot(end[0] - start[0], end[1] - start[1]);
    points[to] = [end[0], end[1], start[2] + length * Math.tan((angle * Math.PI) / 180)];
  }
  return points;
}

test.each([
  ['right', 25.1, 18.2, 'look_up'],
  ['left', -49.9, -18.2, 'look_down'],
  ['right', 24, 18.5, 'turn_left'],
  ['right', 51, 18.5, 'turn_right'],
  ['left', -24, 18.5, 'turn_right'],
  ['front', 13, 18.5, 'turn_right'],
] as const)('the mark for pose %s at yaw %d° and pitch %d° is %s', async (pose, yaw, pitch, way) => {
  const face = await demoFace('B', 'front', 300);
  const landmarks = turnedTo(face.landmarks, yaw, pitch);
  expect(markOf({ ...face, landmarks }, 'wrong_pose', pose).move).toMatchObject({ way });
});

test('a small face is marked with its required size, and every mark lies on the photo', async () => {
  const face = await demoFace('C', 'front', 300);
  const report = assessPhoto(face.picture, face.landmarks, 'front', 2);
  const others = [0, 1].map((k) => ({ score: 0.9, x: 150 + 100 * k, y: 150, width: 80, height: 80, keyPoints: [] }));
  const marks = markFaults(face.picture, face.landmarks, 'front', report, others);
  expect(marks.map(({ code }) => code)).toEqual(report.faults.map(({ code }) => code));
  expect(marks.find(({ code }) => code === 'several_faces')!.outlines).toHaveLength(1);
  const small = marks.find(({ code }) => code === 'too_small')!.outlines[0]!;
  expect(small[2]![0] - small[0]![0]).toBeGreaterThan(0.5);
  for (const [x, y] of marks.flatMap(({ outlines }) => outlines.flat())) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
    expect(Math.max(x, y)).toBeLessThanOrEqual(1);
  }
});

test('only the part of the outline outside the oval is marked', async () => {
  const { landmarks, picture } = await demoFace('A', 'front', 800);
  const guide = guideFrame({ width: 2400, height: 1800 });
  const placed = (dx: number) =>
    landmarks.map(([x, y, z]) => [x + 1200 - picture.width / 2 + dx, y + 900 - picture.height / 2, z] as const);
  const middle = (landmarks[234]![0] + landmarks[454]![0]) / 2 - picture.width / 2;
  expect(outsideOval(placed(-middle + 300), guide, 'front').flat().length).toBeGreaterThan(5);
  for (const [x] of outsideOval(placed(-middle + 300), guide, 'front').flat()) expect(x).toBeGreaterThan(1200);
});
