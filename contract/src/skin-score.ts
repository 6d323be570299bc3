import * as z from 'zod';
import { Id, Instant } from './base.ts';
import { PhotoEntry } from './intake.ts';

/**
 * The skin score. The engine measures it on a front photo, and a doctor confirms or corrects it. The patient sees it
 * once the doctor has signed it.
 */
export const ScoreNames = ['hydration', 'wrinkles', 'elasticity', 'pores', 'inflammation', 'sebum'] as const;
export const ScoreName = z.enum(ScoreNames);
export type ScoreName = z.infer<typeof ScoreName>;
/**
 * Scores that a photo can only estimate from the appearance of the skin. Screens that show these scores must say so.
 */
export const AppearanceEstimates = ['hydration', 'elasticity'] as const satisfies readonly ScoreName[];

const six = <T extends z.ZodType>(of: T) =>
  z.object({ hydration: of, wrinkles: of, elasticity: of, pores: of, inflammation: of, sebum: of });

/** A score from 0 to 100 in steps of a tenth. Higher is better. */
const Value = z
  .number()
  .min(0)
  .max(100)
  .transform((value) => Math.round(value * 10) / 10);

/** The engine's reasons why it could not measure a score from a photo. */
export const UntoldReasons = ['hidden', 'smile', 'uneven_light', 'strong_light', 'soft'] as const;
export const UntoldReason = z.enum(UntoldReasons);
export type UntoldReason = z.infer<typeof UntoldReason>;

/**
 * A score that the doctor signs, with the score that the engine measured. If the engine could not measure the score
 * from the photo, `measured` is null and `untold` is the reason.
 */
export const GivenScore = z
  .object({ value: Value.nullable(), measured: Value.nullable(), untold: UntoldReason.optional() })
  .refine(({ value, untold }) => value !== null || untold !== undefined, { path: ['untold'], message: 'required' });
/** If fewer scores than this have a value, there is no overall score. */
export const LEAST_SCORES = 3;
export const GivenScores = six(GivenScore)
  .extend({
    /** The version of the engine's scale. Absent: version 1. Scores on different scales are not compared. */
    scale: z.number().int().min(1).max(999).optional(),
    /** True: the photo contains white paper, so the shine is measured more accurately. */
    has_sheet: z.boolean().optional(),
  })
  .refine((scores) => ScoreNames.filter((name) => scores[name].value !== null).length >= LEAST_SCORES, {
    message: 'required',
  });
export type GivenScores = z.infer<typeof GivenScores>;

/** One score and its error: the true value may be up to `band` points higher or lower. */
export const Score = z.object({ value: z.number(), band: z.number() });
export type Score = z.infer<typeof Score>;

/**
 * The difference from the previous score. The overall difference counts only the scores that both photos show. For nine
 * of ten faces, two photos of the same skin differ by less than `band`. A difference smaller than the band is therefore
 * not a change. Screens then say 'no measurable change', never 'up' or 'down'.
 */
export const ScoreChange = z.object({ difference: z.number(), band: z.number(), is_measurable: z.boolean() });
export type ScoreChange = z.infer<typeof ScoreChange>;

/** A signed score as the patient sees it. */
export const SignedScore = z.object({
  /** The time at which the measured photo was taken. */
  taken_at: Instant,
  signed_at: Instant,
  practitioner_name: z.string(),
  /** Weighted mean of the scores that have a value, with the weights of the engine. */
  overall: Score,
  scores: six(
    z.object({
      value: z.number().nullable(),
      band: z.number(),
      /**
       * The engine's reason if it could not measure the score. The score then has no value, or only the doctor's
       * value.
       */
      untold: UntoldReason.nullable(),
      is_appearance_estimate: z.boolean(),
      is_corrected: z.boolean(),
    }),
  ),
});
export type SignedScore = z.infer<typeof SignedScore>;

/** A saved score that is not signed yet. */
export const SavedScore = z.object({
  photo_id: Id,
  scores: GivenScores,
  /** The overall score, computed from the six scores with the weights of the engine. */
  overall: z.number(),
  saved_at: Instant,
});
export type SavedScore = z.infer<typeof SavedScore>;

/** A newer front photo of a patient with a signed case. A doctor can score this photo without another simulation. */
export const SkinFollowUp = z.object({
  photo: PhotoEntry.nullable(),
  /** The newest signed score, for comparison. */
  previous: SignedScore.nullable(),
});
export type SkinFollowUp = z.infer<typeof SkinFollowUp>;
