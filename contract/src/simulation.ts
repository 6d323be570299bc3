import * as z from 'zod';
import { Id, Instant, Plan, rpc, VersionNumber, TimeZone } from './base.ts';
import { CaseStatus, MyCase, QueueRow, StudioCase } from './cases.ts';
import { Draft, MARKS_MAX, Recipes, Rendering, RenderingMark, Style, TreatmentPlan } from './drafts.ts';
import { photoForm, photoRefusals, PhotoEntry, Pose } from './intake.ts';
import { Injection, Markings } from './markings.ts';
import { Gate } from './safety.ts';
import { GivenProof, ShownMethods, SigningKeys } from './signing.ts';
import { GivenScores, SavedScore, SignedScore, SkinFollowUp } from './skin-score.ts';

/** Procedures for the doctor's work on a case, and for the signed simulation that the patient sees. */
export const simulationRefusals = {
  /** A newer version of the draft was saved. Load it before saving again. */
  DRAFT_OUTDATED: { status: 409, data: z.object({ version: z.number().int() }) },
  /** The clinical dataset has changed since the page was opened. The doctor must check the doses again. */
  CLINICAL_DATASET_OUTDATED: { status: 409 },
  /** Another doctor is working on this case. */
  CASE_TAKEN: { status: 409, data: z.object({ practitioner_name: z.string() }) },
  CASE_NOT_OPEN: { status: 409 },
  /** The renderings do not belong to this draft. The doctor must make them again, look at them and sign. */
  RENDERINGS_INCOMPLETE: { status: 409 },
  SEAL_MISMATCH: { status: 409 },
  PLAN_INCOMPLETE: { status: 422 },
  /** The signature was confirmed neither with a passkey nor with password and code. */
  SIGNATURE_UNCONFIRMED: { status: 403 },
  /** Gates about health, doses, intervals, danger zones or renderings are still open. `gates` names each of them. */
  GATES_OPEN: { status: 409, data: z.object({ gates: z.array(Gate) }) },
  /** A photo request is already open. */
  PHOTOS_ALREADY_REQUESTED: { status: 409 },
  /** The patient's subscription plan includes no further redo. */
  NO_REDO_LEFT: { status: 409 },
  /** The patient's subscription plan includes no further simulation. */
  NO_SIMULATION_LEFT: { status: 409 },
  /** The case lacks a photo of at least one pose. */
  PHOTOS_INCOMPLETE: { status: 409 },
  /** The patient has not given a birth date. Only people who are known to be adults get a case. */
  BIRTH_DATE_MISSING: { status: 409 },
  /** No version is signed yet, or a redo is already in progress. */
  CASE_NOT_SIGNED: { status: 409 },
  /** Another doctor signed the simulation. Reopening it needs the agreement of a doctor and an administrator. */
  REOPENING_NEEDS_TWO: { status: 409 },
  /** The patient has another simulation in progress. */
  ANOTHER_CASE_OPEN: { status: 409 },
  /** Another person has changed the note in the meantime. The error contains the current note. */
  NOTE_OUTDATED: { status: 409, data: z.object({ version: z.number().int(), body: z.string() }) },
  TOO_MANY_LINKS: { status: 409 },
  /** The case has no front photo, or the patient has sent a newer photo than the scored one. */
  SCORE_PHOTO_MISSING: { status: 409 },
} as const;

export const Signature = z.object({
  practitioner_name: z.string(),
  registration_number: z.string(),
  registration_body: z.string(),
  signed_at: Instant,
  /**
   * SHA-256 over the signed content: case number, version, photos, renderings, recipes, treatment plan, markings,
   * accepted marks of the automatic check, and skin score.
   */
  seal: z.string(),
  /** Anyone with this code can check at /verify whether the signature is valid. */
  verification_code: z.string(),
  /** How the doctor confirmed the signature. */
  method: z.enum(ShownMethods),
  /** False: a stored image or text no longer matches the seal. */
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
  /** The injection points of the signed version, with their products. */
  injections: z.array(Injection),
  /**
   * The signed doses and markings. The engine in the patient's browser uses them to show the face on the days after a
   * treatment.
   */
  recipes: Recipes,
  marks: Markings.shape.poses,
  signature: Signature,
});
export type PublishedSimulation = z.infer<typeof PublishedSimulation>;

const draftRefusals = {
  DRAFT_OUTDATED: simulationRefusals.DRAFT_OUTDATED,
  CASE_TAKEN: simulationRefusals.CASE_TAKEN,
  CASE_NOT_OPEN: simulationRefusals.CASE_NOT_OPEN,
} as const;

export const simulation = {
  listMyCases: rpc('list_my_cases', 'signedIn', 'simulation', 'List the caller’s cases, newest first').output(
    z.array(MyCase),
  ),
  getMySimulation: rpc(
    'get_my_simulation',
    'signedIn',
    'simulation',
    'Return the signed simulation and plan of one of the caller’s cases',
  )
    .input(z.object({ case_id: Id }))
    .output(PublishedSimulation),

  listStudioCases: rpc('list_studio_cases', 'verifiedDoctor', 'simulation', 'List the queue of cases by due time')
    .input(
      z.object({
        status: z.enum(['open', 'mine', 'published']).default('open'),
        /**
         * Selects open cases: all cases, late cases, cases that wait for photos, unassigned cases, cases with a
         * requested redo, or cases on which the caller can work now.
         */
        filter: z.enum(['all', 'late', 'waiting', 'unassigned', 'redo', 'workable']).default('all'),
        plan: Plan.optional(),
        /** The beginning of a case number, with or without 'FL-'. */
        number: z.string().trim().max(20).optional(),
        limit: z.number().int().min(1).max(100).default(50),
        after: z.string().max(200).nullish(),
      }),
    )
    .output(
      z.object({
        rows: z.array(QueueRow),
        next: z.string().nullable(),
        counts: z.object({ open: z.number(), mine: z.number(), published: z.number() }),
      }),
    ),
  getStudioCase: rpc(
    'get_studio_case',
    'verifiedDoctor',
    'simulation',
    'Return a case with photos, answers, history and draft. The access is logged',
  )
    .input(z.object({ case_id: Id }))
    .output(StudioCase),
  takeCase: rpc('take_case', 'verifiedDoctor', 'simulation', 'Take a case from the queue')
    .errors(draftRefusals)
    .input(z.object({ case_id: Id }))
    .output(StudioCase),
  releaseCase: rpc('release_case', 'doctorInCharge', 'simulation', 'Return a case to the queue')
    .errors(draftRefusals)
    .input(z.object({ case_id: Id }))
    .output(z.object({ status: CaseStatus })),
  saveSimulationDraft: rpc(
    'save_simulation_draft',
    'doctorInCharge',
    'simulation',
    'Save recipes and plan of a draft. `base_version` is the version that was edited. Doses follow the clinical dataset in force',
    { max_kb: 1024 },
  )
    .errors({ ...draftRefusals, CLINICAL_DATASET_OUTDATED: simulationRefusals.CLINICAL_DATASET_OUTDATED })
    .input(
      z.object({
        case_id: Id,
        base_version: VersionNumber,
        style: Style,
        recipes: Recipes,
        plan: TreatmentPlan,
        markings: Markings,
      }),
    )
    .output(Draft),
  uploadRendering: rpc(
    'upload_rendering',
    'doctorInCharge',
    'simulation',
    'Store an image of the current draft version. The server adds the simulation mark to it',
    photoForm,
  )
    .errors({ ...draftRefusals, ...photoRefusals })
    .input(
      z.object({
        case_id: Id,
        version: z.coerce.number().pipe(VersionNumber),
        pose: Pose,
        style: Style,
        file: z.file(),
      }),
    )
    .output(z.object({ rendering: Rendering, seal: z.string().nullable() })),
  seeRendering: rpc(
    'see_rendering',
    'doctorInCharge',
    'simulation',
    'Record that the doctor viewed an image at full size. A doctor can sign only after viewing all images',
  )
    .errors({ CASE_TAKEN: draftRefusals.CASE_TAKEN, CASE_NOT_OPEN: draftRefusals.CASE_NOT_OPEN })
    .input(z.object({ case_id: Id, rendering_id: Id }))
    .output(z.object({ is_seen: z.literal(true) })),
  acceptMark: rpc(
    'accept_mark',
    'doctorInCharge',
    'simulation',
    'Accept a mark of the automatic check, or withdraw the acceptance. `mark` is its index in the list',
  )
    .errors({ CASE_TAKEN: draftRefusals.CASE_TAKEN, CASE_NOT_OPEN: draftRefusals.CASE_NOT_OPEN })
    .input(
      z.object({
        case_id: Id,
        rendering_id: Id,
        mark: z
          .number()
          .int()
          .min(0)
          .max(MARKS_MAX - 1),
        is_accepted: z.boolean(),
      }),
    )
    .output(z.object({ marks: z.array(RenderingMark) })),
  getSigningKeys: rpc(
    'get_signing_keys',
    'verifiedDoctor',
    'simulation',
    'Return how the caller can confirm a signature: with a passkey, or with password and code',
  ).output(SigningKeys),
  signAndPublish: rpc(
    'sign_and_publish',
    'doctorInCharge',
    'simulation',
    'Sign exactly the images and the plan that the seal names, and publish them to the patient',
  )
    .errors({
      ...draftRefusals,
      RENDERINGS_INCOMPLETE: simulationRefusals.RENDERINGS_INCOMPLETE,
      SEAL_MISMATCH: simulationRefusals.SEAL_MISMATCH,
      PLAN_INCOMPLETE: simulationRefusals.PLAN_INCOMPLETE,
      GATES_OPEN: simulationRefusals.GATES_OPEN,
      CLINICAL_DATASET_OUTDATED: simulationRefusals.CLINICAL_DATASET_OUTDATED,
      SIGNATURE_UNCONFIRMED: simulationRefusals.SIGNATURE_UNCONFIRMED,
    })
    .input(
      z.object({
        case_id: Id,
        version: VersionNumber,
        seal: z.string().regex(/^[0-9a-f]{64}$/),
        idempotency_key: Id,
        proof: GivenProof,
        time_zone: TimeZone,
      }),
    )
    .output(z.object({ status: CaseStatus, published_at: Instant, seal: z.string() })),
  saveSkinScore: rpc(
    'save_skin_score',
    'doctorInCharge',
    'simulation',
    'Confirm or correct the scores that were measured on the front photo. Null removes a score. The scores are signed with the publication',
  )
    .errors({ ...draftRefusals, SCORE_PHOTO_MISSING: simulationRefusals.SCORE_PHOTO_MISSING })
    .input(
      z.object({
        case_id: Id,
        scores: GivenScores.nullable(),
        /**
         * The photo that was used to measure the scores. The server refuses the call if a newer photo has replaced it.
         */
        photo_id: Id.optional(),
      }),
    )
    .output(z.object({ skin_score: SavedScore.nullable(), seal: z.string().nullable() })),
  getSkinFollowUp: rpc(
    'get_skin_follow_up',
    'verifiedDoctor',
    'simulation',
    'Return the front photo that a patient took after the newest score of a signed case. The access is logged',
  )
    .errors({ CASE_NOT_SIGNED: simulationRefusals.CASE_NOT_SIGNED })
    .input(z.object({ case_id: Id }))
    .output(SkinFollowUp),
  signSkinFollowUp: rpc(
    'sign_skin_follow_up',
    'verifiedDoctor',
    'simulation',
    'Sign the scores of a follow-up photo without a new simulation. The patient sees them at once',
  )
    .errors({
      CASE_NOT_SIGNED: simulationRefusals.CASE_NOT_SIGNED,
      CASE_TAKEN: simulationRefusals.CASE_TAKEN,
      SCORE_PHOTO_MISSING: simulationRefusals.SCORE_PHOTO_MISSING,
    })
    .input(z.object({ case_id: Id, photo_id: Id, scores: GivenScores, idempotency_key: Id }))
    .output(SignedScore),
};
