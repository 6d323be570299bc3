import * as z from 'zod';
import { text, isStorable } from './base.ts';

/**
 * Statements that a doctor makes before signing. They are part of the treatment plan, so they are versioned, sealed and
 * printed. A gate is a statement or a check without which the treatment plan cannot be signed.
 */

/**
 * Questions about the patient's health. A treatment plan can be signed only after the patient has answered them, or
 * after the doctor has stated that they were asked.
 */
export const HistoryQuestions = [
  'pregnancy',
  'neuromuscular',
  'anticoagulants',
  'autoimmune',
  'keloids',
  'earlier_fillers',
  'isotretinoin',
  'allergies',
  'herpes',
] as const;
export type HistoryQuestion = (typeof HistoryQuestions)[number];

export const HISTORY_DETAILS_MAX = 500;
export const HistoryAnswer = z.object({
  answer: z.enum(['yes', 'no', 'unsure']),
  details: z.string().trim().max(HISTORY_DETAILS_MAX).refine(isStorable).default(''),
});
export type HistoryAnswer = z.infer<typeof HistoryAnswer>;

export const AskedChannels = ['phone', 'video', 'in_person', 'message'] as const;
export const SAFETY_TEXT_MAX = 500;
const words = text(SAFETY_TEXT_MAX).refine(isStorable);

export const SafetyStatement = z.object({
  /** Set if the doctor asked the patient the health questions. It contains the day, the channel and the answers. */
  asked: z.object({ on: z.iso.date(), channel: z.enum(AskedChannels), text: words }).nullable(),
  /**
   * The doctor's reasons for proposing a treatment despite an answer. The printed treatment plan shows these reasons.
   * `given_to` is the answer that the doctor had read when they wrote the reason. A reason counts only while the
   * patient's answer is still the same. Plans from before this field existed lack it, and their reasons do not count for
   * a new signature.
   */
  reasons: z
    .array(z.object({ question: z.enum(HistoryQuestions), text: words, given_to: HistoryAnswer.optional() }))
    .max(HistoryQuestions.length)
    .refine((reasons) => new Set(reasons.map(({ question }) => question)).size === reasons.length),
  /** Danger zones that the doctor acknowledged, each by its name. */
  zones: z.array(z.string().regex(/^\w{1,40}$/)).max(20),
  /** The earliest day of the first visit. The printed treatment plan shows this day. */
  not_before: z.iso.date().nullable(),
});
export type SafetyStatement = z.infer<typeof SafetyStatement>;
export const nothingStated: SafetyStatement = { asked: null, reasons: [], zones: [], not_before: null };

export const GateCodes = [
  'age_unknown',
  'under_age',
  'health_untold',
  'contraindicated',
  'reason_missing',
  'dose_area',
  'dose_map',
  'points_unconfirmed',
  'dose_session',
  'dose_period',
  'interval_course',
  'interval_since',
  'not_before',
  'zone',
  'pictures_unseen',
  'artefact',
] as const;

/** A reason why a treatment plan cannot be signed yet. */
export const Gate = z.object({
  code: z.enum(GateCodes),
  /**
   * The subject of the gate: a health question, a treatment, a class of treatments, a danger zone, a kind of plan item
   * or an image. Empty if `code` alone names the subject.
   */
  about: z.string(),
  /** Names of the treatments or images that the gate concerns. */
  names: z.array(z.string()).optional(),
  style: z.string().optional(),
  given: z.number().optional(),
  most: z.number().optional(),
  least: z.number().optional(),
  /** The part of `given` that the patient received before the plan. */
  earlier: z.number().optional(),
  /**
   * If the gate is about an interval or a dose, the first day on which the plan may start. If it is 'not_before', the
   * earliest day that the plan states.
   */
  day: z.iso.date().optional(),
});

/**
 * An earlier treatment with a known day, given under a signed plan or imported from another system. The next treatment
 * must wait until an interval has passed. If the earlier treatment was given at a visit in the plan of this case,
 * `visit` is the index of this visit. `visits` is the number of visits in that plan.
 */
export const EarlierTreatment = z.object({
  on: z.iso.date(),
  kinds: z.array(z.string()),
  treatments: z.array(z.string()),
  visit: z.number().int().optional(),
  visits: z.number().int().optional(),
  /**
   * The treatments of this visit. `amount` is the planned or the given amount, whichever is larger. `is_given` is false
   * if the treatment was planned, but the record of the visit does not contain it.
   */
  content: z.array(z.object({ treatment: z.string(), amount: z.number(), is_given: z.boolean() })).optional(),
});
export type EarlierTreatment = z.infer<typeof EarlierTreatment>;

/**
 * The amount of toxin (in units) or filler (in millilitres) that the patient received on a day. It counts towards the
 * limits for a period. If the dose was given at a visit in the plan of this case, `visit` is the index of the visit.
 */
export const ReceivedDose = z.object({
  on: z.iso.date(),
  of: z.enum(['toxin', 'filler']),
  amount: z.number(),
  visit: z.number().int().optional(),
  /** The number of visits of the signed plan that contains `visit`. */
  visits: z.number().int().optional(),
});
export type ReceivedDose = z.infer<typeof ReceivedDose>;
