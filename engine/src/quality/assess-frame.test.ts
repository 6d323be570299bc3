import { beforeAll, describe, expect, test } from 'vitest';
import { demoFace, people } from '../../test/demo-faces.ts';
import type { Landmarks, Pose } from '../picture.ts';
import { assessFrame } from './assess-frame.ts';
import { guideFrame, guideOval, meshArea, outlineReach, placeInOval } from './guide-frame.ts';
import { frameLimits } from './thresholds.ts';

const frame = { width: 1280, height: 720 };
const guide = guideFrame(frame);

const faces = new Map<string, Landmarks>();
beforeAll(async () => {
  for (const person of people) {
    for (const pose of ['front', 'right', 'left'] as const) {
      faces.set(`${person}-${pose}`, (await demoFace(person, pose, 640)).landmarks);
    }
  }
});

/**
 * Places a demo face in the oval as well as possible. `scale` multiplies the size that fits best. `shiftX` and `shiftY`
 * are in pixels.
 */
function placed(name: string, scale = 1, shiftX = 0, shiftY = 0): Landmarks {
  const landmarks = faces.get(name)!;
  const oval = guideOval(guide);
  const around = ([cx, cy]: readonly [number, number], k = 1): Landmarks =>
    landmarks.map(([x, y, z]) => [oval.x + (x - cx) * k, oval.y + (y - cy) * k, z * k] as const);
  const reach = (centre: readonly [number, number]) => outlineReach(around(centre), guide);
  let centre: readonly [number, number] = [landmarks[4]![0], landmarks[4]![1]];
  for (let step = 64; step > 0.1; ) {
    const [x, y] = centre;
    const around4 = [
      [x + step, y],
      [x - step, y],
      [x, y + step],
      [x, y - step],
    ] as const;
    const better = around4.find((candidate) => reach(candidate) < reach(centre));
    if (better) centre = better;
    else step /= 2;
  }
  return around(centre, scale / reach(centre)).map(([x, y, z]) => [x + shiftX, y + shiftY, z] as const);
}

const judge = (landmarks: Landmarks | null, pose: Pose = 'front', faceCount = 1) =>
  assessFrame({ landmarks, faceCount, frame, pose });

describe('the guide', () => {
  test('the guide frames the largest centred 4:3 part of the video', () => {
    expect(guideFrame({ width: 1280, height: 720 })).toEqual({ x: 160, y: 0, width: 960, height: 720 });
    expect(guideFrame({ width: 480, height: 640 })).toEqual({ x: 0, y: 140, width: 480, height: 360 });
    expect(guideFrame({ width: 640, height: 480 })).toEqual({ x: 0, y: 0, width: 640, height: 480 });
  });

  // A face at the minimum of 12 % must fit inside the oval. Otherwise no face could fulfil both limits.
  test.each(people)('the face of person %s fits into the oval at a range of valid sizes, in every pose', (person) => {
    for (const pose of ['front', 'right', 'left']) {
      const fitting = meshArea(placed(`${person}-${pose}`), guide);
      expect(fitting, pose).toBeGreaterThan(1.2 * frameLimits.minArea);
      expect(fitting * frameLimits.sideOvalTolerance ** 2, pose).toBeLessThan(frameLimits.maxArea);
    }
  });
});

describe('guidance', () => {
  test('the guidance calls a face perfect that fits into the oval in the requested pose', () => {
    for (const person of people) {
      for (const pose of ['front', 'right', 'left'] as const) {
        const { guidance, isReady, faults } = judge(placed(`${person}-${pose}`), pose);
        expect({ guidance, isReady, faults }, `${person} ${pose}`).toEqual({
          guidance: 'perfect',
          isReady: true,
          faults: [],
        });
      }
    }
  });

  test('the guidance names the instruction for the most important fault', () => {
    expect(judge(null).guidance).toBe('align');
    expect(judge(placed('A-front'), 'front', 2).guidance).toBe('one_face');
    expect(judge(placed('A-front', 0.8)).guidance).toBe('move_closer');
    expect(judge(placed('A-front', 1.4)).guidance).toBe('move_back');
    expect(judge(placed('A-front', 1, 60)).guidance).toBe('keep_inside');
    expect(judge(placed('A-front', 1, 0, -60)).guidance).toBe('keep_inside');
    expect(judge(placed('A-front', 0.8, 120)).faults).toEqual(['keep_inside', 'move_closer']);
  });

  test('an outline up to 5 % beyond the oval still counts as inside', () => {
    expect(judge(placed('B-front', 1.04)).guidance).toBe('perfect');
    expect(judge(placed('B-front', 1.06)).guidance).toBe('keep_inside');
  });

  test('the guidance asks the person to turn to their own left or right when the pose is wrong', () => {
    expect(judge(placed('A-right')).guidance).toBe('face_front');
    expect(judge(placed('A-front'), 'right').guidance).toBe('turn_left');
    expect(judge(placed('A-front'), 'left').guidance).toBe('turn_right');
    expect(judge(placed('A-left'), 'right').guidance).toBe('turn_left');
    expect(judge(turned('B-right', 24), 'right').guidance).toBe('turn_less');
  });

  test('the guidance asks to open closed eyes and to level a tilted head', () => {
    expect(judge(withClosedEyes(placed('C-front'))).guidance).toBe('eyes_open');
    expect(judge(rolled(placed('C-front', 0.95), 14)).guidance).toBe('level_head');
  });

  test('the guidance asks a person who moves to hold still', () => {
    const landmarks = placed('A-front', 0.98);
    const moved = landmarks.map(([x, y, z]) => [x + 4, y, z] as const);
    const at = (elapsed_ms: number) =>
      assessFrame({ landmarks: moved, frame, pose: 'front', previous: { landmarks, elapsed_ms } }).guidance;
    expect(at(40)).toBe('hold');
    expect(at(1000)).toBe('perfect');
  });
});

function withClosedEyes(landmarks: Landmarks): Landmarks {
  const pairs = [
    [160, 144],
    [158, 153],
    [385, 380],
    [387, 373],
  ] as const;
  const closed = [...landmarks];
  for (const [upper, lower] of pairs)
    closed[upper] = [landmarks[upper]![0], landmarks[lower]![1] - 0.5, landmarks[upper]![2]];
  return closed;
}

function rolled(landmarks: Landmarks, degrees: number): Landmarks {
  const { x: cx, y: cy } = guideOval(guide);
  const cos = Math.cos((degrees * Math.PI) / 180);
  const sin = Math.sin((degrees * Math.PI) / 180);
  return landmarks.map(
    ([x, y, z]) => [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos, z] as const,
  );
}

/** Turns a demo face further about the vertical axis and places it in the oval again. */
function turned(name: string, degrees: number): Landmarks {
  const cos = Math.cos((degrees * Math.PI) / 180);
  const sin = Math.sin((degrees * Math.PI) / 180);
  const landmarks = faces.get(name)!;
  const [cx, , cz] = landmarks[168]!;
  const copy = landmarks.map(
    ([x, y, z]) => [cx + (x - cx) * cos - (z - cz) * sin, y, cz + (x - cx) * sin + (z - cz) * cos] as const,
  );
  faces.set(`${name}+${degrees}`, copy);
  return placed(`${name}+${degrees}`);
}

test('an earlier photo of any size is placed in the oval so that its face just fits', () => {
  for (const [name, landmarks] of faces) {
    const { scale, dx, dy } = placeInOval(landmarks, guide);
    const laid = landmarks.map(([x, y, z]) => [x * scale + dx, y * scale + dy, z] as const);
    expect(outlineReach(laid, guide), name).toBeCloseTo(1, 6);
    const twice = landmarks.map(([x, y, z]) => [2 * x + 100, 2 * y - 40, z] as const);
    expect(placeInOval(twice, guide).scale, name).toBeCloseTo(scale / 2, 6);
  }
});
