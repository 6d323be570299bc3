import * as z from 'zod';
import { Id, isStorable } from './base.ts';
import { Pose } from './intake.ts';

/**
 * A doctor's markings on the photos of a case. Each version of the draft has its own markings. The seal of the signed
 * version includes them.
 */

/**
 * A fraction of the photo's width or height, so that the markings are valid for any size of the photo. A value below 0
 * or above 1 lies outside the photo.
 */
const Share = z.number().min(-0.5).max(1.5);

export const STROKES_MAX = 80;
export const STROKE_POINTS_MAX = 240;
/** One stroke of the brush. It protects an area from all treatments, or limits the treatments to that area. */
export const BrushStroke = z.object({
  mode: z.enum(['protect', 'limit']),
  points: z
    .array(z.tuple([Share, Share]))
    .min(1)
    .max(STROKE_POINTS_MAX),
  /** The radius, as a fraction of the photo's width. */
  radius: z.number().min(0.0005).max(1),
});
export type BrushStroke = z.infer<typeof BrushStroke>;

/** Index of one of the 478 face points. */
const FacePoint = z.number().int().min(0).max(477);

export const CORRECTIONS_MAX = 60;
/**
 * The position to which a doctor dragged a face point. Only these corrections are stored, never the detected points.
 */
export const PointCorrection = z.object({ index: FacePoint, x: Share, y: Share });
export type PointCorrection = z.infer<typeof PointCorrection>;

export const PoseMarks = z.object({
  brush: z.array(BrushStroke).max(STROKES_MAX),
  /**
   * Face points that the doctor dragged to start a second detection. The engine then detected the face again from
   * these points. `corrections` apply to the points of the second detection.
   */
  seeds: z.array(PointCorrection).max(CORRECTIONS_MAX),
  corrections: z.array(PointCorrection).max(CORRECTIONS_MAX),
  /** The photo on which the doctor made these marks. They are not valid on another photo. */
  photo_id: Id.optional(),
});
export type PoseMarks = z.infer<typeof PoseMarks>;

export const InjectionDepths = ['intradermal', 'subcutaneous', 'intramuscular', 'supraperiosteal'] as const;
export const INJECTIONS_MAX = 120;
/**
 * One point of the injection map. `place` defines it by three face points, so that it can be shown on every pose and
 * proposed on later photos.
 */
export const Injection = z.object({
  id: z.string().regex(/^[\w-]{1,60}$/),
  treatment: z.string().regex(/^\w{1,40}$/),
  side: z.enum(['right', 'left']),
  product: z.string().trim().max(80).refine(isStorable),
  /** Dose in the unit of the treatment (units or millilitres). */
  dose: z.number().min(0).max(200),
  depth: z.enum(InjectionDepths),
  /**
   * The photo on which the doctor placed or confirmed the point, and the position on that photo. A plan cannot be
   * signed unless `photo_id` is the case's current photo of the pose.
   */
  pose: Pose,
  photo_id: Id,
  x: Share,
  y: Share,
  place: z.object({
    landmarks: z.tuple([FacePoint, FacePoint, FacePoint]),
    weights: z.tuple([z.number(), z.number(), z.number()]),
  }),
});
export type Injection = z.infer<typeof Injection>;

export const Markings = z.object({
  poses: z.object({ front: PoseMarks, right: PoseMarks, left: PoseMarks }),
  injections: z.array(Injection).max(INJECTIONS_MAX),
});
export type Markings = z.infer<typeof Markings>;

const noMarks = (): PoseMarks => ({ brush: [], seeds: [], corrections: [] });
export const noMarkings = (): Markings => ({
  poses: { front: noMarks(), right: noMarks(), left: noMarks() },
  injections: [],
});
