import { PhotoLimits } from '#contract/intake.ts';
import type { Landmarks } from '#engine/picture.ts';
import { assessFrame } from '#engine/quality/assess-frame.ts';
import { guideFrame, placeInOval } from '#engine/quality/guide-frame.ts';
import { type ExpressionMeasures, isMade, measureExpression } from '#engine/quality/expressions.ts';
import { startFaceClient } from '#engine/worker/face-client.ts';
import type { FaceCheck, GuidanceCode, PhotoFaultCode } from './face-check.ts';
import type { HeldFace } from './hold.ts';
import { type Expression, isExpression, poseOf } from './poses.ts';
import { readPhoto } from './read-frame.ts';

/** Faults that do not block the shutter, because the finished photo is checked again. */
const forgivable: readonly GuidanceCode[] = ['level_head', 'eyes_open', 'hold', 'make_expression'];
/** Returns whether a photo of an expression may have this fault. A broad smile or a frown narrows the eyes. */
const mayBe = (fault: PhotoFaultCode): boolean => fault === 'eyes_closed';
/** Number of frames between two searches for other people. Each search needs an additional detection. */
const framesBetweenCounts = 6;
const noseTip = 4;
/**
 * The guide of a frame with the proportions 4:3. It is valid for frames of any size, because its positions are shares
 * of the frame.
 */
const guide = guideFrame({ width: 1200, height: 900 });

/**
 * Reads a photo at the size at which the service stores it. The detector works on a canvas, and Safari on iOS 17 and
 * earlier draws nothing on a canvas of more than 16.8 million pixels. Newer iPhones take photos of 24 million pixels.
 */
const readStored = (photo: Blob) => readPhoto(photo, PhotoLimits.max_stored_px);

/**
 * Starts the worker and loads the models (3 MB). This file and the engine are loaded only when the person opens the
 * camera or chooses a file.
 */
export async function startFaceCheck(): Promise<FaceCheck> {
  const client = await startFaceClient();
  const earlier = createEarlierFrames();
  let frames = 0;
  let faceCount = 1;
  /** The measures of the face in the front photo, in which the face makes no expression. */
  let rest: ExpressionMeasures | null = null;
  const isSeen = (expression: Expression, landmarks: Landmarks | null) =>
    rest !== null && landmarks !== null && isMade(expression, measureExpression(landmarks), rest);

  return {
    async look(frame, kind) {
      const size = { width: frame.width, height: frame.height };
      const shouldCount = frames++ % framesBetweenCounts === 0;
      const { landmarks, faces } = await client.track(frame, { shouldCount });
      if (shouldCount) faceCount = Math.max(1, faces.length);
      const previous = earlier.before(landmarks, performance.now());
      const { faults, facts } = assessFrame({ landmarks, faceCount, frame: size, pose: poseOf(kind), previous });
      const found: GuidanceCode[] = isExpression(kind) ? faults.filter((fault) => fault !== 'eyes_open') : faults;
      if (isExpression(kind) && found.length === 0 && !isSeen(kind, landmarks)) found.push('make_expression');
      const still = found.length === 0 && landmarks && facts ? placeOf(landmarks, size, facts.yaw) : null;
      const mayShoot = found.every((fault) => forgivable.includes(fault));
      return { guidance: found[0] ?? 'perfect', still, mayShoot };
    },
    async judge(photo, kind) {
      const picture = await readStored(photo);
      const { width, height } = picture;
      const { report, marks, landmarks } = await client.assess(picture, poseOf(kind));
      earlier.forget();
      if (kind === 'front' && landmarks && report.isUsable) rest = measureExpression(landmarks);
      const fault = report.faults.find(
        ({ code, level }) => level === 'reject' && !(isExpression(kind) && mayBe(code)),
      )?.code;
      return fault ? { fault, mark: marks.find(({ code }) => code === fault), width, height } : null;
    },
    async place(photo) {
      const picture = await readStored(photo);
      const { width } = picture;
      const { landmarks } = await client.detect(picture);
      if (!landmarks) return null;
      const { scale, dx, dy } = placeInOval(landmarks, guide);
      const share = (pixels: number, whole: number) => (100 * pixels) / whole;
      return { width: share(width * scale, guide.width), left: share(dx, guide.width), top: share(dy, guide.height) };
    },
    close: () => client.terminate(),
  };
}

function placeOf(
  landmarks: Landmarks,
  { width, height }: { width: number; height: number },
  yaw_deg: number,
): HeldFace {
  const [x, y] = landmarks[noseTip] ?? [width / 2, height / 2];
  return { x: x / width, y: y / height, yaw_deg };
}

/**
 * The shortest interval in milliseconds over which movement is measured. Over a shorter interval, the jitter of the
 * landmarks would look like fast movement.
 */
export const span_ms = 120;

interface Seen {
  landmarks: Landmarks;
  at: number;
}

/** Stores the landmarks of the last frames while a face is tracked. */
export function createEarlierFrames() {
  let seen: Seen[] = [];
  return {
    /**
     * Returns the newest stored frame that is at least `span_ms` older than the current one. Returns undefined if there
     * is none, for example after a frame without a face.
     */
    before(landmarks: Landmarks | null, at: number): { landmarks: Landmarks; elapsed_ms: number } | undefined {
      const start = seen.findLastIndex((frame) => at - frame.at >= span_ms);
      const found = seen[start];
      seen = landmarks ? [...seen.slice(Math.max(0, start)), { landmarks, at }] : [];
      return landmarks && found ? { landmarks: found.landmarks, elapsed_ms: at - found.at } : undefined;
    },
    forget() {
      seen = [];
    },
  };
}
