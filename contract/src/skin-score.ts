import * as z from 'zod';
import { Id, Instant } from './base.ts';
import { PhotoEntry } from './intake.ts';

/** The skin score: measured by the engine on a front photo, confirmed or corrected by a doctor, and shown once it is signed. */
export const ScoreNames = ['hydration', 'wrinkles', 'elasticity', 'pores', 'inflammation', 'sebum'] as const;
export const ScoreName = z.enum(ScoreNames);
export type ScoreName = z.infer<typeof ScoreName>;
/** Scores that a photo can only estimate from the appearance. Screens that show them must say so. */
export const AppearanceEstimates = ['hydration', 'elasticity'] as const satisfies readonly ScoreName[];

const six = <T extends z.ZodType>(of: T) =>
  z.object({ hydration: of, wrinkles: of, elasticity: of, pores: of, inflammation: of, sebum: of });

/** 0–100 in tenths, higher is better. */
const Value = z
  .number()
  .min(0)
  .max(100)
  .transform((value) => Math.round(value * 10) / 10);

/** The engine's reason why a photo does not show one score. */
export const UntoldReasons = ['hidden', 'smile', 'uneven_light', 'strong_light', 'soft'] as const;
export const UntoldReason = z.enum(UntoldReasons);
export type UntoldReason = z.infer<typeof UntoldReason>;

/** A score as the doctor signs it, beside the measured one. If the photo does not show the score, it is null and `untold` says why. */
export const GivenScore = z
  .object({ value: Value.nullable(), measured: Value.nullable(), untold: UntoldReason.optional() })
  .refine(({ value, untold }) => value !== null || untold !== undefined, { path: ['untold'], message: 'required' });
/** With fewer scores than this there is no overall score. */
export const LEAST_SCORES = 3;
export const GivenScores = six(GivenScore)
  .extend({
    /** The version of the engine's scale; 1 if absent. Scores on different scales are not compared. */
    scale: z.number().int().min(1).max(999).optional(),
    /** The photo contains white paper, which makes the error of shine smaller. */
    has_sheet: z.boolean().optional(),
  })
  .refine((scores) => ScoreNames.filter((name) => scores[name].value !== null).length >= LEAST_SCORES, {
    message: 'required',
  });
export type GivenScores = z.infer<typeof GivenScores>;

/** One score with its error, `band`: ± points by which the value may be off. */
export const Score = z.object({ value: z.number(), band: z.number() });
export type Score = z.infer<typeof Score>;

/**
 * The difference from the previous score, over the parts that both photos show. Two photos of the same skin differ by
 * less than `band` in nine of ten faces. Inside the band there is no change: say 'no measurable change', never 'up' or
 * 'down'.
 */
export const ScoreChange = z.object({ difference: z.number(), band: z.number(), is_measurable: z.boolean() });
export type ScoreChange = z.infer<typeof ScoreChange>;

/** A signed score as the patient sees it. */
export const SignedScore = z.object({
  /** When the measured photo was taken. */
  taken_at: Instant,
  signed_at: Instant,
  practitioner_name: z.string(),
  /** Mean of the scores that have a value. */
  overall: Score,
  scores: six(
    z.object({
      value: z.number().nullable(),
      band: z.number(),
      /** The reason why there is no value, or why the doctor alone gave it. */
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
  /** Computed from the six scores with the engine's weights. */
  overall: z.number(),
  saved_at: Instant,
});
export type SavedScore = z.infer<typeof SavedScore>;

/** A newer front photo of a patient whose case is signed. A doctor can score it without another simulation. */
export const SkinFollowUp = z.object({
  photo: PhotoEntry.nullable(),
  /** The newest signed score, to compare with. */
  previous: SignedScore.nullable(),
});
export type SkinFollowUp = z.infer<typeof SkinFollowUp>;
