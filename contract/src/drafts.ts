import * as z from 'zod';
import { Id, Instant, text, isStorable } from './base.ts';
import { Pose } from './intake.ts';
import { ReadingLanguages } from './languages.ts';
import { Markings } from './markings.ts';
import { SidedDose } from './recipes.ts';
import { SafetyStatement } from './safety.ts';
import { PlanSessions } from './sessions.ts';

/** A doctor's draft: recipes, treatment plan and markings, and the pictures made from it. */

/** Styles from the least to the most visible. */
export const Styles = ['natural', 'harmonious', 'glamour'] as const;
export const Style = z.enum(Styles);
export type Style = z.infer<typeof Style>;

/** Version of the clinical dataset. Drafts that are older than the versions have none. New drafts are refused without one. */
const Dataset = z
  .string()
  .regex(/^[\w.-]{1,20}$/)
  .optional();
/** Dose responses that were corrected from measured results: `v0` of the treatments that differ from the dataset. */
export const Calibration = z.object({
  number: z
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1),
  v0: z.record(z.string().regex(/^\w{1,40}$/), z.number().positive().max(1000)),
});
export const Recipe = z.object({
  version: z.literal(1),
  dataset: Dataset,
  /** Version of the engine that draws the recipe. Recipes that are older than the versions have none. New recipes are refused without one. */
  engine: z.number().int().min(1).max(1000).optional(),
  /** Corrections of the dose-response table that the recipe was drawn with. None: the table of the dataset. */
  calibration: Calibration.optional(),
  treatments: z.record(z.string().regex(/^\w{1,40}$/), SidedDose),
});
/** One recipe for each style. The doctor edits one of them; each other style follows it until the doctor changes that style. */
export const Recipes = z.object({ natural: Recipe, harmonious: Recipe, glamour: Recipe });
export type Recipes = z.infer<typeof Recipes>;

export const TreatmentKinds = [
  'botox',
  'hyaluronic_acid',
  'laser',
  'peeling',
  'thread_lift',
  'mesotherapy',
  'skincare',
  'other',
] as const;
export type TreatmentKind = (typeof TreatmentKinds)[number];
/** Limits for text lengths, sessions, weeks, months and items: the editor enforces them, and so does the service. */
export const PLAN_MOST = {
  area: 120,
  dose: 80,
  sessions: 24,
  interval_weeks: 104,
  rationale: 1000,
  risks: 1000,
  alternatives: 1000,
  note_to_patient: 4000,
  items: 20,
  valid_months: 24,
} as const;
const mayBeEmpty = (max: number) => z.string().trim().max(max).refine(isStorable).default('');
/** A free-text item of a plan that is older than sessions. Signed plans keep such items; the service refuses new ones. */
export const PlanItem = z.object({
  kind: z.enum(TreatmentKinds),
  area: text(PLAN_MOST.area).refine(isStorable),
  dose: mayBeEmpty(PLAN_MOST.dose),
  sessions: z.number().int().min(1).max(PLAN_MOST.sessions),
  interval_weeks: z.number().int().min(0).max(PLAN_MOST.interval_weeks),
  rationale: text(PLAN_MOST.rationale).refine(isStorable),
  risks: mayBeEmpty(PLAN_MOST.risks),
  alternatives: mayBeEmpty(PLAN_MOST.alternatives),
});
export type PlanItem = z.infer<typeof PlanItem>;
export const PLAN_VALID_MONTHS = 6;
export const TreatmentPlan = z.object({
  dataset: Dataset,
  note_to_patient: mayBeEmpty(PLAN_MOST.note_to_patient),
  /** Language of the note. Plans that are older than sessions have neither this nor `sessions`, because their seals do not include them. */
  note_language: z.enum(ReadingLanguages).optional(),
  sessions: PlanSessions.optional(),
  items: z.array(PlanItem).max(PLAN_MOST.items),
  /** The proposal is valid for so many months after the signature, because faces change. */
  valid_months: z.number().int().min(1).max(PLAN_MOST.valid_months).default(PLAN_VALID_MONTHS),
  /** Absent in plans that are older than the gates, so that their seals stay valid. */
  safety: SafetyStatement.optional(),
});
export type TreatmentPlan = z.infer<typeof TreatmentPlan>;

export const Draft = z.object({
  version: z.number().int(),
  style: Style,
  recipes: Recipes,
  plan: TreatmentPlan,
  markings: Markings,
  saved_at: Instant.nullable(),
});
export type Draft = z.infer<typeof Draft>;

/** Findings of the automatic check on a picture. `unlike`: the picture is not what the recipe draws. `unchecked`: the check could not read it. */
export const MarkKinds = [
  'lesion',
  'fold',
  'edge',
  'cast',
  'hair',
  'feature',
  'background',
  'unlike',
  'unchecked',
] as const;
export const MARKS_MAX = 60;
/** A place that the doctor must look at before signing. Its position is in shares of the picture, its radius in shares of the width. */
export const RenderingMark = z.object({
  kind: z.enum(MarkKinds),
  x: z.number(),
  y: z.number(),
  radius: z.number(),
  /** The treatment whose dose should be lowered first. */
  treatment: z.string().nullable(),
  accepted_at: Instant.nullable(),
  /** Whether the doctor in charge accepted it. Another doctor's acceptance does not count for this doctor. */
  is_accepted: z.boolean(),
});
export type RenderingMark = z.infer<typeof RenderingMark>;

/** A picture made from one photo and one recipe, marked SIMULATION in the file. */
export const Rendering = z.object({
  id: Id,
  pose: Pose,
  style: Style,
  sha256: z.string(),
  created_at: Instant,
  url: z.string(),
  thumb_url: z.string(),
  /** True: the doctor in charge has seen it at full size. */
  is_seen: z.boolean().default(false),
  /** Only doctors get the marks. Null if the picture is older than the automatic check. */
  marks: z.array(RenderingMark).max(MARKS_MAX).nullish(),
});
export type Rendering = z.infer<typeof Rendering>;
