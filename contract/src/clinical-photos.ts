import * as z from 'zod';
import { Id, isStorable, rpc, text } from './base.ts';
import { leadRefusals, photoForm, photoRefusals } from './intake.ts';
import { Expressions } from './photo-kinds.ts';

/**
 * The clinical photo series of a case. A series always has the same views, and each photo has a record of how it was
 * taken. This makes photos of two dates comparable.
 */

/**
 * `right` and `left` are the oblique views that every patient sends. `profile_right` and `profile_left` are taken
 * exactly from the side, so that only one eye is visible.
 */
export const ClinicalViews = ['front', 'right', 'left', 'profile_right', 'profile_left', ...Expressions] as const;
export type ClinicalView = (typeof ClinicalViews)[number];
export const Lights = ['daylight', 'room', 'ring', 'flash', 'mixed'] as const;
export const TakenBy = ['doctor', 'patient'] as const;

export const CLINICAL = {
  device_max: 80,
  /** Limits of the distance from the camera to the face. */
  distance_min_cm: 20,
  distance_max_cm: 400,
  /** The maximum number of photos of one case. */
  most: 120,
} as const;

export const ClinicalPhoto = z.object({
  id: Id,
  view: z.enum(ClinicalViews),
  taken_on: z.iso.date(),
  /** The record of how the photo was taken. Null: the photo came with the request and has no record. */
  record: z
    .object({
      device: z.string(),
      distance_cm: z.number().int(),
      light: z.enum(Lights),
      taken_by: z.enum(TakenBy),
    })
    .nullable(),
  url: z.string(),
  thumb_url: z.string(),
});
export type ClinicalPhoto = z.infer<typeof ClinicalPhoto>;

export const ClinicalSet = z.object({
  case_id: Id,
  number: z.string(),
  /**
   * The party that was asked to take the series: the patient or the doctor. Null until a series is requested for this
   * case.
   */
  taken_by: z.enum(TakenBy).nullable(),
  /** The newest photo of each view, in the order of the series. */
  photos: z.array(ClinicalPhoto),
});
export type ClinicalSet = z.infer<typeof ClinicalSet>;

export const clinicalRefusals = {
  /**
   * No series was requested for this case. A patient also gets this refusal if the doctor was asked to take the series.
   */
  CLINICAL_NOT_ASKED: { status: 409 },
  /**
   * The day of the photo is later than tomorrow in UTC. Tomorrow is accepted, because it may have begun in the
   * patient's time zone.
   */
  CLINICAL_DATE: { status: 422 },
  /** The case already has `CLINICAL.most` photos. */
  CLINICAL_FULL: { status: 409 },
} as const;

const CaseOnly = z.object({ case_id: Id });

/** A photo and its record, as fields of a multipart form. Such a form sends every field as text. */
const Shot = CaseOnly.extend({
  view: z.enum(ClinicalViews),
  taken_on: z.iso.date(),
  device: text(CLINICAL.device_max).refine(isStorable),
  distance_cm: z
    .string()
    .regex(/^\d{2,3}$/)
    .refine((cm) => Number(cm) >= CLINICAL.distance_min_cm && Number(cm) <= CLINICAL.distance_max_cm),
  light: z.enum(Lights),
  file: z.file(),
});

export const clinicalPhotos = {
  getClinicalSet: rpc(
    'get_clinical_set',
    'verifiedDoctor',
    'cases',
    'Return the clinical photo series of a case with its history. The access is logged',
  )
    .input(CaseOnly)
    .output(ClinicalSet),
  chooseClinicalSet: rpc(
    'choose_clinical_set',
    'verifiedDoctor',
    'cases',
    'Choose the clinical photo series of a case and who takes it, or end it. A patient who will take it is notified',
  )
    .input(CaseOnly.extend({ taken_by: z.enum(TakenBy).nullable() }))
    .output(ClinicalSet),
  uploadClinicalPhoto: rpc(
    'upload_clinical_photo',
    'verifiedDoctor',
    'cases',
    'Store a photo of the series that the doctor took',
    photoForm,
  )
    .errors({ ...clinicalRefusals, ...photoRefusals })
    .input(Shot)
    .output(ClinicalSet),
  getMyClinicalSets: rpc(
    'get_my_clinical_sets',
    'patient',
    'cases',
    'List the clinical photo series of the caller’s cases, newest case first',
  ).output(z.array(ClinicalSet)),
  uploadMyClinicalPhoto: rpc(
    'upload_my_clinical_photo',
    'patient',
    'cases',
    'Store a photo of the series that the doctor asked the caller to take',
    photoForm,
  )
    .errors({ ...clinicalRefusals, ...photoRefusals, CONSENT_REQUIRED: leadRefusals.CONSENT_REQUIRED })
    .input(Shot)
    .output(ClinicalSet),
};
