import * as z from 'zod';
import { Id, Instant, ReadingLanguage, rpc, text, VersionNumber } from './base.ts';
import { Opening, OpeningReason, Reopening, Why } from './care-relation.ts';
import { PhotoEntry, PhotoKind, PhotoKinds } from './intake.ts';
import { CaseStatus, LockedCase, PhotoRequestReasons, StudioCase } from './cases.ts';
import { Draft, Rendering } from './drafts.ts';
import { PublishedSimulation, simulationRefusals } from './simulation.ts';
import { ShownMethods, SignatureProof } from './signing.ts';

/**
 * Procedures of a case, except those for drawing simulations: assignment, photo requests, redos, and share links of the
 * signed version.
 */
const { CASE_NOT_OPEN, CASE_NOT_SIGNED, CASE_TAKEN } = simulationRefusals;
const reopeningRefusals = { CASE_NOT_SIGNED, ANOTHER_CASE_OPEN: simulationRefusals.ANOTHER_CASE_OPEN } as const;
const workRefusals = { CASE_NOT_OPEN, CASE_TAKEN } as const;

export const REDO_WISHES_MAX = 2000;
export const NOTE_MAX = 8000;
/** The numbers of days that the page offers for a share link. The last number is the maximum. */
export const ShareDays = [1, 7, 30] as const;
export const SHARE_LINKS_MAX = 10;

export const ShareLink = z.object({
  id: Id,
  label: z.string(),
  created_at: Instant,
  expires_at: Instant,
  revoked_at: Instant.nullable(),
  views: z.number().int(),
  last_seen_at: Instant.nullable(),
});
export type ShareLink = z.infer<typeof ShareLink>;

/**
 * A shared simulation. It has images, dates and the doctor's name, but neither the patient's name nor the treatment
 * plan.
 */
export const SharedSimulation = z.object({
  published_at: Instant,
  expires_at: Instant,
  practitioner_name: z.string(),
  before: z.array(PhotoEntry),
  renderings: z.array(Rendering),
});
export type SharedSimulation = z.infer<typeof SharedSimulation>;

/** 'superseded': the doctor has signed a newer version. 'broken': the stored data no longer match the seal. */
export const SignatureStates = ['valid', 'superseded', 'broken', 'unknown'] as const;

/**
 * The proofs of a signature, shown to anyone who has the verification code. The proofs contain the seal, which is a
 * hash of the signed content. They do not contain the signed content.
 */
export const ShownProof = SignatureProof.pick({ seal: true, passkey: true, timestamp: true }).extend({
  method: z.enum(ShownMethods),
});
export type ShownProof = z.infer<typeof ShownProof>;

const CaseOnly = z.object({ case_id: Id });
const PractitionerLoad = z.object({
  practitioner_id: Id,
  practitioner_name: z.string(),
  open_cases: z.number().int(),
  next_due_at: Instant.nullable(),
});
export type PractitionerLoad = z.infer<typeof PractitionerLoad>;

/** The number of versions of a draft in one answer. */
export const VERSIONS_PAGE = 50;
export const DraftVersion = z.object({
  version: z.number().int(),
  saved_at: Instant,
  saved_by_name: z.string().nullable(),
  name: z.string().nullable(),
  is_signed: z.boolean(),
});
export type DraftVersion = z.infer<typeof DraftVersion>;

export const caseFlow = {
  listPractitionerLoad: rpc(
    'list_practitioner_load',
    'team',
    'cases',
    'List verified practitioners with the number of their open cases',
  ).output(z.array(PractitionerLoad)),
  assignCase: rpc(
    'assign_case',
    'team',
    'cases',
    'Assign an open case to a practitioner, or to nobody. Allowed: the doctor in charge, any doctor if there is none, and administrators',
  )
    .errors(workRefusals)
    .input(CaseOnly.extend({ practitioner_id: Id.nullable() }))
    .output(z.object({ assigned_to: Id.nullable() })),
  balanceCases: rpc(
    'balance_cases',
    'team',
    'cases',
    'Distribute unassigned waiting cases to the practitioners with the fewest open cases',
  ).output(z.object({ assigned: z.number().int() })),
  takeOverCase: rpc(
    'take_over_case',
    'verifiedDoctor',
    'cases',
    'Take over an open case of another doctor, and notify that doctor',
  )
    .errors(workRefusals)
    .input(CaseOnly.extend({ reason: OpeningReason, note: Why }))
    .output(StudioCase),

  getLockedCase: rpc(
    'get_locked_case',
    'verifiedDoctor',
    'cases',
    'Return what the queue shows of another doctor’s case',
  )
    .input(CaseOnly)
    .output(LockedCase),
  openCase: rpc(
    'open_case',
    'verifiedDoctor',
    'cases',
    'Open another doctor’s case for 60 minutes, and notify the patient and the doctor in charge. Returns null if the caller needs no opening',
  )
    .input(CaseOnly.extend({ reason: OpeningReason, note: Why }))
    .output(Opening.nullable()),
  endOpening: rpc(
    'end_opening',
    'verifiedDoctor',
    'cases',
    'End an opening early: the caller’s own, or one of a case of the caller',
  )
    .input(z.object({ opening_id: Id }))
    .output(z.object({ ended: z.literal(true) })),

  requestPhotos: rpc(
    'request_photos',
    'doctorInCharge',
    'cases',
    'Ask the patient for better photos. The promised delivery time is paused',
  )
    .errors({ ...workRefusals, PHOTOS_ALREADY_REQUESTED: simulationRefusals.PHOTOS_ALREADY_REQUESTED })
    .input(
      CaseOnly.extend({
        poses: z.array(PhotoKind).min(1).max(PhotoKinds.length),
        reason: z.enum(PhotoRequestReasons),
        note: z.string().trim().max(1000).default(''),
      }),
    )
    .output(StudioCase),
  withdrawPhotoRequest: rpc(
    'withdraw_photo_request',
    'doctorInCharge',
    'cases',
    'Withdraw the request for photos and continue without them',
  )
    .errors(workRefusals)
    .input(CaseOnly)
    .output(StudioCase),

  getMyAllowance: rpc(
    'get_my_allowance',
    'patient',
    'cases',
    'Return how many simulations the plan includes, and how many are left',
  ).output(z.object({ included: z.number().int(), left: z.number().int(), may_ask: z.boolean() })),
  requestSimulation: rpc(
    'request_simulation',
    'patient',
    'cases',
    'Request another simulation of the newest photos within the plan',
  )
    .errors({
      NO_SIMULATION_LEFT: simulationRefusals.NO_SIMULATION_LEFT,
      PHOTOS_INCOMPLETE: simulationRefusals.PHOTOS_INCOMPLETE,
      BIRTH_DATE_MISSING: simulationRefusals.BIRTH_DATE_MISSING,
      ANOTHER_CASE_OPEN: simulationRefusals.ANOTHER_CASE_OPEN,
    })
    .input(z.object({ idempotency_key: Id }))
    .output(z.object({ case_id: Id, due_at: Instant, simulations_left: z.number().int() })),
  requestRedo: rpc('request_redo', 'signedIn', 'cases', 'Request a new version of a signed simulation within the plan')
    .errors({
      CASE_NOT_SIGNED,
      NO_REDO_LEFT: simulationRefusals.NO_REDO_LEFT,
      ANOTHER_CASE_OPEN: simulationRefusals.ANOTHER_CASE_OPEN,
    })
    .input(CaseOnly.extend({ wishes: text(REDO_WISHES_MAX), idempotency_key: Id }))
    .output(z.object({ status: CaseStatus, due_at: Instant, redos_left: z.number().int() })),
  reopenCase: rpc(
    'reopen_case',
    'verifiedDoctor',
    'cases',
    'Reopen a signed simulation to correct it. The signed version stays valid until a newer one is signed',
  )
    .errors({ ...reopeningRefusals, REOPENING_NEEDS_TWO: simulationRefusals.REOPENING_NEEDS_TWO })
    .input(CaseOnly.extend({ reason: text(500) }))
    .output(StudioCase),
  askReopening: rpc(
    'ask_reopening',
    'team',
    'cases',
    'Ask to reopen a simulation that another doctor signed. An administrator and a doctor must both agree',
  )
    .errors(reopeningRefusals)
    .input(CaseOnly.extend({ note: Why }))
    .output(Reopening),
  listReopenings: rpc('list_reopenings', 'team', 'cases', 'List the open requests to reopen a signed case').output(
    z.array(Reopening),
  ),
  answerReopening: rpc('answer_reopening', 'team', 'cases', 'Agree to a request, which reopens the case, or decline it')
    .errors(reopeningRefusals)
    .input(z.object({ reopening_id: Id, agrees: z.boolean() }))
    .output(z.object({ status: CaseStatus })),

  saveCaseNote: rpc('save_case_note', 'verifiedDoctor', 'cases', 'Save the note of a case that only doctors see')
    .errors({ NOTE_OUTDATED: simulationRefusals.NOTE_OUTDATED })
    .input(CaseOnly.extend({ base_version: VersionNumber, body: z.string().max(NOTE_MAX) }))
    .output(z.object({ version: z.number().int(), body: z.string(), saved_at: Instant.nullable() })),
  listDraftVersions: rpc(
    'list_draft_versions',
    'verifiedDoctor',
    'cases',
    'List the newest versions of a draft, and older ones that have a name or a signature, newest first',
  )
    .input(CaseOnly.extend({ before: VersionNumber.optional() }))
    .output(z.array(DraftVersion)),
  getDraftVersion: rpc('get_draft_version', 'verifiedDoctor', 'cases', 'Return one saved version of a draft')
    .input(CaseOnly.extend({ version: VersionNumber }))
    .output(Draft),
  nameDraftVersion: rpc('name_draft_version', 'verifiedDoctor', 'cases', 'Name a version of a draft')
    .input(CaseOnly.extend({ version: VersionNumber, name: text(80) }))
    .output(z.object({ version: z.number().int(), name: z.string() })),

  verifySignature: rpc(
    'verify_signature',
    'visitor',
    'cases',
    'Return whether the signature with this code is valid, with its proof but without the content',
  )
    .input(z.object({ code: z.string().trim().min(8).max(40) }))
    .output(
      z.object({ state: z.enum(SignatureStates), signed_on: z.iso.date().nullable(), proof: ShownProof.nullable() }),
    ),

  listShareLinks: rpc('list_share_links', 'signedIn', 'cases', 'List the caller’s links to a case, newest first')
    .input(CaseOnly)
    .output(z.array(ShareLink)),
  createShareLink: rpc(
    'create_share_link',
    'signedIn',
    'cases',
    'Create a link to the images of a signed simulation. Its address is shown only once',
  )
    .errors({ CASE_NOT_SIGNED, TOO_MANY_LINKS: simulationRefusals.TOO_MANY_LINKS })
    .input(
      CaseOnly.extend({
        days: z.union(ShareDays.map((days) => z.literal(days))),
        label: z.string().trim().max(80).default(''),
        idempotency_key: Id,
      }),
    )
    .output(z.object({ link: ShareLink, url: z.string() })),
  revokeShareLink: rpc('revoke_share_link', 'signedIn', 'cases', 'Revoke a link')
    .input(z.object({ link_id: Id }))
    .output(ShareLink),
  getSharedSimulation: rpc(
    'get_shared_simulation',
    'visitor',
    'cases',
    'Return what a link shows to any person who has it',
  )
    .input(z.object({ token: z.string().min(20).max(100) }))
    .output(SharedSimulation),

  getSignatureProof: rpc(
    'get_signature_proof',
    'eitherSide',
    'cases',
    'Return the sealed content and the doctor’s passkey signature. tools/verify-proof.ts checks them without this service',
  )
    .input(CaseOnly)
    .output(SignatureProof),
  getPlanDocument: rpc(
    'get_plan_document',
    'eitherSide',
    'cases',
    'Return the signed plan with its images as a PDF, for its patient or a doctor',
  )
    .input(CaseOnly.extend({ language: ReadingLanguage }))
    .output(z.file()),
  exportCase: rpc(
    'export_case',
    'verifiedDoctor',
    'cases',
    'Export a case with its images as a FHIR R4 bundle, for the doctor in charge or a doctor who opened it with a reason',
  )
    .input(CaseOnly)
    .output(z.file()),
  listMyPublished: rpc(
    'list_my_published',
    'signedIn',
    'cases',
    'List all signed simulations of the caller, for comparisons over months',
  ).output(
    z.array(
      PublishedSimulation.pick({
        case_id: true,
        number: true,
        published_at: true,
        before: true,
        renderings: true,
      }),
    ),
  ),
};
