import type { Landmarks, Picture, Pose } from '../picture.ts';
import type { PhotoMark } from '../quality/photo-marks.ts';
import type { PhotoReport } from '../quality/photo-report.ts';
import type { FaceModelUrls } from '../model/browser.ts';
import type { DetectedFace } from '../model/detected-face.ts';

/** Absolute addresses on our own origin. */
export type FaceAssets = FaceModelUrls;

/** A frame as the browser's decoder provides it. The worker cuts `crop` out of it and draws it at `width` × `height`. */
export interface UncutFrame {
  readonly frame: VideoFrame;
  readonly crop: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly width: number;
  readonly height: number;
}

/** A video frame or a finished picture. Frames and a picture's buffer are transferred, not copied. */
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
  /** In pixels of the frame that was sent. Null if no face was found. */
  landmarks: Landmarks | null;
  /** Every visible face, most certain first. While tracking it is refreshed only now and then. */
  faces: DetectedFace[];
  elapsed_ms: number;
}

export interface PhotoReading extends FaceReading {
  report: PhotoReport;
  /** Marks for each fault of the report, to be drawn over the photo. */
  marks: PhotoMark[];
}
