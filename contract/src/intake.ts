import * as z from 'zod';
import { Id, Instant, isStorable, rpc, text } from './base.ts';
import { proofRefusals } from './challenge.ts';
import { ConsentGiven, identityRefusals } from './identity.ts';
import { type Expression, Expressions, PhotoKinds, Poses } from './photo-kinds.ts';

/** Photos and answers of a person, before and after their account exists. */
export { Expressions, PhotoKinds, Poses };
export type { Expression };
export const Pose = z.enum(Poses);
export type Pose = z.infer<typeof Pose>;
export const PhotoKind = z.enum(PhotoKinds);
export type PhotoKind = z.infer<typeof PhotoKind>;

/** Limits of an image that a person sends. Sides are in pixels. The size is in megabytes. */
export const PhotoLimits = {
  min_side_px: 640,
  max_mb: 25,
  max_megapixels: 50,
  max_stored_px: 4096,
  jpeg_quality: 0.92,
} as const;

/** The body of a call with one photo. */
export const photoForm = { form_max_mb: PhotoLimits.max_mb } as const;

export const photoRefusals = {
  PHOTO_NOT_A_PICTURE: { status: 415 },
  PHOTO_TOO_SMALL: { status: 422, data: z.object({ min_px: z.number() }) },
  PHOTO_TOO_BIG: { status: 413, data: z.object({ max_mb: z.number() }) },
  PHOTO_TOO_MANY_PIXELS: { status: 422, data: z.object({ max_megapixels: z.number() }) },
  PHOTO_ANIMATED: { status: 422 },
  PHOTO_TRUNCATED: { status: 422 },
} as const;

export const leadRefusals = {
  /** The person must give the consent before a photo or an answer is stored. */
  CONSENT_REQUIRED: { status: 403 },
  /**
   * A lead is the photos and answers of a visitor without an account. This lead belongs to another browser, or was
   * deleted. The browser must create a new lead.
   */
  LEAD_NOT_YOURS: { status: 404 },
  LEAD_ALREADY_CLAIMED: { status: 409 },
  /** The person is under 18. */
  UNDER_AGE: { status: 422 },
} as const;

/** Choices of the questionnaire, in display order. */
export const Questionnaire = {
  treatments_history: [
    'no',
    'botox_fillers_threads',
    'meso_skinbooster_peel_laser',
    'cosmetic_surgery',
    'prefer_no_answer',
  ],
  knowledge_level: ['1', '2', '3', '4', '5'],
  main_goals: ['anti_aging', 'radiance', 'dark_circles', 'contours', 'harmonize'],
  facial_areas: [
    'hairline',
    'forehead',
    'eyebrows',
    'eyes',
    'cheekbones',
    'lips',
    'chin',
    'jawline',
    'neck',
    'chest',
    'other',
  ],
  avoid_treatments: ['botox', 'hyaluronic_acid', 'threads', 'other'],
  result_type: ['very_natural', 'visible_harmony', 'advanced_harmonization', 'unsure'],
} as const;
export const MAX_GOALS = 3;

const someOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.array(z.enum(values)).refine((list) => new Set(list).size === list.length, { message: 'repeated' });

export const Answers = z
  .object({
    treatments_history: someOf(Questionnaire.treatments_history).min(1),
    knowledge_level: z.enum(Questionnaire.knowledge_level),
    main_goals: someOf(Questionnaire.main_goals).min(1).max(MAX_GOALS),
    facial_areas: someOf(Questionnaire.facial_areas).min(1),
    facial_areas_other: z.string().trim().max(300).refine(isStorable).default(''),
    avoid_treatments: someOf(Questionnaire.avoid_treatments).default([]),
    avoid_other: z.string().trim().max(300).refine(isStorable).default(''),
    result_type: z.enum(Questionnaire.result_type),
  })
  .refine((a) => !a.facial_areas.includes('other') || a.facial_areas_other.length > 0, {
    path: ['facial_areas_other'],
    message: 'required',
  })
  .refine((a) => !a.avoid_treatments.includes('other') || a.avoid_other.length > 0, {
    path: ['avoid_other'],
    message: 'required',
  });
export type Answers = z.infer<typeof Answers>;

export const AnyPhoto = z.object({
  id: Id,
  path: z.string(),
  pose: PhotoKind,
  created_at: Instant,
  /**
   * False: no face detector could run, or the person sent a photo that the detector refused. A doctor must look at the
   * photo.
   */
  is_verified: z.boolean(),
  width_px: z.number().int(),
  height_px: z.number().int(),
  /** Signed links, valid for 3600 s. */
  url: z.string(),
  thumb_url: z.string(),
});
export type AnyPhoto = z.infer<typeof AnyPhoto>;
/** A photo of one of the three poses. */
export const PhotoEntry = AnyPhoto.extend({ pose: Pose });
export type PhotoEntry = z.infer<typeof PhotoEntry>;
export const ExpressionPhoto = AnyPhoto.extend({ pose: z.enum(Expressions) });
export type ExpressionPhoto = z.infer<typeof ExpressionPhoto>;

export const PhotoUpload = z.object({
  pose: PhotoKind,
  file: z.file(),
  /**
   * 'true': the detector found a usable face in this pose. The value is text, because multipart forms send every field
   * as text.
   */
  is_verified: z.enum(['true', 'false']),
});

export const Lead = z.object({
  lead_id: Id,
  status: z.enum(['received', 'completed', 'claimed']),
  photos: z.array(AnyPhoto),
  has_answers: z.boolean(),
});
export type Lead = z.infer<typeof Lead>;

export const intake = {
  startLead: rpc(
    'start_lead',
    'visitor',
    'intake',
    'Start a lead for this browser after consent. A cookie contains the secret',
  )
    .errors({ ...leadRefusals, ...identityRefusals })
    .input(z.object({ lead_id: Id, consent: ConsentGiven }))
    .output(Lead),
  getLead: rpc('get_lead', 'visitor', 'intake', 'Return the photos and answers that this browser has sent so far')
    .errors(leadRefusals)
    .input(z.object({ lead_id: Id }))
    .output(Lead),
  withdrawLead: rpc(
    'withdraw_lead',
    'visitor',
    'intake',
    'Withdraw the consent of a lead and delete its photos and answers at once',
  )
    .errors(leadRefusals)
    .input(z.object({ lead_id: Id }))
    .output(z.object({ withdrawn: z.boolean() })),
  uploadLeadPhoto: rpc('upload_lead_photo', 'visitor', 'intake', 'Add a photo to a lead, or replace one', photoForm)
    .errors({ ...leadRefusals, ...photoRefusals })
    .input(PhotoUpload.extend({ lead_id: Id }))
    .output(AnyPhoto),
  insertAnswers: rpc(
    'insert_answers',
    'visitor',
    'intake',
    'Save the answers of a lead. Each further call saves a new version',
  )
    .errors(leadRefusals)
    .input(z.object({ lead_id: Id, answers: Answers }))
    .output(z.object({ version: z.number().int() })),
  upsertLeadOpen: rpc('upsert_lead_open', 'visitor', 'intake', 'Save the contact details and the consent of a lead')
    .errors({ ...leadRefusals, ...identityRefusals, ...proofRefusals })
    .input(
      z.object({
        lead_id: Id,
        last_name: text(80).refine(isStorable),
        first_name: text(80).refine(isStorable),
        email: z
          .email()
          .max(254)
          .transform((s) => s.trim().toLowerCase()),
        phone: z.string().regex(/^\+\d{1,3} [\d ]{4,20}$/),
        birth_date: z.iso.date(),
        consent: z.literal(true),
        consents: z.array(ConsentGiven).min(1).max(5),
      }),
    )
    .output(z.object({ lead_id: Id, status: z.enum(['received', 'completed']) })),
  claimLeadSecure: rpc('claim_lead_secure', 'visitor', 'intake', 'Link a lead to the account that was created from it')
    .errors({ ...leadRefusals, ...identityRefusals })
    .input(z.object({ lead_id: Id, user_id: Id }))
    .output(z.object({ claimed: z.boolean() })),
  attachLeadFilesToUser: rpc(
    'attach_lead_files_to_user',
    'visitor',
    'intake',
    'Move the photos of a claimed lead to the account once its email address is confirmed',
  )
    .errors(identityRefusals)
    .input(z.object({ user_id: Id }))
    .output(z.object({ attached: z.number().int() })),
  getMyCurrentSet: rpc(
    'get_my_current_set',
    'signedIn',
    'intake',
    'Return the caller’s newest photo of each kind',
  ).output(z.array(AnyPhoto)),
  uploadUserPhoto: rpc(
    'upload_user_photo',
    'patient',
    'intake',
    'Store a retaken photo. append_user_photo makes it the current one',
    photoForm,
  )
    .errors({ ...photoRefusals, CONSENT_REQUIRED: leadRefusals.CONSENT_REQUIRED })
    .input(PhotoUpload)
    .output(AnyPhoto),
  appendUserPhoto: rpc('append_user_photo', 'patient', 'intake', 'Make a stored photo the current one of its kind')
    .input(z.object({ pose: PhotoKind, path: z.string().max(200).refine(isStorable) }))
    .output(AnyPhoto),
};
