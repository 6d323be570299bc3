import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { demoFace, demoFacePath, people, poses, sharedFaceModel } from '../../test/demo-faces.ts';
import type { Landmarks, Picture, Pose } from '../picture.ts';
import { assessPhoto } from './assess-photo.ts';
import type { PhotoReport } from './photo-report.ts';

/** Assesses a demo face after an edit, with newly detected landmarks. */
async function judge(edit: (image: Sharp) => Sharp, pose: Pose = 'front', person = 'A'): Promise<PhotoReport> {
  const resized = await sharp(demoFacePath(person, 'front')).resize(900).png().toBuffer();
  const { data, info } = await edit(sharp(resized)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const picture: Picture = { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
  const model = await sharedFaceModel();
  const faces = await model.detectFaces(picture);
  const landmarks = faces[0] ? await model.findLandmarks(picture, { face: faces[0] }) : null;
  return assessPhoto(picture, landmarks, pose, faces.length);
}

const found = ({ faults }: PhotoReport) => faults.map(({ code, level }) => `${code} ${level}`);

test('every demo face is a good photo of its pose', async () => {
  for (const person of people) {
    for (const pose of poses) {
      const { picture, landmarks, name } = await demoFace(person, pose, 1000);
      const report = assessPhoto(picture, landmarks, pose);
      expect(report.isUsable, name).toBe(true);
      expect(report.faults, name).toEqual([]);
    }
  }
});

describe('a picture is refused, with the reason, when', () => {
  test('a photo is refused if it shows no face, or more than one', async () => {
    const { picture, landmarks } = await demoFace('A', 'front', 500);
    expect(found(assessPhoto(picture, null, 'front'))).toEqual(['no_face reject']);
    expect(found(assessPhoto(picture, landmarks, 'front', 2))).toContain('several_faces reject');
  });

  test('a photo out of focus is refused; a slight blur is only a warning', async () => {
    expect(found(await judge((image) => image.blur(6)))).toContain('blurred reject');
    expect(found(await judge((image) => image.blur(1.1)))).toContain('blurred warn');
  });

  test('a photo is refused if it shows another pose', async () => {
    expect(found(await judge((image) => image, 'right'))).toContain('wrong_pose reject');
    const { picture, landmarks } = await demoFace('B', 'left', 700);
    expect(found(assessPhoto(picture, landmarks, 'front'))).toContain('wrong_pose reject');
    expect(found(assessPhoto(picture, landmarks, 'right'))).toContain('wrong_pose reject');
  });

  test('a photo is refused if it is nearly black or overexposed', async () => {
    expect(found(await judge((image) => image.linear(0.18)))).toContain('too_dark reject');
    expect(found(await judge((image) => image.linear(1.9, 40))).join()).toMatch(/clipped reject|too_bright reject/);
  });

  test('a photo is refused if the face in it is too small', async () => {
    expect(found(await judge((image) => image.resize(300)))).toContain('too_small reject');
  });

  test('a mask over the face gets the photo refused, and a fringe over the forehead is reported', async () => {
    const { landmarks } = await demoFace('A', 'front', 900);
    const mask = await judge((image) => image.composite([box(landmarks, 234, 4, 454, 152, '#8fb3c9')]));
    const fringe = await judge((image) => image.composite([box(landmarks, 54, 10, 284, 107, '#2a2622')]));
    expect(found(mask)).toContain('covered reject');
    expect(found(fringe).join()).toMatch(/covered/);
  });

  test('a photo is refused if the eyes are closed', async () => {
    const { picture, landmarks } = await demoFace('C', 'front', 800);
    const lids = new Map([160, 158, 385, 387].map((upper, k) => [upper, [144, 153, 380, 373][k]!]));
    const closed = landmarks.map((point, index) => {
      const lower = lids.get(index);
      return lower === undefined ? point : ([point[0], landmarks[lower]![1] - 1, point[2]] as const);
    });
    expect(found(assessPhoto(picture, closed, 'front'))).toContain('eyes_closed reject');
  });

  test('a photo is refused if one half of the face is in shadow; a slight shadow is only a warning', async () => {
    const shade = (opacity: number) => (image: Sharp) =>
      image.composite([
        {
          input: { create: { width: 450, height: 900, channels: 4, background: { r: 0, g: 0, b: 0, alpha: opacity } } },
          left: 0,
          top: 0,
        },
      ]);
    expect(found(await judge(shade(0.5)))).toContain('uneven_light reject');
    expect(found(await judge(shade(0.25)))).toContain('uneven_light warn');
  });
});

test('faults that refuse a photo come before warnings', async () => {
  const { picture, landmarks } = await demoFace('A', 'front', 260);
  const { faults } = assessPhoto(picture, landmarks, 'left', 2);
  const levels = faults.map(({ level }) => level);
  expect(levels).toEqual([...levels].sort((a, b) => (a === b ? 0 : a === 'reject' ? -1 : 1)));
  expect(faults.map(({ code }) => code).slice(0, 3)).toEqual(['several_faces', 'too_small', 'wrong_pose']);
});

/** Returns a coloured box over the face between four landmarks. */
function box(landmarks: Landmarks, left: number, top: number, right: number, bottom: number, background: string) {
  const x = Math.round(landmarks[left]![0]);
  const y = Math.round(landmarks[top]![1]);
  const width = Math.round(landmarks[right]![0]) - x;
  const height = Math.round(landmarks[bottom]![1]) - y;
  return { input: { create: { width, height, channels: 3 as const, background } }, left: x, top: y };
}
