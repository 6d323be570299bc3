/** Faults of a finished photo, the gravest first. */
export const photoFaultCodes = [
  'no_face',
  'several_faces',
  'too_small',
  'wrong_pose',
  'blurred',
  'too_dark',
  'too_bright',
  'clipped',
  'covered',
  'eyes_closed',
  'uneven_light',
] as const;
export type PhotoFaultCode = (typeof photoFaultCodes)[number];

/**
 * A fault with its measured `value` and the `limit`, in the fault's own unit (degrees, pixels, L* or shares); see
 * thresholds.ts.
 */
export interface PhotoFault {
  code: PhotoFaultCode;
  /** `reject` requires another photo, `warn` only shows the problem. */
  level: 'reject' | 'warn';
  value: number;
  limit: number;
}

export interface PhotoReport {
  /** Gravest first: rejections before warnings, then in the order of photoFaultCodes. */
  faults: PhotoFault[];
  isUsable: boolean;
  facts: PhotoFacts;
}

export interface PhotoFacts {
  face_count: number;
  /** Angles in degrees. The angles, the sharpness and the size are null if the photo shows no face. */
  yaw: number | null;
  pitch: number | null;
  roll: number | null;
  sharpness: number | null;
  /** Distance between the irises in pixels, converted to a face that looks straight ahead. */
  size_px: number | null;
}
