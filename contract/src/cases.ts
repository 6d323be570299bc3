import * as z from 'zod';
import { Id, Instant, Plan } from './base.ts';
import { CaseAccess } from './care-relation.ts';
import { Calibration, Draft, Rendering, Style } from './drafts.ts';
import { Answers, ExpressionPhoto, PhotoEntry, PhotoKind } from './intake.ts';
import { SavedScore } from './skin-score.ts';

/** The case data that the patient's pages, the queue and the studio receive. */

export const CaseStatuses = ['received', 'in_review', 'published', 'withdrawn'] as const;
export const CaseStatus = z.enum(CaseStatuses);
export type CaseStatus = z.infer<typeof CaseStatus>;
/** Hours from the receipt of a case to its due time. */
export const DeliveryHours: Record<Plan, number> = { free: 72, essential: 48, plus: 48, elite: 48 };

export const PhotoRequestReasons = [
  'blurred',
  'too_dark',
  'wrong_pose',
  'face_covered',
  'make_up',
  'expression',
  'other',
] as const;
/**
 * A doctor's request for other photos. It names the kinds of photos, and the reason why the doctor cannot work with the
 * current photos.
 */
export const PhotoRequest = z.object({
  poses: z.array(PhotoKind).min(1),
  reason: z.enum(PhotoRequestReasons),
  note: z.string(),
  requested_at: Instant,
});
export type PhotoRequest = z.infer<typeof PhotoRequest>;

/** The case fields that the patient of the case, all doctors and the administrators see. */
export const CaseHead = z.object({
  id: Id,
  number: z.string(),
  status: CaseStatus,
  plan: Plan,
  received_at: Instant,
  due_at: Instant,
  published_at: Instant.nullable(),
  /** The name of the doctor in charge. Null until a doctor has taken the case. */
  practitioner_name: z.string().nullable(),
});

/** A step that the doctor in charge took. It has only a kind and a time, not the doctor's decision. */
export const CaseStep = z.object({ kind: z.enum(['health_read', 'drawing', 'signing']), at: Instant });
export type CaseStep = z.infer<typeof CaseStep>;

/**
 * A case as its patient sees it. It contains no doses, no products and no treatment plan. `plan` is the subscription
 * plan.
 */
export const MyCase = CaseHead.extend({
  /** The time at which a doctor began to work on the case. */
  taken_at: Instant.nullable(),
  /** A link to the doctor's photo, valid for one hour. */
  practitioner_avatar_url: z.string().nullable(),
  practitioner_speciality: z.string().nullable(),
  steps: z.array(CaseStep),
  /** The photos that the doctor is waiting for. When they arrive, `due_at` moves by the time that the doctor waited. */
  photo_request: PhotoRequest.nullable(),
  /** Number of redos (new versions of a signed simulation) that the patient may still request. */
  redos_left: z.number().int(),
  /** Set while the patient waits for a redo. The signed version stays visible until the next one is signed. */
  redo_requested_at: Instant.nullable(),
});
export type MyCase = z.infer<typeof MyCase>;

/**
 * A row of the queue. It shows the number of the case, the patient's age and subscription plan. It does not show the
 * patient's name, because doctors can divide the work without it. If another doctor is in charge, the row has no age,
 * no goals and no number of photos.
 */
export const QueueRow = CaseHead.extend({
  /** True: another doctor is in charge, so opening the case needs a reason. */
  is_locked: z.boolean(),
  age_years: z.number().int().nullable(),
  main_goals: z.array(z.string()),
  /** Null if the row is locked. */
  photo_count: z.number().int().nullable(),
  practitioner_id: Id.nullable(),
  /** The doctor to whom the case was assigned. This doctor has not taken the case yet. */
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
  'handed_over',
  'assigned',
  'opened',
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

/** The part of another doctor's case that the queue shows to a doctor who has not opened the case. */
export const LockedCase = CaseHead.extend({ is_waiting_for_photos: z.boolean() });
export type LockedCase = z.infer<typeof LockedCase>;

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
  /** The expressions that the patient's photos show. */
  expressions: z.array(ExpressionPhoto),
  /**
   * Photos of the patient's earlier signed simulations: at most three sets, newest first. A photo that is still
   * current, or that is in a newer set, is left out.
   */
  earlier_sets: z.array(z.object({ number: z.string(), signed_at: Instant, photos: z.array(PhotoEntry) })),
  answers: Answers.nullable(),
  style_asked_for: Style.nullable(),
  history: z.array(CaseEvent),
  access: CaseAccess,
  assigned_to: Id.nullable(),
  photo_request: PhotoRequest.nullable(),
  /** The patient's requests for other versions, newest first. */
  redo_wishes: z.array(z.object({ requested_at: Instant, wishes: z.string() })),
  /** The version that the patient sees now. Null if none is signed. */
  signed_version: z.number().int().nullable(),
  note: z.object({ version: z.number().int(), body: z.string(), saved_at: Instant.nullable() }),
  draft: Draft,
  /** The calibration that new versions of the draft use. Null: they use the table of the dataset. */
  calibration: Calibration.nullable(),
  /** The renderings of the draft's current version. */
  renderings: z.array(Rendering),
  /** The skin score that the next signature includes. Null: no score is saved. */
  skin_score: SavedScore.nullable(),
  /**
   * The seal of the current version. Null until all of its renderings are stored. sign_and_publish requires the seal.
   */
  seal: z.string().nullable(),
});
export type StudioCase = z.infer<typeof StudioCase>;
