/** The methods by which a frame of the camera is read for the detector. */
export type FrameWay = 'bitmap' | 'video_frame' | 'canvas';

export interface Rung {
  /** The name of the rung in the log. A rung is one method of reading frames, with its frame size. */
  readonly name: string;
  readonly way: FrameWay;
  /** The width in pixels of the frame for the detector. The height follows from the proportions of the guide. */
  readonly width_px: number;
  /** True if the detector is restarted before this rung is tried. */
  readonly restarts?: true;
}

const last: Rung = { name: 'small_frames', way: 'canvas', width_px: 320, restarts: true };

/**
 * The rungs in the order in which they are tried, from the fastest method to the least demanding one. Each `width_px`
 * is enough for the detector.
 */
export const rungs: readonly Rung[] = [
  { name: 'bitmap', way: 'bitmap', width_px: 640 },
  { name: 'video_frame', way: 'video_frame', width_px: 640 },
  { name: 'canvas', way: 'canvas', width_px: 640 },
  { name: 'new_detector', way: 'canvas', width_px: 640, restarts: true },
  last,
];

/** After this many failed frames in a row, the next rung is tried. Fewer failures in a row are normal. */
const climbAfter = 3;
/**
 * After this many failed frames in a row on the last rung, no more frames are tried. Thirty frames take about a second.
 * From then on, photos are taken only with the shutter button.
 */
const endAfter = 30;

export interface Ladder {
  readonly rung: number;
  /** Number of failed frames since the last good frame. */
  readonly failures: number;
}

export const bottom: Ladder = { rung: 0, failures: 0 };

export const rungOf = ({ rung }: Ladder): Rung => rungs[rung] ?? last;

export const afterGood = (ladder: Ladder): Ladder => (ladder.failures === 0 ? ladder : { ...ladder, failures: 0 });

/**
 * Returns the state after a failed frame, or null if no rung is left.
 * @param isDetectorGone whether the worker has ended or does not respond. In this case, another method of reading
 * frames would not help
 */
export function afterBad({ rung, failures }: Ladder, isDetectorGone = false): Ladder | null {
  if (isDetectorGone) return climbed(rungs.findIndex((one, at) => at > rung && one.restarts));
  const isLast = rung === rungs.length - 1;
  if (failures + 1 < (isLast ? endAfter : climbAfter)) return { rung, failures: failures + 1 };
  return climbed(isLast ? -1 : rung + 1);
}

const climbed = (rung: number): Ladder | null => (rung < 0 ? null : { rung, failures: 0 });
