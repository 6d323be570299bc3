import * as z from 'zod';
import { Id, Instant, Plan } from './base.ts';
import { CaseAccess } from './care-relation.ts';
import { Calibration, Draft, Rendering, Style } from './drafts.ts';
import { Answers, ExpressionPhoto, PhotoEntry, PhotoKind } from './intake.ts';
import { SavedScore } from './skin-score.ts';

/** One request for a simulation, as its patient, the queue and the studio see it. */

export const CaseStatuses = ['received', 'in_review', 'published', 'withdrawn'] as const;
export const CaseStatus = z.enum(CaseStatuses);
export type CaseStatus = z.infer<typeof CaseStatus>;
/** Hours from receipt to the promised simulation. */
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
/** Why a doctor cannot work with a photo, and of which kinds another is needed. */
export const PhotoRequest = z.object({
  poses: z.array(PhotoKind).min(1),
  reason: z.enum(PhotoRequestReasons),
  note: z.string(),
  requested_at: Instant,
});
export type PhotoRequest = z.infer<typeof PhotoRequest>;

/** The part of a case that everyone with access sees. */
export const CaseHead = z.object({
  id: Id,
  number: z.string(),
  status: CaseStatus,
  plan: Plan,
  received_at: Instant,
  due_at: Instant,
  published_at: Instant.nullable(),
  /** The name of the doctor in charge, once a doctor has taken the case. */
  practitioner_name: z.string().nullable(),
});

/** The steps of the doctor in charge so far. It holds only times, no decisions. */
export const CaseStep = z.object({ kind: z.enum(['health_read', 'drawing', 'signing']), at: Instant });
export type CaseStep = z.infer<typeof CaseStep>;

/** A case as its patient sees it: no dose, product or plan before it is signed. */
export const MyCase = CaseHead.extend({
  /** When a doctor began to work on it. */
  taken_at: Instant.nullable(),
  /** A link to the doctor's photo, valid for an hour. */
  practitioner_avatar_url: z.string().nullable(),
  practitioner_speciality: z.string().nullable(),
  steps: z.array(CaseStep),
  /** The doctor waits for these photos; the delivery time is paused. */
  photo_request: PhotoRequest.nullable(),
  /** How many more times the patient may request another version. */
  redos_left: z.number().int(),
  /** The patient requested another version; the signed one stays visible until the next is signed. */
  redo_requested_at: Instant.nullable(),
});
export type MyCase = z.infer<typeof MyCase>;

/**
 * The queue shows number, age and plan but no name, because looking at the queue is no reason to know who the patient
 * is. A row of another doctor's case shows only what helps to divide the work: no age, no wishes, no photos.
 */
export const QueueRow = CaseHead.extend({
  /** True: another doctor is in charge, so opening the case needs a reason. */
  is_locked: z.boolean(),
  age_years: z.number().int().nullable(),
  main_goals: z.array(z.string()),
  /** Null for a locked case. */
  photo_count: z.number().int().nullable(),
  practitioner_id: Id.nullable(),
  /** The doctor to whom the case is assigned before anyone has taken it. */
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

/** The queue's view of another doctor's case before it is opened. */
export type LockedCase = z.infer<typeof CaseHead>;

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
  /** The expressions that the patient did not skip. */
  expressions: z.array(ExpressionPhoto),
  /** Photos of earlier signed simulations, newest first. */
  earlier_sets: z.array(z.object({ number: z.string(), signed_at: Instant, photos: z.array(PhotoEntry) })),
  answers: Answers.nullable(),
  style_asked_for: Style.nullable(),
  history: z.array(CaseEvent),
  access: CaseAccess,
  assigned_to: Id.nullable(),
  photo_request: PhotoRequest.nullable(),
  /** The patient's requests for other versions, newest first. */
  redo_wishes: z.array(z.object({ requested_at: Instant, wishes: z.string() })),
  /** The version that the patient sees now, if one is signed. */
  signed_version: z.number().int().nullable(),
  note: z.object({ version: z.number().int(), body: z.string(), saved_at: Instant.nullable() }),
  draft: Draft,
  /** The calibration that applies to new versions of the draft. Null: the table of the dataset. */
  calibration: Calibration.nullable(),
  /** Only renderings of the draft's current version. */
  renderings: z.array(Rendering),
  /** The skin score that will be signed next. Null: none is saved. */
  skin_score: SavedScore.nullable(),
  /** Set once all renderings of the current version are stored; pass it to sign_and_publish. */
  seal: z.string().nullable(),
});
export type StudioCase = z.infer<typeof StudioCase>;
