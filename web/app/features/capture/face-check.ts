import type { GuidanceCode as FrameCode } from '#engine/quality/assess-frame.ts';
import type { PhotoMark } from '#engine/quality/photo-marks.ts';
import type { PhotoFaultCode } from '#engine/quality/photo-report.ts';
import type { FrameSource } from '#engine/worker/face-messages.ts';
import type { HeldFace } from './hold.ts';
import type { PhotoKind } from './poses.ts';

/**
 * `make_expression`: everything is right except the expression, which is not made yet, or cannot be recognised without
 * a front photo to compare with.
 */
export type GuidanceCode = FrameCode | 'make_expression';
export type { PhotoFaultCode };

export interface FrameReport {
  /** The biggest fault, or 'perfect'; the words are in words.ts. */
  guidance: GuidanceCode;
  /** The position of the face while nothing is wrong with it. The ring fills meanwhile. */
  still: HeldFace | null;
  /**
   * Whether the shutter works: one whole face in the requested pose in the oval. For an expression only the distance is
   * checked, because the person judges the expression.
   */
  mayShoot: boolean;
}

/** The reason why a photo is refused, and the place of the fault in it. */
export interface Verdict {
  /** Keys under `capture:photo.…`. */
  fault: PhotoFaultCode;
  mark: PhotoMark | undefined;
  /** Size of the photo, in pixels. */
  width: number;
  height: number;
}

/** Position in the guide's crop, in percent of its width or height. */
export interface GhostPlace {
  width: number;
  left: number;
  top: number;
}

/** The interface of the detector, so that the page can be tested without one. */
export interface FaceCheck {
  /** One frame of the live picture: the guide crop, unmirrored. The frame is transferred to the worker. */
  look(frame: FrameSource, pose: PhotoKind): Promise<FrameReport>;
  /** Judges a finished photo. Returns the fault because of which another photo is needed, or null. */
  judge(photo: Blob, pose: PhotoKind): Promise<Verdict | null>;
  /** Finds the position of a finished photo in the guide crop when its face fills the oval. Null without a face. */
  place(photo: Blob): Promise<GhostPlace | null>;
  close(): void;
}
