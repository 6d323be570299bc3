import type { Landmarks, Picture, Pose } from '../picture.ts';
import type { PhotoMark } from '../quality/photo-marks.ts';
import type { PhotoReport } from '../quality/photo-report.ts';
import type { FaceModelUrls } from '../model/browser.ts';
import type { DetectedFace } from '../model/detected-face.ts';

/** Absolute addresses of the model's files, on our own origin. */
export type FaceAssets = FaceModelUrls;

/**
 * A frame from the browser's decoder. The worker draws the part `crop` of the frame at a size of `width` × `height`.
 */
export interface UncutFrame {
  readonly frame: VideoFrame;
  readonly crop: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly width: number;
  readonly height: number;
}

/** A video frame or a finished image. Frames and the buffer of an image are transferred, not copied. */
export type FrameSource = ImageBitmap | Picture | UncutFrame;

export type FaceTask =
  | { kind: 'init'; assets: FaceAssets }
  | { kind: 'track'; frame: FrameSource; shouldCount: boolean }
  | { kind: 'detect'; picture: FrameSource }
  | { kind: 'assess'; picture: FrameSource; pose: Pose }
  | { kind: 'refine'; picture: FrameSource; near: Landmarks }
  | { kind: 'forget' };

export interface FaceAnswers {
  init: null;
  track: FaceReading;
  detect: FaceReading;
  assess: PhotoReading;
  refine: FaceReading;
  forget: null;
}

export interface FaceReading {
  /** Landmarks in pixels of the frame that was sent. Null if no face was found. */
  landmarks: Landmarks | null;
  /**
   * All visible faces, the most certain first. During tracking the list is not updated for every frame. `refine` does
   * not search for faces, and returns the last list of the tracking.
   */
  faces: DetectedFace[];
  elapsed_ms: number;
}

export interface PhotoReading extends FaceReading {
  report: PhotoReport;
  /** Marks for the faults of the report, which the page draws over the photo. */
  marks: PhotoMark[];
}
