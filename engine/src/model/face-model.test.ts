import { beforeAll, expect, test, vi } from 'vitest';
import { demoFace, demoFacePath, people, poses, readPicture, sharedFaceModel } from '../../test/demo-faces.ts';
import type { Picture } from '../picture.ts';
import { eyeOpenness } from '../quality/eyes.ts';
import { faceAngles } from '../quality/face-angles.ts';
import { interocularDistance } from '../regions/face-frame.ts';
import { createFaceModel } from './face-model.ts';
import type { FaceModel } from './face-model.ts';
import { createNodeFaceModel, readGraphFile } from './node.ts';

let model: FaceModel;
beforeAll(async () => {
  model = await sharedFaceModel();
});

test('every demo face is found once, with all landmarks inside the picture and the yaw of its pose', async () => {
  for (const person of people) {
    for (const pose of poses) {
      const { picture, landmarks, name } = await demoFace(person, pose, 800);
      expect(await model.detectFaces(picture), name).toHaveLength(1);
      expect(landmarks, name).toHaveLength(478);
      for (const [x, y] of landmarks) expect(x > 0 && y > 0 && x < 800 && y < 800, name).toBe(true);
      const { yaw } = faceAngles(landmarks);
      expect(Math.abs(yaw - { front: 0, right: 32, left: -32 }[pose]), name).toBeLessThan(5);
      expect(eyeOpenness(landmarks), name).toBeGreaterThan(0.15);
    }
  }
});

test('landmarks scale with the picture: half the size gives half the coordinates', async () => {
  const large = await demoFace('A', 'front', 1200);
  const small = await demoFace('A', 'front', 600);
  const tolerance = 0.02 * interocularDistance(small.landmarks);
  large.landmarks.forEach(([x, y], index) => {
    const [smallX, smallY] = small.landmarks[index]!;
    expect(Math.hypot(x / 2 - smallX, y / 2 - smallY)).toBeLessThan(tolerance);
  });
});

test('following a face from the previous frame gives the same landmarks as detecting it again', async () => {
  const { picture, landmarks } = await demoFace('B', 'front', 640);
  const followed = await model.findLandmarks(picture, { previous: landmarks.map(([x, y, z]) => [x + 6, y - 4, z]) });
  const tolerance = 0.05 * interocularDistance(landmarks);
  followed!.forEach(([x, y], index) => {
    expect(Math.hypot(x - landmarks[index]![0], y - landmarks[index]![1])).toBeLessThan(tolerance);
  });
});

test('two faces side by side are both reported', async () => {
  const both = sideBySide(
    await readPicture(demoFacePath('A', 'front'), 500),
    await readPicture(demoFacePath('C', 'front'), 500),
  );
  expect(await model.detectFaces(both)).toHaveLength(2);
});

test('a picture without a face has no landmarks', async () => {
  const grey: Picture = { width: 320, height: 240, data: new Uint8ClampedArray(320 * 240 * 4).fill(128) };
  expect(await model.findLandmarks(grey)).toBeNull();
});

test('a buffer that does not match its size is refused', async () => {
  const broken: Picture = { width: 320, height: 240, data: new Uint8ClampedArray(17) };
  await expect(model.detectFaces(broken)).rejects.toThrow(RangeError);
});

test('a call after `dispose` fails with an error', async () => {
  const { picture } = await demoFace('A', 'front', 400);
  const own = await createNodeFaceModel();
  own.dispose();

  await expect(own.findLandmarks(picture)).rejects.toThrow('The face model was disposed of');
});

test('if WebAssembly does not start, the error states the cause', async () => {
  const refused = new WebAssembly.CompileError('blocked by the content security policy');
  const starting = createFaceModel({ loadGraph: readGraphFile, loadKernels: () => Promise.reject(refused) });

  await expect(starting).rejects.toMatchObject({
    message: expect.stringMatching('did not start: blocked by'),
    cause: refused,
  });
});

test('without WebAssembly an error reports that it is missing', async () => {
  vi.stubGlobal('WebAssembly', undefined);

  await expect(createNodeFaceModel()).rejects.toThrow('needs WebAssembly');
});

function sideBySide(left: Picture, right: Picture): Picture {
  const width = left.width + right.width;
  const data = new Uint8ClampedArray(width * left.height * 4);
  for (let y = 0; y < left.height; y++) {
    data.set(left.data.subarray(y * left.width * 4, (y + 1) * left.width * 4), y * width * 4);
    data.set(right.data.subarray(y * right.width * 4, (y + 1) * right.width * 4), (y * width + left.width) * 4);
  }
  return { width, height: left.height, data };
}
