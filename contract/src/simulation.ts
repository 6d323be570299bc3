import * as z from 'zod';
import { Id, Instant, Plan, procedure, rpc, text } from './base.ts';
import { Answers, isStorable, photoRefusals, PhotoEntry, Pose } from './intake.ts';
import { GivenScores, SavedScore, SignedScore, SkinFollowUp } from './skin-score.ts';
import { Injection, Markings } from './markings.ts';

/** Cases, the doctor's studio, the treatment plan, and what the patient sees of them once it is signed. */
export const CaseStatuses = ['received', 'in_review', 'published', 'withdrawn'] as const;
export const CaseStatus = z.enum(CaseStatuses);
export type CaseStatus = z.infer<typeof CaseStatus>;
/** Hours from receipt to the promised simulation. */
export const DeliveryHours: Record<Plan, number> = { free: 72, essential: 48, plus: 48, elite: 48 };

/** From the least to the most visible. */
export const Styles = ['natural', 'harmonious', 'glamour'] as const;
export const Style = z.enum(Styles);
export type Style = z.infer<typeof Style>;

export const simulationRefusals = {
  /** Somebody saved a newer version: load it before saving again. */
  DRAFT_OUTDATED: { status: 409, data: z.object({ version: z.number().int() }) },
  /** Another practitioner works on this case. */
  CASE_TAKEN: { status: 409, data: z.object({ practitioner_name: z.string() }) },
  CASE_NOT_OPEN: { status: 409 },
  /** The pictures are not those of this draft: render again, look again, then sign. */
  RENDERINGS_INCOMPLETE: { status: 409 },
  SEAL_MISMATCH: { status: 409 },
  PLAN_INCOMPLETE: { status: 422 },
  PRACTITIONER_NOT_VERIFIED: { status: 403 },
  /** The patient has been asked for photos already, or the photos that were asked for have come. */
  PHOTOS_ALREADY_REQUESTED: { status: 409 },
  /** The plan includes no further version. */
  NO_REDO_LEFT: { status: 409 },
  /** The plan includes no further simulation. */
  NO_SIMULATION_LEFT: { status: 409 },
  /** A photo of every pose comes first. */
  PHOTOS_INCOMPLETE: { status: 409 },
  /** Nothing is signed yet, or another version is being made already. */
  CASE_NOT_SIGNED: { status: 409 },
  /** Another simulation of this patient is being made. */
  ANOTHER_CASE_OPEN: { status: 409 },
  /** Somebody wrote in the note meanwhile; the data is what stands there. */
  NOTE_OUTDATED: { status: 409, data: z.object({ version: z.number().int(), body: z.string() }) },
  TOO_MANY_LINKS: { status: 409 },
  /** The case has no front photo, or the one that was scored is not the newest any more. */
  SCORE_PHOTO_MISSING: { status: 409 },
} as const;

/** Units for botulinum toxin, millilitres for fillers, percent for lasers: see engine/src/dose-response.ts. */
const Dose = z.number().min(0).max(200);
export const SidedDose = z.union([Dose, z.object({ right: Dose, left: Dose })]);
export const Recipe = z.object({
  version: z.literal(1),
  treatments: z.record(z.string().regex(/^\w{1,40}$/), SidedDose),
});
/** One recipe a style; the doctor works on one of them and the others follow until they are changed by hand. */
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
export const PlanItem = z.object({
  kind: z.enum(TreatmentKinds),
  area: text(120).refine(isStorable),
  dose: z.string().trim().max(80).refine(isStorable).default(''),
  sessions: z.number().int().min(1).max(24),
  interval_weeks: z.number().int().min(0).max(104),
  rationale: text(1000).refine(isStorable),
  risks: z.string().trim().max(1000).refine(isStorable).default(''),
  alternatives: z.string().trim().max(1000).refine(isStorable).default(''),
});
export type PlanItem = z.infer<typeof PlanItem>;
export const PLAN_VALID_MONTHS = 6;
export const TreatmentPlan = z.object({
  note_to_patient: z.string().trim().max(4000).refine(isStorable).default(''),
  items: z.array(PlanItem).max(20),
  /** Months after the signature within which the proposal holds: faces change. */
  valid_months: z.number().int().min(1).max(24).default(PLAN_VALID_MONTHS),
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

/** A picture made from one photo and one recipe, marked SIMULATION in the file. */
export const Rendering = z.object({
  id: Id,
  pose: Pose,
  style: Style,
  sha256: z.string(),
  created_at: Instant,
  url: z.string(),
  thumb_url: z.string(),
});
export type Rendering = z.infer<typeof Rendering>;

export const PhotoRequestReasons = [
  'blurred',
  'too_dark',
  'wrong_pose',
  'face_covered',
  'make_up',
  'expression',
  'other',
] as const;
/** Why a doctor cannot work with a photo, and of which poses another is needed. */
export const PhotoRequest = z.object({
  poses: z.array(Pose).min(1),
  reason: z.enum(PhotoRequestReasons),
  note: z.string(),
  requested_at: Instant,
});
export type PhotoRequest = z.infer<typeof PhotoRequest>;

/** A case as its patient sees it: no dose, product or plan before it is signed. */
export const MyCase = z.object({
  id: Id,
  number: z.string(),
  status: CaseStatus,
  plan: Plan,
  received_at: Instant,
  due_at: Instant,
  /** Since when a doctor has been working on it. */
  taken_at: Instant.nullable(),
  published_at: Instant.nullable(),
  /** The doctor's name once one has taken the case. */
  practitioner_name: z.string().nullable(),
  /** The doctor waits for these photos; the promised time stands still. */
  photo_request: PhotoRequest.nullable(),
  /** How often the patient may still ask for another version. */
  redos_left: z.number().int(),
  /** Another version was asked for and is being made; the signed one stays visible meanwhile. */
  redo_requested_at: Instant.nullable(),
});
export type MyCase = z.infer<typeof MyCase>;

export const Signature = z.object({
  practitioner_name: z.string(),
  registration_number: z.string(),
  registration_body: z.string(),
  signed_at: Instant,
  /** SHA-256 over pictures, recipes, plan and markings. */
  seal: z.string(),
  /** Anybody who is given it may ask at /verify whether the signature stands. */
  verification_code: z.string(),
  /** False when a stored picture or word no longer matches the seal. */
  is_intact: z.boolean(),
});

export const PublishedSimulation = z.object({
  case_id: Id,
  number: z.string(),
  published_at: Instant,
  before: z.array(PhotoEntry),
  renderings: z.array(Rendering),
  style_asked_for: Style.nullable(),
  plan: TreatmentPlan,
  /** Where which product goes, as signed. */
  injections: z.array(Injection),
  signature: Signature,
});
export type PublishedSimulation = z.infer<typeof PublishedSimulation>;

/** The queue shows number, sex-neutral age and plan, but no name: looking at the queue is no reason to know who it is. */
export const QueueRow = z.object({
  id: Id,
  number: z.string(),
  status: CaseStatus,
  plan: Plan,
  age_years: z.number().int().nullable(),
  main_goals: z.array(z.string()),
  photo_count: z.number().int(),
  received_at: Instant,
  due_at: Instant,
  published_at: Instant.nullable(),
  practitioner_id: Id.nullable(),
  practitioner_name: z.string().nullable(),
  /** For whom it is meant while nobody has taken it. */
  assigned_to: Id.nullable(),
  assigned_name: z.string().nullable(),
  is_waiting_for_photos: z.boolean(),
  is_redo: z.boolean(),
});
export type QueueRow = z.infer<typeof QueueRow>;

export const CaseEventKinds = [
  'received',
  'taken',
  'released',
  'taken_over',
  'assigned',
  'rendered',
  'published',
  'withdrawn',
  'photos_requested',
  'photos_request_withdrawn',
  'photos_received',
  'redo_requested',
  'reopened',
  'due_soon',
  'late',
] as const;
export type CaseEventKind = (typeof CaseEventKinds)[number];
export const CaseEvent = z.object({ at: Instant, actor_name: z.string().nullable(), kind: z.enum(CaseEventKinds) });

export const StudioCase = z.object({
  id: Id,
  number: z.string(),
  status: CaseStatus,
  plan: Plan,
  received_at: Instant,
  due_at: Instant,
  patient: z.object({
    first_name: z.string(),
    last_name: z.string(),
    age_years: z.number().int().nullable(),
    language: z.string(),
  }),
  practitioner_id: Id.nullable(),
  practitioner_name: z.string().nullable(),
  photos: z.array(PhotoEntry),
  /** What the patient looked like at earlier signatures, newest first. */
  earlier_sets: z.array(z.object({ number: z.string(), signed_at: Instant, photos: z.array(PhotoEntry) })),
  answers: Answers.nullable(),
  style_asked_for: Style.nullable(),
  history: z.array(CaseEvent),
  assigned_to: Id.nullable(),
  photo_request: PhotoRequest.nullable(),
  /** What the patient wished for when asking for another version, newest first. */
  redo_wishes: z.array(z.object({ requested_at: Instant, wishes: z.string() })),
  /** The version that the patient sees now, if one is signed. */
  signed_version: z.number().int().nullable(),
  note: z.object({ version: z.number().int(), body: z.string(), saved_at: Instant.nullable() }),
  draft: Draft,
  /** Renderings of the draft's current version only. */
  renderings: z.array(Rendering),
  /** What the next signature says about the skin; null: nothing is said. */
  skin_score: SavedScore.nullable(),
  /** Present when all renderings of the current version are stored: what sign_and_publish must be given. */
  seal: z.string().nullable(),
});
export type StudioCase = z.infer<typeof StudioCase>;

const draftRefusals = {
  DRAFT_OUTDATED: simulationRefusals.DRAFT_OUTDATED,
  CASE_TAKEN: simulationRefusals.CASE_TAKEN,
  CASE_NOT_OPEN: simulationRefusals.CASE_NOT_OPEN,
  PRACTITIONER_NOT_VERIFIED: simulationRefusals.PRACTITIONER_NOT_VERIFIED,
} as const;
const viewRefusals = { PRACTITIONER_NOT_VERIFIED: simulationRefusals.PRACTITIONER_NOT_VERIFIED } as const;

export const simulation = {
  listMyCases: rpc('list_my_cases', 'simulation', "The caller's cases, newest first").output(z.array(MyCase)),
  getMySimulation: rpc('get_my_simulation', 'simulation', 'The signed simulation and plan of one of the caller’s cases')
    .input(z.object({ case_id: Id }))
    .output(PublishedSimulation),

  listStudioCases: rpc('list_studio_cases', 'simulation', 'The queue, by due time')
    .errors(viewRefusals)
    .input(
      z.object({
        status: z.enum(['open', 'mine', 'published']).default('open'),
        /** Of the open ones: what is late, what waits for photos, what nobody has yet. */
        filter: z.enum(['all', 'late', 'waiting', 'unassigned', 'redo']).default('all'),
        plan: Plan.optional(),
        /** The beginning of a case number, with or without 'FL-'. */
        number: z.string().trim().max(20).optional(),
        limit: z.number().int().min(1).max(100).default(50),
        before: Instant.optional(),
      }),
    )
    .output(
      z.object({
        rows: z.array(QueueRow),
        counts: z.object({ open: z.number(), mine: z.number(), published: z.number() }),
      }),
    ),
  getStudioCase: rpc(
    'get_studio_case',
    'simulation',
    'A case with photos, answers, history and draft; the look is logged',
  )
    .errors(viewRefusals)
    .input(z.object({ case_id: Id }))
    .output(StudioCase),
  takeCase: rpc('take_case', 'simulation', 'Start to work on a case')
    .errors(draftRefusals)
    .input(z.object({ case_id: Id }))
    .output(StudioCase),
  releaseCase: rpc('release_case', 'simulation', 'Put a case back into the queue')
    .errors(draftRefusals)
    .input(z.object({ case_id: Id }))
    .output(z.object({ status: CaseStatus })),
  saveSimulationDraft: rpc(
    'save_simulation_draft',
    'simulation',
    'Keep recipes and plan; base_version is the version the change was made on',
  )
    .errors(draftRefusals)
    .input(
      z.object({
        case_id: Id,
        base_version: z.number().int().min(0),
        style: Style,
        recipes: Recipes,
        plan: TreatmentPlan,
        markings: Markings,
      }),
    )
    .output(Draft),
  uploadRendering: procedure
    .route({
      method: 'POST',
      path: '/rpc/upload_rendering',
      tags: ['simulation'],
      summary: 'Store one picture of the current draft version; the server burns the mark into it',
    })
    .errors({ ...draftRefusals, ...photoRefusals })
    .input(z.object({ case_id: Id, version: z.coerce.number().int(), pose: Pose, style: Style, file: z.file() }))
    .output(z.object({ rendering: Rendering, seal: z.string().nullable() })),
  signAndPublish: rpc(
    'sign_and_publish',
    'simulation',
    'Sign exactly the pictures and the plan that the seal names, and show them to the patient',
  )
    .errors({
      ...draftRefusals,
      RENDERINGS_INCOMPLETE: simulationRefusals.RENDERINGS_INCOMPLETE,
      SEAL_MISMATCH: simulationRefusals.SEAL_MISMATCH,
      PLAN_INCOMPLETE: simulationRefusals.PLAN_INCOMPLETE,
    })
    .input(z.object({ case_id: Id, version: z.number().int(), seal: z.string().length(64), idempotency_key: Id }))
    .output(z.object({ status: CaseStatus, published_at: Instant, seal: z.string() })),
  saveSkinScore: rpc(
    'save_skin_score',
    'simulation',
    'Confirm or correct the measured scores of the case’s front photo; null takes them out. Signed with the publication',
  )
    .errors({ ...draftRefusals, SCORE_PHOTO_MISSING: simulationRefusals.SCORE_PHOTO_MISSING })
    .input(z.object({ case_id: Id, scores: GivenScores.nullable() }))
    .output(z.object({ skin_score: SavedScore.nullable(), seal: z.string().nullable() })),
  getSkinFollowUp: rpc(
    'get_skin_follow_up',
    'simulation',
    'The front photo that a patient has taken since the newest score of a signed case; the look is logged',
  )
    .errors({ ...viewRefusals, CASE_NOT_SIGNED: simulationRefusals.CASE_NOT_SIGNED })
    .input(z.object({ case_id: Id }))
    .output(SkinFollowUp),
  signSkinFollowUp: rpc(
    'sign_skin_follow_up',
    'simulation',
    'Sign the scores of that photo, without another simulation; the patient sees them at once',
  )
    .errors({
      ...viewRefusals,
      CASE_NOT_SIGNED: simulationRefusals.CASE_NOT_SIGNED,
      SCORE_PHOTO_MISSING: simulationRefusals.SCORE_PHOTO_MISSING,
    })
    .input(z.object({ case_id: Id, photo_id: Id, scores: GivenScores, idempotency_key: Id }))
    .output(SignedScore),
};
