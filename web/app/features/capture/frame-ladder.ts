/** The methods to get a frame from the camera to the detector. */
export type FrameWay = 'bitmap' | 'video_frame' | 'canvas';

export interface Rung {
  /** The name in the log. */
  readonly name: string;
  readonly way: FrameWay;
  /** The width in pixels of the frame for the detector. The guide's proportions give its height. */
  readonly width_px: number;
  /** The detector is restarted before this rung is tried. */
  readonly restarts?: true;
}

const last: Rung = { name: 'small_frames', way: 'canvas', width_px: 320, restarts: true };

/** Methods of reading frames, from the fastest to the least demanding. Frames suffice for the detector and can be read sixty times a second. */
export const rungs: readonly Rung[] = [
  { name: 'bitmap', way: 'bitmap', width_px: 640 },
  { name: 'video_frame', way: 'video_frame', width_px: 640 },
  { name: 'canvas', way: 'canvas', width_px: 640 },
  { name: 'new_detector', way: 'canvas', width_px: 640, restarts: true },
  last,
];

/** Single frames may fail. This many in a row mean that the method does not work here. */
const climbAfter = 3;
/** After the last method only the manual shutter is left, so the last method gets more time: about a second. */
const endAfter = 30;

export interface Ladder {
  readonly rung: number;
  /** Frames that failed since the last good one. */
  readonly failures: number;
}

export const bottom: Ladder = { rung: 0, failures: 0 };

export const rungOf = ({ rung }: Ladder): Rung => rungs[rung] ?? last;

export const afterGood = (ladder: Ladder): Ladder => (ladder.failures === 0 ? ladder : { ...ladder, failures: 0 });

/**
 * Null if no method is left to try.
 * @param isDetectorGone the worker has ended or does not answer, so another way of reading frames would not help
 */
export function afterBad({ rung, failures }: Ladder, isDetectorGone = false): Ladder | null {
  if (isDetectorGone) return climbed(rungs.findIndex((one, at) => at > rung && one.restarts));
  const isLast = rung === rungs.length - 1;
  if (failures + 1 < (isLast ? endAfter : climbAfter)) return { rung, failures: failures + 1 };
  return climbed(isLast ? -1 : rung + 1);
}

const climbed = (rung: number): Ladder | null => (rung < 0 ? null : { rung, failures: 0 });
