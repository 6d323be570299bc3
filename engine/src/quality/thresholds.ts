/** Limits of the capture screen, for one frame of the live video. */
export const frameLimits = {
  /**
   * Width divided by height of the guide frame. This frame is the part of the video that the person sees, a centred
   * crop.
   */
  guideAspect: 4 / 3,
  /** Radii of the oval, as shares of the guide frame's width and height (product specification). */
  ovalRadiusX: 0.18,
  ovalRadiusY: 0.27,
  /** A face may extend up to 5 % beyond the drawn oval, because the outline of a still face jitters by 1–2 %. */
  ovalTolerance: 1.05,
  /**
   * The tolerance for poses from the side is 15 %. The outline of a turned head bulges to one side. So a centred face
   * with 14–15 % of the frame's area already reaches 1.07–1.10 times the radius of the oval. With a smaller tolerance,
   * the instructions would alternate between "move closer" and "stay inside".
   */
  sideOvalTolerance: 1.15,
  /**
   * Bounding box of the mesh, as a share of the guide frame (product specification). A face that just fits into the
   * oval covers 15–17 %.
   */
  minArea: 0.12,
  maxArea: 0.22,
  /**
   * Limits of the head's angles, in degrees. The limits of yaw are those of the product specification. Pitch and roll
   * are limited because guides for clinical photography require an upright head.
   */
  frontYaw: 12,
  sideYawMin: 25,
  sideYawMax: 50,
  maxPitch: 18,
  maxRoll: 10,
  /**
   * Height of the eye opening divided by its width. A closed eye has 0.05–0.12, an open eye 0.2–0.35 (Soukupová & Čech
   * 2016).
   */
  minEyeOpenness: 0.12,
  /**
   * Largest movement of the landmarks, in distances between the irises per second. A person who holds still stays below
   * 0.1.
   */
  maxSpeed: 0.25,
} as const;

/**
 * Limits of one finished photo. `reject` requires another photo, `warn` only shows the problem. The limits are based on
 * measurements of 24 portraits and of their blurred, dimmed and covered versions.
 */
export const photoLimits = {
  /**
   * Variance of the Laplacian at a face width of 256 px. Sharp photos have a median of 291, a blur of 1 px gives about
   * 80, and a blur of 2 px gives less than 30.
   */
  sharpness: { warn: 80, reject: 30 },
  /**
   * L* of the cheeks, see light.ts. The limit is low, because very dark skin in good light has 30–40 and must be
   * accepted.
   */
  darkest: { warn: 34, reject: 24 },
  brightest: { warn: 85, reject: 91 },
  /** Share of the face with L* above 97. */
  clipped: { warn: 0.02, reject: 0.08 },
  /**
   * Ratio of the light on the two cheeks; 4 is two stops. It applies only to photos from the front, because the light
   * on a turned head is always uneven.
   */
  unevenLight: { warn: 1.75, reject: 4 },
  /** A part of the face is covered if the share of its pixels that show skin is below this limit. */
  covered: { warn: 0.6, reject: 0.35 },
  /**
   * Distance between the irises in pixels. Lines need about 90, pores about 200. The distance includes the depth, so
   * that a turned head has the same value.
   */
  size: { warn: 150, reject: 80 },
  /** Degrees by which an angle may exceed its allowed range before the fault is more than a warning. */
  poseSlack: 4,
} as const;
