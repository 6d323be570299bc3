import type { Landmarks, Pose } from '../picture.ts';
import { interocularDistance } from '../regions/face-frame.ts';
import { faceAngles } from './face-angles.ts';
import type { FaceAngles } from './face-angles.ts';
import { eyeOpenness } from './eyes.ts';
import { guideFrame, meshArea, outlineReach } from './guide-frame.ts';
import type { Rect } from './guide-frame.ts';
import { frameLimits } from './thresholds.ts';

/**
 * Instructions for the person in front of the camera, in the order of their importance. `turn_right` and `turn_left`
 * mean the person's own right and left. `face_front` asks the person to look straight ahead, `turn_less` to turn back a
 * little, and `hold` to keep still. `perfect` allows the photo to be taken.
 */
export const guidanceCodes = [
  'align',
  'one_face',
  'move_back',
  'keep_inside',
  'move_closer',
  'face_front',
  'turn_right',
  'turn_left',
  'turn_less',
  'level_head',
  'eyes_open',
  'hold',
  'perfect',
] as const;
export type GuidanceCode = (typeof guidanceCodes)[number];

export interface FrameInput {
  /** Landmarks of the most prominent face, in pixels of the unmirrored frame; null if no face was found. */
  landmarks: Landmarks | null;
  /** Number of faces in the frame; 1 if absent. */
  faceCount?: number;
  /** Size of the video frame, in pixels. The landmarks are positions in this frame. */
  frame: { width: number; height: number };
  /** The pose that the screen requests. */
  pose: Pose;
  /**
   * A frame from about a tenth of a second earlier. It distinguishes a still face from a moving one; over a shorter
   * time, the jitter of the landmarks would look like movement. Without an earlier frame, movement is not assessed.
   */
  previous?: { landmarks: Landmarks; elapsed_ms: number };
}

export interface FrameAssessment {
  /** The code of the only sentence that the screen shows. */
  guidance: GuidanceCode;
  /** All faults, the most important first. Empty if there is none. */
  faults: GuidanceCode[];
  isReady: boolean;
  /** The centred 4:3 crop, in pixels of the frame. All shares refer to this crop. */
  guide: Rect;
  /** Null without a face. */
  facts: FrameFacts | null;
}

export interface FrameFacts extends FaceAngles {
  /** Area of the bounding box of the mesh, as a share of the guide frame. */
  area: number;
  /** Largest distance of the face outline from the oval's centre; 1 is on the oval. */
  reach: number;
  eye_openness: number;
  /** Movement in distances between the irises per second. Null without an earlier frame. */
  speed: number | null;
}

/** Assesses one video frame. It has no side effects and takes microseconds, so it can run for every frame. */
export function assessFrame(input: FrameInput): FrameAssessment {
  const guide = guideFrame(input.frame);
  if (!input.landmarks) return { guidance: 'align', faults: ['align'], isReady: false, guide, facts: null };
  const facts = readFacts(input.landmarks, guide, input.previous);
  const faults = findFaults(facts, input.pose, input.faceCount ?? 1);
  return { guidance: faults[0] ?? 'perfect', faults, isReady: faults.length === 0, guide, facts };
}

function readFacts(landmarks: Landmarks, guide: Rect, previous: FrameInput['previous']): FrameFacts {
  return {
    ...faceAngles(landmarks),
    area: meshArea(landmarks, guide),
    reach: outlineReach(landmarks, guide),
    eye_openness: eyeOpenness(landmarks),
    speed: previous ? frameSpeed(landmarks, previous.landmarks, previous.elapsed_ms) : null,
  };
}

// Landmarks all over the face: between the brows, corners of the eyes, tip of the nose, corners of the mouth, chin, and
// both ends of the face's width.
const probes = [9, 33, 263, 4, 61, 291, 152, 234, 454];

/** Returns the median movement of the face between two frames, in distances between the irises per second. */
function frameSpeed(now: Landmarks, before: Landmarks, elapsed_ms: number): number {
  if (elapsed_ms <= 0) return 0;
  const moves = probes.map((index) => {
    const p = now[index]!;
    const q = before[index]!;
    return Math.hypot(p[0] - q[0], p[1] - q[1]);
  });
  moves.sort((a, b) => a - b);
  const median = moves[moves.length >> 1]!;
  return (median / interocularDistance(now)) * (1000 / elapsed_ms);
}

function findFaults(facts: FrameFacts, pose: Pose, faceCount: number): GuidanceCode[] {
  const faults: GuidanceCode[] = [];
  if (faceCount > 1) faults.push('one_face');
  if (facts.area > frameLimits.maxArea) faults.push('move_back');
  if (facts.reach > ovalTolerance(pose)) faults.push('keep_inside');
  if (facts.area < frameLimits.minArea) faults.push('move_closer');
  const turn = turnFault(facts.yaw, pose);
  if (turn) faults.push(turn);
  if (Math.abs(facts.roll) > frameLimits.maxRoll || Math.abs(facts.pitch) > frameLimits.maxPitch)
    faults.push('level_head');
  if (facts.eye_openness < frameLimits.minEyeOpenness) faults.push('eyes_open');
  if (facts.speed !== null && facts.speed > frameLimits.maxSpeed) faults.push('hold');
  return faults;
}

function ovalTolerance(pose: Pose): number {
  return pose === 'front' ? frameLimits.ovalTolerance : frameLimits.sideOvalTolerance;
}

/**
 * Returns the instruction for a wrong yaw. Positive yaw shows the right side of the face, because the person has turned
 * to their own left.
 */
function turnFault(yaw: number, pose: Pose): GuidanceCode | null {
  if (pose === 'front') return Math.abs(yaw) <= frameLimits.frontYaw ? null : 'face_front';
  const turned = pose === 'right' ? yaw : -yaw;
  if (turned > frameLimits.sideYawMax) return 'turn_less';
  if (turned >= frameLimits.sideYawMin) return null;
  return pose === 'right' ? 'turn_left' : 'turn_right';
}
