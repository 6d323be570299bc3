import * as z from 'zod';
import { text, isStorable } from './base.ts';
import { ReadingLanguages } from './languages.ts';
import { SidedDose } from './recipes.ts';

/**
 * A treatment plan in sessions. All its parts are codes or numbers, except the doctor's own sentences. Readers can
 * therefore read a plan in their own language. The server refuses codes that the clinical dataset
 * (engine/data/clinical) does not have.
 */

export const SESSION_MOST = { sessions: 24, items: 24, weeks_after: 104, sentence: 1000, codes: 20 } as const;

const Code = z.string().regex(/^[a-z_]{1,40}$/);
const codes = z
  .array(Code)
  .max(SESSION_MOST.codes)
  .refine((all) => new Set(all).size === all.length);

/**
 * Treatments that no rendering shows and for which the dataset has no doses. The doctor describes them in a sentence.
 */
export const UndosedKinds = ['thread_lift', 'mesotherapy', 'skincare', 'other'] as const;
/** Areas of the face, named as in the clinical dataset. */
export const Areas = ['upper_face', 'eyes', 'mid_face', 'lips', 'lower_face', 'neck', 'skin'] as const;

/**
 * A sentence as its author wrote it. It is never translated. Readers of another language see the name of its language.
 */
export const OwnWords = z.object({
  text: text(SESSION_MOST.sentence).refine(isStorable),
  language: z.enum(ReadingLanguages),
});
export type OwnWords = z.infer<typeof OwnWords>;

/**
 * How long an aftercare rule applies. The signature of the plan includes this value, so that a later dataset cannot
 * change it.
 */
const CareTime = z.object({ amount: z.number().int().min(1).max(365), unit: z.enum(['hour', 'day', 'week']) });

export const PlanReasons = ['asked', 'measured'] as const;

export const SessionItem = z.object({
  /** A treatment of the clinical dataset, or one of `UndosedKinds`. */
  treatment: Code,
  area: z.enum(Areas),
  /**
   * A class of products or devices. If `treatment` is one of `UndosedKinds`, then product, dose, unit and per are null.
   */
  product: Code.nullable(),
  dose: SidedDose.nullable(),
  unit: z.enum(['units', 'mL', 'percent']).nullable(),
  /**
   * The meaning of a dose with a single number. `area`: the dose is for the whole area. `side`: the dose is for each
   * side.
   */
  per: z.enum(['area', 'side']).nullable(),
  /** Reasons for the treatment: the patient asked for it, or a measurement suggests it. */
  reasons: z.array(z.enum(PlanReasons)).max(PlanReasons.length),
  risks: codes,
  alternatives: codes,
  aftercare: z
    .array(z.object({ code: Code, time: CareTime.nullable() }))
    .max(SESSION_MOST.codes)
    .refine((all) => new Set(all.map(({ code }) => code)).size === all.length),
  sentence: OwnWords.nullable(),
});
export type SessionItem = z.infer<typeof SessionItem>;

export const PlanSession = z.object({
  /** Number of weeks after the previous session. 0 for the first session. */
  weeks_after: z.number().int().min(0).max(SESSION_MOST.weeks_after),
  /** True: the visit begins with a review of the result. A visit without items is only a review. */
  review: z.boolean(),
  items: z.array(SessionItem).max(SESSION_MOST.items),
});
export type PlanSession = z.infer<typeof PlanSession>;
export const PlanSessions = z.array(PlanSession).max(SESSION_MOST.sessions);
