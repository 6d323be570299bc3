/** One face that the detector found, in pixels of the image. */
export interface DetectedFace {
  /** Confidence of the detector, 0.5–1. */
  readonly score: number;
  /** Centre and size of the box. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Right eye, left eye, tip of the nose, mouth, right ear and left ear. Right and left are the patient's own. */
  readonly keyPoints: readonly (readonly [number, number])[];
}
