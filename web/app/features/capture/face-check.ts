import type { GuidanceCode as FrameCode } from '#engine/quality/assess-frame.ts';
import type { PhotoMark } from '#engine/quality/photo-marks.ts';
import type { PhotoFaultCode } from '#engine/quality/photo-report.ts';
import type { FrameSource } from '#engine/worker/face-messages.ts';
import type { HeldFace } from './hold.ts';
import type { PhotoKind } from './poses.ts';

/**
 * `make_expression` means that only the expression is missing. Either the person does not make the expression yet, or
 * the detector has no front photo for comparison and therefore cannot recognise the expression.
 */
export type GuidanceCode = FrameCode | 'make_expression';
export type { PhotoFaultCode };

export interface FrameReport {
  /** The most important fault, or 'perfect'. The sentences for each fault are in words.ts. */
  guidance: GuidanceCode;
  /** The position of the face, or null if the frame has a fault. The ring fills while the position is not null. */
  still: HeldFace | null;
  /**
   * Whether the shutter works. The oval must contain one whole face in the requested pose. The detector need not
   * recognise the requested expression, because the person decides when the expression is right.
   */
  mayShoot: boolean;
}

/** The reason why a photo is refused, and the place of the fault in the photo. */
export interface Verdict {
  /** The fault, which is also the key of its message under `capture:photo.…`. */
  fault: PhotoFaultCode;
  mark: PhotoMark | undefined;
  /** Size of the photo, in pixels. */
  width: number;
  height: number;
}

/** The position and width of an old photo that is drawn in the guide, in percent of the guide's width or height. */
export interface GhostPlace {
  width: number;
  left: number;
  top: number;
}

/** The interface of the detector. Tests of the page replace it. */
export interface FaceCheck {
  /**
   * Assesses one frame of the camera's video. The frame is the part inside the guide, not mirrored. The frame is
   * transferred to the worker.
   */
  look(frame: FrameSource, pose: PhotoKind): Promise<FrameReport>;
  /**
   * Assesses a finished photo. Returns the fault that makes another photo necessary, or null if the photo has no such
   * fault.
   */
  judge(photo: Blob, pose: PhotoKind): Promise<Verdict | null>;
  /**
   * Returns the position at which a finished photo must be drawn so that its face fills the oval. Returns null if the
   * photo shows no face.
   */
  place(photo: Blob): Promise<GhostPlace | null>;
  close(): void;
}
