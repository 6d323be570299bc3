import { createBrowserFaceModel } from '../model/browser.ts';
import type { DetectedFace } from '../model/detected-face.ts';
import type { FaceModel } from '../model/face-model.ts';
import { meshPointCount } from '../model/landmark-groups.ts';
import type { Landmarks, Picture, Pose } from '../picture.ts';
import { assessPhoto } from '../quality/assess-photo.ts';
import { markFaults } from '../quality/photo-marks.ts';
import type { FaceReading, FaceTask, FrameSource, PhotoReading } from './face-messages.ts';
import { serveTasks } from './task-server.ts';

/** The worker that detects faces for one page; see face-client.ts. */
const readFrame = createFrameReader();
let model: FaceModel | undefined;
let tracked: Landmarks | null = null;
let faces: DetectedFace[] = [];
let framesSinceDetection = 0;

/**
 * Number of frames after which the detector checks again whether there is a face. The mesh model returns landmarks even
 * without a face.
 */
const detectEvery = 15;
/** Minimum overlap of the mesh with the detector's box. Below it, the mesh no longer follows the face. */
const leastOverlap = 0.25;

serveTasks<FaceTask>(async (task) => {
  switch (task.kind) {
    case 'init':
      model = await createBrowserFaceModel(task.assets);
      return { value: null };
    case 'forget':
      tracked = null;
      return { value: null };
    case 'track':
      return { value: await timed(() => track(readFrame(task.frame), task.shouldCount)) };
    case 'detect':
      return { value: await timed(() => detect(readFrame(task.picture))) };
    case 'refine':
      return { value: await timed(() => refine(readFrame(task.picture), task.near)) };
    case 'assess':
      return { value: await timed(() => assess(readFrame(task.picture), task.pose)) };
  }
});

type Untimed<Reading> = Omit<Reading, 'elapsed_ms'>;

async function track(frame: Picture, shouldCount: boolean): Promise<Untimed<FaceReading>> {
  if (shouldCount || !tracked || ++framesSinceDetection >= detectEvery) {
    framesSinceDetection = 0;
    faces = await ready().detectFaces(frame);
    if (!tracked || !faces.some((face) => isOn(face, tracked!))) {
      tracked = faces[0] ? await ready().findLandmarks(frame, { face: faces[0] }) : null;
      return { landmarks: tracked, faces };
    }
  }
  tracked = await ready().findLandmarks(frame, { previous: tracked });
  return { landmarks: tracked, faces };
}

async function detect(picture: Picture): Promise<Untimed<FaceReading>> {
  const found = await ready().detectFaces(picture);
  const landmarks = found[0] ? await ready().findLandmarks(picture, { face: found[0] }) : null;
  return { landmarks, faces: found };
}

async function assess(picture: Picture, pose: Pose): Promise<Untimed<PhotoReading>> {
  const reading = await detect(picture);
  const { landmarks, faces: found } = reading;
  const report = assessPhoto(picture, landmarks, pose, found.length);
  return { ...reading, report, marks: markFaults(picture, landmarks, pose, report, found) };
}

/** Runs the mesh model again on the square around the given landmarks. */
async function refine(picture: Picture, near: Landmarks): Promise<Untimed<FaceReading>> {
  return { landmarks: await ready().findLandmarks(picture, { previous: near }), faces };
}

/** Returns whether the box of a detected face and the box of the landmarks overlap enough to be the same face. */
function isOn(face: DetectedFace, landmarks: Landmarks): boolean {
  const mesh = landmarks.slice(0, meshPointCount);
  const left = Math.min(...mesh.map(([x]) => x));
  const right = Math.max(...mesh.map(([x]) => x));
  const top = Math.min(...mesh.map(([, y]) => y));
  const bottom = Math.max(...mesh.map(([, y]) => y));
  const across = Math.min(right, face.x + face.width / 2) - Math.max(left, face.x - face.width / 2);
  const down = Math.min(bottom, face.y + face.height / 2) - Math.max(top, face.y - face.height / 2);
  const shared = Math.max(0, across) * Math.max(0, down);
  return shared > leastOverlap * Math.max((right - left) * (bottom - top), face.width * face.height);
}

async function timed<Reading>(read: () => Promise<Reading>): Promise<Reading & { elapsed_ms: number }> {
  const start = performance.now();
  const reading = await read();
  return { ...reading, elapsed_ms: performance.now() - start };
}

function ready(): FaceModel {
  if (!model) throw new Error('The face model is not loaded');
  return model;
}

/**
 * Returns a function that reads the pixels of a frame. It reuses one canvas, because allocating a canvas for every
 * video frame would take longer than reading the frame.
 */
function createFrameReader(): (source: FrameSource) => Picture {
  let canvas: OffscreenCanvas | undefined;
  return (source) => {
    if ('data' in source) return source;
    canvas ??= new OffscreenCanvas(source.width, source.height);
    if (canvas.width !== source.width) canvas.width = source.width;
    if (canvas.height !== source.height) canvas.height = source.height;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('No 2D canvas in this worker');
    if ('frame' in source) {
      const { frame, crop, width, height } = source;
      context.drawImage(frame, crop.x, crop.y, crop.width, crop.height, 0, 0, width, height);
      frame.close();
    } else {
      context.drawImage(source, 0, 0);
      source.close();
    }
    return context.getImageData(0, 0, canvas.width, canvas.height);
  };
}
