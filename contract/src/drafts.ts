import * as z from 'zod';
import { Id, Instant, text, isStorable } from './base.ts';
import { Pose } from './intake.ts';
import { ReadingLanguages } from './languages.ts';
import { Markings } from './markings.ts';
import { SidedDose } from './recipes.ts';
import { SafetyStatement } from './safety.ts';
import { PlanSessions } from './sessions.ts';

/** The draft of a doctor: recipes, treatment plan, markings, and the renderings made from them. */

/** Styles from the least to the most visible. */
export const Styles = ['natural', 'harmonious', 'glamour'] as const;
export const Style = z.enum(Styles);
export type Style = z.infer<typeof Style>;

/**
 * Version of the clinical dataset. Old drafts have none, because they were made before the dataset had versions. The
 * server refuses new drafts without one.
 */
const Dataset = z
  .string()
  .regex(/^[\w.-]{1,20}$/)
  .optional();
/**
 * A dose-response table that was corrected from measured results. `v0` contains, for each treatment whose response
 * differs from the dataset, the dose that produces 63 % of the full change.
 */
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
  /**
   * Version of the engine that renders the recipe. Old recipes have none, because they were made before the engine had
   * versions. The server refuses new recipes without one.
   */
  engine: z.number().int().min(1).max(1000).optional(),
  /**
   * The corrected dose-response table that was used to render the recipe. Absent: the table of the dataset was used.
   */
  calibration: Calibration.optional(),
  treatments: z.record(z.string().regex(/^\w{1,40}$/), SidedDose),
});
/**
 * One recipe, with the doses of a simulation, for each style. The doctor edits the recipe of one style. The recipes of
 * the other styles follow that recipe until the doctor changes them.
 */
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
/** Limits for text lengths, sessions, weeks, months and items. The editor and the server enforce them. */
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
/**
 * A free-text item of an old plan without sessions. Signed plans keep their items. The server refuses to add such an
 * item to a draft.
 */
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
  /**
   * Language of the note. Old plans without sessions have neither `note_language` nor `sessions`. Their seals were
   * computed without these fields, so the fields must stay absent.
   */
  note_language: z.enum(ReadingLanguages).optional(),
  sessions: PlanSessions.optional(),
  items: z.array(PlanItem).max(PLAN_MOST.items),
  /**
   * Number of months that the treatment plan is valid after the signature. The number is limited because faces change.
   */
  valid_months: z.number().int().min(1).max(PLAN_MOST.valid_months).default(PLAN_VALID_MONTHS),
  /**
   * What the doctor stated for the safety checks. Absent in plans from before these checks existed. The hashes of these
   * plans were computed without this field and stay valid while it is absent.
   */
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

/**
 * Findings of the automatic check of a rendering. `unlike`: the rendering differs from the image that the recipe
 * produces. `unchecked`: the check could not process the rendering.
 */
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
/**
 * A place in a rendering that the doctor must look at before signing. `x` and `y` are fractions of the image's width
 * and height. The radius is a fraction of its width.
 */
export const RenderingMark = z.object({
  kind: z.enum(MarkKinds),
  x: z.number(),
  y: z.number(),
  radius: z.number(),
  /** The treatment whose dose should be lowered first. */
  treatment: z.string().nullable(),
  accepted_at: Instant.nullable(),
  /** True: the doctor in charge accepted the mark. The acceptance of another doctor does not count. */
  is_accepted: z.boolean(),
});
export type RenderingMark = z.infer<typeof RenderingMark>;

/** An image made from one photo and one recipe. The file has SIMULATION burned in. */
export const Rendering = z.object({
  id: Id,
  pose: Pose,
  style: Style,
  sha256: z.string(),
  created_at: Instant,
  url: z.string(),
  thumb_url: z.string(),
  /** True: the doctor in charge has seen the rendering at full size. */
  is_seen: z.boolean().default(false),
  /** Marks of the automatic check. Only doctors get them. Null: the rendering was made before that check existed. */
  marks: z.array(RenderingMark).max(MARKS_MAX).nullish(),
});
export type Rendering = z.infer<typeof Rendering>;
