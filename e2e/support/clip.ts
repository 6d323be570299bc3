import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const fixtures = join(import.meta.dirname, '../fixtures');
const startOfImage = Buffer.from([0xff, 0xd8, 0xff]);
/**
 * The number of times that each frame is written. The clip of all three poses has ten frames a second, but Chromium's
 * fake camera plays every Motion-JPEG file at thirty frames a second.
 */
const repeats = 3;

/** Splits a Motion-JPEG file into its JPEG frames. */
export function framesOf(clip: Buffer): Buffer[] {
  const starts: number[] = [];
  for (let at = clip.indexOf(startOfImage); at >= 0; at = clip.indexOf(startOfImage, at + startOfImage.length))
    starts.push(at);
  return starts.map((start, index) => clip.subarray(start, starts[index + 1]));
}

/**
 * Makes a clip for the fake camera and returns its path. Played in real time, the clip shows a face in the poses front,
 * right and left for 4 s each. It also shows the turns between the poses.
 */
export function threePosesClip(): string {
  const frames = framesOf(readFileSync(join(fixtures, 'A-sequence.mjpeg')));
  const file = join(ownFolder(), 'three-poses.mjpeg');
  writeFileSync(file, Buffer.concat(frames.flatMap((frame) => Array.from({ length: repeats }, () => frame))));
  return file;
}

function ownFolder(): string {
  const folder = join(tmpdir(), `flaira-clips-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Returns the browser arguments that make the fake camera show a clip. */
export function cameraShowing(clip: string): string[] {
  return [`--use-file-for-fake-video-capture=${clip}`];
}
