/** Limits of the capture screen, for one frame of the live picture. */
export const frameLimits = {
  /** Proportion of the frame that the person sees, a centred crop of the video. */
  guideAspect: 4 / 3,
  /** Radii of the oval, as shares of the guide frame's width and height (product specification). */
  ovalRadiusX: 0.18,
  ovalRadiusY: 0.27,
  /** "Fully inside" allows 5 % beyond the drawn line: the outline's own jitter on a still face is 1–2 %. */
  ovalTolerance: 1.05,
  /**
   * Side poses get 15 %. The outline of a turned head bulges to one side, so a centred face of 14–15 % of the frame already reaches 1.07–1.10. It would be sent
   * back and forth between "closer" and "inside".
   */
  sideOvalTolerance: 1.15,
  /** Bounding box of the mesh, as a share of the guide frame (product specification). A face that just fits covers 15–17 %. */
  minArea: 0.12,
  maxArea: 0.22,
  /** Degrees. Front and side windows of the product; pitch and roll as clinical photo guides ask for an upright head. */
  frontYaw: 12,
  sideYawMin: 25,
  sideYawMax: 50,
  maxPitch: 18,
  maxRoll: 10,
  /** Height over width of the eye opening; a closed eye measures .05–.12, an open one .2–.35 (Soukupová & Čech 2016). */
  minEyeOpenness: 0.12,
  /** Movement of the landmarks, in interocular distances a second; a still sitter stays under 0.1. */
  maxSpeed: 0.25,
} as const;

/**
 * Limits of one finished picture. `reject` requires another one, `warn` only shows the problem. They were measured on
 * 24 portraits and their blurred, dimmed and covered versions.
 */
export const photoLimits = {
  /** Variance of the Laplacian at 256 px face width: median 291 sharp, about 80 at 1 px blur, under 30 at 2 px. */
  sharpness: { warn: 80, reject: 30 },
  /** L* of the cheeks, see light.ts. It is low on purpose, because very dark skin in good light measures 30–40 and must pass. */
  darkest: { warn: 34, reject: 24 },
  brightest: { warn: 85, reject: 91 },
  /** Share of the face with L* above 97. */
  clipped: { warn: 0.02, reject: 0.08 },
  /**
   * Ratio of the light on the two cheeks: four is two stops. It applies only to front pictures, because the light on a
   * turned head is always uneven.
   */
  unevenLight: { warn: 1.75, reject: 4 },
  /** Share of skin-coloured pixels below which a part counts as covered. */
  covered: { warn: 0.6, reject: 0.35 },
  /** Interocular distance in pixels: lines need about 90, pores about 200. The iris gives the scale when the head is turned. */
  size: { warn: 150, reject: 80 },
  /** Degrees by which an angle may exceed the pose's window with only a warning. */
  poseSlack: 4,
} as const;
