import * as z from 'zod';
import { text, isStorable } from './base.ts';

/**
 * Statements that a doctor makes before signing. They are part of the plan: versioned, sealed and printed. An `OpenGate` is a statement or check that is still
 * missing.
 */

/** Health facts that a doctor needs before proposing an injection, a laser or a peel. */
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

export const AskedChannels = ['phone', 'video', 'in_person', 'message'] as const;
export const SAFETY_TEXT_MAX = 500;
const words = text(SAFETY_TEXT_MAX).refine(isStorable);

export const SafetyStatement = z.object({
  /** Set if the doctor asked the patient the health questions: when, how, and what the patient said. */
  asked: z.object({ on: z.iso.date(), channel: z.enum(AskedChannels), text: words }).nullable(),
  /** Why a treatment is proposed despite an answer. The plan prints these reasons. */
  reasons: z
    .array(z.object({ question: z.enum(HistoryQuestions), text: words }))
    .max(HistoryQuestions.length)
    .refine((reasons) => new Set(reasons.map(({ question }) => question)).size === reasons.length),
  /** Danger zones that the doctor acknowledged by name. */
  zones: z.array(z.string().regex(/^\w{1,40}$/)).max(20),
  /** The first visit must not be before this day. The plan prints it. */
  not_before: z.iso.date().nullable(),
});
export type SafetyStatement = z.infer<typeof SafetyStatement>;
export const nothingStated: SafetyStatement = { asked: null, reasons: [], zones: [], not_before: null };

export const GateCodes = [
  'health_untold',
  'contraindicated',
  'reason_missing',
  'dose_area',
  'dose_map',
  'dose_session',
  'interval_course',
  'interval_since',
  'zone',
  'pictures_unseen',
  'artefact',
] as const;

/** One thing that keeps a plan from being signed. */
export const Gate = z.object({
  code: z.enum(GateCodes),
  /** The subject: a health question, a treatment, a class, a zone, a kind of plan item or a picture. Empty if the code says enough. */
  about: z.string(),
  /** The treatments or pictures that the gate concerns. */
  names: z.array(z.string()).optional(),
  style: z.string().optional(),
  given: z.number().optional(),
  most: z.number().optional(),
  least: z.number().optional(),
  /** The first day on which the interval is long enough. */
  day: z.iso.date().optional(),
});

/** Earlier treatments for which the patient gave the day. The next treatment must keep the interval from them. */
export const EarlierTreatment = z.object({
  on: z.iso.date(),
  kinds: z.array(z.string()),
  treatments: z.array(z.string()),
});
