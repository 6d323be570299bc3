import { beforeAll, describe, expect, test } from 'vitest';
import { demoFace, people, sharedFaceModel } from '../../test/demo-faces.ts';
import type { DemoFace } from '../../test/demo-faces.ts';
import type { Landmarks } from '../picture.ts';
import { faceFrame } from '../regions/face-frame.ts';
import { shrinkPicture } from '../regions/shrink-picture.ts';
import { alignmentOf, matrixOf, moved } from './align-photos.ts';
import { correctLandmarks, dragLandmark } from './correct-landmarks.ts';
import { lengthChange, measureFace, measureLine, scaleOf } from './measure-lengths.ts';

let faces: DemoFace[];
beforeAll(async () => {
  faces = await Promise.all(people.map((person) => demoFace(person, 'front', 800)));
});

const transformed = (landmarks: Landmarks, scale: number, degrees: number, dx: number, dy: number): Landmarks => {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180) * scale, Math.sin((degrees * Math.PI) / 180) * scale];
  return landmarks.map(([x, y, z]) => [x * cos - y * sin + dx, x * sin + y * cos + dy, z * scale] as const);
};

describe('lengths', () => {
  test('measured lengths are plausible for an adult face, and the face width is uncertain by five to fifteen percent', () => {
    for (const { landmarks, name } of faces) {
      const { face_width, mouth_width, upper_lip } = measureFace(landmarks);
      expect(face_width.mm, name).toBeGreaterThan(115);
      expect(face_width.mm, name).toBeLessThan(175);
      expect(face_width.uncertainty_mm / face_width.mm, name).toBeGreaterThan(0.05);
      expect(face_width.uncertainty_mm / face_width.mm, name).toBeLessThan(0.15);
      expect(mouth_width.mm, name).toBeGreaterThan(38);
      expect(mouth_width.mm, name).toBeLessThan(75);
      // The shorter a length is, the larger its relative error is.
      expect(upper_lip.uncertainty_mm / upper_lip.mm).toBeGreaterThan(face_width.uncertainty_mm / face_width.mm);
    }
  });

  test('measured lengths do not depend on the size of the photo or the roll of the head', () => {
    const { landmarks } = faces[0]!;
    const other = transformed(landmarks, 2.3, 11, 40, -60);
    expect(measureFace(other).mouth_width.mm).toBeCloseTo(measureFace(landmarks).mouth_width.mm, 6);
    expect(scaleOf(other).error).toBeCloseTo(scaleOf(landmarks).error, 6);
  });

  test('a drawn line is as long as the named length between the same landmarks', () => {
    const { landmarks } = faces[1]!;
    const [p, q] = [landmarks[61]!, landmarks[291]!];
    const line = measureLine(landmarks, [p[0], p[1]], [q[0], q[1]]);
    expect(Math.abs(line.mm - measureFace(landmarks).mouth_width.mm)).toBeLessThan(line.uncertainty_mm);
  });

  test('lengths in two photos of the same face differ by less than their uncertainty', async () => {
    const { picture, landmarks } = faces[2]!;
    const part = { left: 30, top: 20, right: 790, bottom: 780 };
    const again = (await (await sharedFaceModel()).findLandmarks(shrinkPicture(picture, part, 1)))!;
    for (const name of ['mouth_width', 'face_width', 'upper_lip', 'brow_left'] as const) {
      const { mm, uncertainty_mm } = lengthChange(name, landmarks, again);
      expect(Math.abs(mm), name).toBeLessThan(uncertainty_mm);
      expect(uncertainty_mm, name).toBeLessThan(measureFace(landmarks)[name].uncertainty_mm * 1.5);
    }
  });
});

describe('alignment', () => {
  test('alignment reverses the scale, rotation and shift between two photos exactly', () => {
    const { landmarks } = faces[0]!;
    const other = transformed(landmarks, 0.7, -8, 120, 33);
    const alignment = alignmentOf(other, landmarks);
    expect(alignment.residual_mm).toBeLessThan(1e-6);
    const [x, y] = moved(alignment, other[152]![0], other[152]![1]);
    expect(x).toBeCloseTo(landmarks[152]![0], 6);
    expect(y).toBeCloseTo(landmarks[152]![1], 6);
    const [a, b, c, d, e, f] = matrixOf(alignment);
    expect([a * 10 + c * 20 + e, b * 10 + d * 20 + f]).toEqual(
      moved(alignment, 10, 20).map((v) => expect.closeTo(v, 6)),
    );
  });

  test('the alignment of two different faces reports their differences as the residual', () => {
    const { residual_mm } = alignmentOf(faces[0]!.landmarks, faces[2]!.landmarks);
    expect(residual_mm).toBeGreaterThan(0.5);
    expect(residual_mm).toBeLessThan(8);
  });
});

describe('a dragged landmark', () => {
  test('a dragged landmark takes its neighbours along, and the rest of the face stays', () => {
    const { landmarks } = faces[0]!;
    const { d } = faceFrame(landmarks);
    const [x, y] = landmarks[61]!;
    const after = dragLandmark(landmarks, 61, [x + 0.05 * d, y]);
    const shift = (index: number) =>
      Math.hypot(after[index]![0] - landmarks[index]![0], after[index]![1] - landmarks[index]![1]);
    expect(shift(61)).toBeCloseTo(0.05 * d, 6);
    expect(shift(185)).toBeGreaterThan(0.005 * d);
    expect(shift(185)).toBeLessThan(0.05 * d);
    expect([shift(291), shift(33), shift(468), shift(152)]).toEqual([0, 0, 0, 0]);
  });

  test('dragging a landmark of an iris moves the whole iris and no lid', () => {
    const { landmarks } = faces[0]!;
    const [x, y] = landmarks[468]!;
    const after = dragLandmark(landmarks, 468, [x + 3, y - 2]);
    for (const index of [468, 469, 470, 471, 472]) expect(after[index]![0] - landmarks[index]![0]).toBeCloseTo(3, 6);
    expect(after[159]).toEqual(landmarks[159]);
  });

  test('a corrected landmark is not undone by the next correction, and is valid at another size of the photo', () => {
    const { landmarks, picture } = faces[0]!;
    const corrections = [
      { index: 61, x: 0.4, y: 0.62 },
      { index: 185, x: 0.41, y: 0.61 },
    ];
    const after = correctLandmarks(landmarks, corrections, picture);
    expect(after[61]!.slice(0, 2)).toEqual([0.4 * picture.width, 0.62 * picture.height]);
    const twice = correctLandmarks(transformed(landmarks, 2, 0, 0, 0), corrections, {
      width: 2 * picture.width,
      height: 2 * picture.height,
    });
    after.forEach(([px, py], n) => {
      expect(twice[n]![0]).toBeCloseTo(2 * px, 4);
      expect(twice[n]![1]).toBeCloseTo(2 * py, 4);
    });
    expect(() => dragLandmark(landmarks, 900, [0, 0])).toThrow(RangeError);
  });
});
