import * as z from 'zod';
import { Id, Instant, ReadingLanguage, rpc, text, VersionNumber, isStorable } from './base.ts';
import { photoForm, photoRefusals } from './intake.ts';
import { PlanSession } from './sessions.ts';
import { simulationRefusals } from './simulation.ts';

/**
 * A doctor's record of a visit: products, lots, and the amount at each point. A stored record never changes. A
 * correction is stored as a new version.
 */

export const RECORD_MOST = {
  products: 20,
  points: 80,
  photos: 6,
  note: 2000,
  correction: 500,
  lot: 40,
  name: 80,
} as const;

export const Instruments = ['needle', 'cannula'] as const;
/**
 * Reactions that occur before the patient leaves. They affect the point of an injection (`PointEvents`) or the whole
 * body (`VisitEvents`).
 */
export const PointEvents = ['bruising', 'bleeding', 'swelling', 'severe_pain', 'blanching'] as const;
export const VisitEvents = ['faintness', 'allergic_reaction', 'visual_disturbance', 'other'] as const;

const Code = z.string().regex(/^[a-z_]{1,40}$/);
const words = (max: number) => text(max).refine(isStorable);
const set = <T extends readonly [string, ...string[]]>(codes: T) =>
  z
    .array(z.enum(codes))
    .max(codes.length)
    .refine((all) => new Set(all).size === all.length);

/** The lot as printed on the package. A recall compares only its letters and digits. */
export const Lot = words(RECORD_MOST.lot).refine((lot) => /[A-Za-z0-9]/.test(lot));

/**
 * A vial, a syringe or a device. `product` is its class in the clinical dataset, or one of `UndosedKinds`. A product
 * that is injected or implanted has a lot number and an expiry date.
 */
export const UsedProduct = z.object({
  product: Code,
  name: words(RECORD_MOST.name),
  manufacturer: words(RECORD_MOST.name),
  lot: Lot.nullable(),
  expires_on: z.iso.date().nullable(),
  /** The 14 digits of the trade item number in the GS1 code. */
  gtin: z
    .string()
    .regex(/^\d{14}$/)
    .nullable(),
  serial: words(RECORD_MOST.lot).nullable(),
});
export type UsedProduct = z.infer<typeof UsedProduct>;

/** The use of one product at one point. */
export const TreatedPoint = z.object({
  /** A treatment of the clinical dataset, or one of `UndosedKinds`. */
  treatment: Code,
  /** Null: the point is in the middle of the face, or the treatment covers the whole area. */
  side: z.enum(['right', 'left']).nullable(),
  /**
   * Index in the list of products. Null if no product was used, which is possible for `UndosedKinds`. Amount and unit
   * are then null as well.
   */
  product: z.number().int().min(0).max(RECORD_MOST.products).nullable(),
  /** The amount at this point alone, never an amount 'for each side'. */
  amount: z.number().positive().max(200).nullable(),
  unit: z.enum(['units', 'mL', 'percent']).nullable(),
  instrument: z.enum(Instruments).nullable(),
  events: set(PointEvents),
});
export type TreatedPoint = z.infer<typeof TreatedPoint>;

export const RecordContent = z.object({
  /** Index of the visit in the signed treatment plan. Null: the treatment plan does not contain this visit. */
  visit: z.number().int().min(0).max(100).nullable(),
  treated_on: z.iso.date(),
  products: z.array(UsedProduct).max(RECORD_MOST.products),
  points: z.array(TreatedPoint).min(1).max(RECORD_MOST.points),
  events: set(VisitEvents),
  note: z.string().trim().max(RECORD_MOST.note).refine(isStorable).default(''),
  photo_ids: z.array(Id).max(RECORD_MOST.photos),
});
export type RecordContent = z.infer<typeof RecordContent>;

export const TreatmentPhoto = z.object({ id: Id, url: z.string(), thumb_url: z.string() });
export type TreatmentPhoto = z.infer<typeof TreatmentPhoto>;

/**
 * Planned and given amounts of one treatment, each summed over sides and points. `planned` is null if the treatment was
 * not planned. `done` is null if it was not given.
 */
export const DoseCompared = z.object({
  treatment: Code,
  unit: z.enum(['units', 'mL', 'percent']),
  planned: z.number().nullable(),
  done: z.number().nullable(),
});
export type DoseCompared = z.infer<typeof DoseCompared>;

export const TreatmentRecord = RecordContent.omit({ photo_ids: true }).extend({
  id: Id,
  version: z.number().int(),
  case_id: Id,
  case_number: z.string(),
  plan_version: z.number().int(),
  recorded_at: Instant,
  practitioner_name: z.string(),
  registration_number: z.string(),
  registration_body: z.string(),
  /** The reason why this version replaces the previous version. Null for the first version. */
  correction: z.string().nullable(),
  verification_code: z.string(),
  photos: z.array(TreatmentPhoto),
  /** The given doses compared with the doses of the planned visit. */
  doses: z.array(DoseCompared),
});
export type TreatmentRecord = z.infer<typeof TreatmentRecord>;

/** A record as the doctors of the case see it. */
export const CaseRecord = TreatmentRecord.extend({
  /** The visits of the plan to which the record belongs. A newer plan may have other visits. */
  plan_sessions: z.array(PlanSession),
  /**
   * True if the patient requested no redo between that plan and the newest plan. The newest plan is then the same plan
   * or a correction of it. `visit` is the same visit in both, unless the correction moved or removed visits.
   */
  is_current: z.boolean(),
});
export type CaseRecord = z.infer<typeof CaseRecord>;

export const CaseRecords = z.object({
  case_id: Id,
  number: z.string(),
  patient_name: z.string(),
  plan_version: z.number().int(),
  sessions: z.array(PlanSession),
  /** The newest version of each record. The record of the latest visit comes first. */
  records: z.array(CaseRecord),
  /** Earlier versions, which corrections have replaced, newest first. */
  earlier: z.array(TreatmentRecord),
});
export type CaseRecords = z.infer<typeof CaseRecords>;

export const Passport = z.object({ patient_name: z.string(), records: z.array(TreatmentRecord) });
export type Passport = z.infer<typeof Passport>;

/** A patient who was treated with a lot, and the ways to reach the patient. */
export const RecalledPatient = z.object({
  patient_id: Id,
  patient_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  /**
   * True if the account is closed. The record still has the name. The `email` is then not an address of the patient, and
   * `phone` is null.
   */
  is_closed: z.boolean(),
  case_number: z.string(),
  record_id: Id,
  treated_on: z.iso.date(),
  practitioner_name: z.string(),
  product: z.string(),
  manufacturer: z.string(),
  lot: z.string(),
  expires_on: z.iso.date().nullable(),
  serial: z.string().nullable(),
  /** True: the lot has the same letters and digits as the search. Small and capital letters are treated as equal. */
  is_exact: z.boolean(),
});
export type RecalledPatient = z.infer<typeof RecalledPatient>;

export const recordRefusals = {
  CASE_NOT_SIGNED: simulationRefusals.CASE_NOT_SIGNED,
  /** Another person has corrected this record in the meantime. Load the newest version first. */
  RECORD_OUTDATED: { status: 409, data: z.object({ version: z.number().int() }) },
  /** Another plan was signed since the page loaded the plan. `version` is the version of the newest signed plan. */
  PLAN_OUTDATED: { status: 409, data: z.object({ version: z.number().int() }) },
} as const;

const { CASE_NOT_SIGNED, RECORD_OUTDATED, PLAN_OUTDATED } = recordRefusals;

const CaseOnly = z.object({ case_id: Id });
const LotOnly = z.object({ lot: Lot });

export const treatmentRecords = {
  getCaseRecords: rpc(
    'get_case_records',
    'verifiedDoctor',
    'treatments',
    'Return the treatment records of a signed case and the visits of its plan. The access is logged',
  )
    .errors({ CASE_NOT_SIGNED })
    .input(CaseOnly)
    .output(CaseRecords),
  recordTreatment: rpc(
    'record_treatment',
    'verifiedDoctor',
    'treatments',
    'Record the treatment of a visit. Allowed: the doctor in charge, and doctors who opened the case with a reason',
    { max_kb: 128 },
  )
    .errors({ CASE_NOT_SIGNED, PLAN_OUTDATED })
    .input(
      CaseOnly.extend({
        record: RecordContent,
        /** The signed plan that the page shows. `record.visit` is a visit of this plan. */
        plan_version: VersionNumber,
        /** The booked time of the visit in the caller's agenda. */
        time_id: Id.nullish(),
        idempotency_key: Id,
      }),
    )
    .output(CaseRecords),
  correctTreatment: rpc(
    'correct_treatment',
    'verifiedDoctor',
    'treatments',
    'Correct a treatment record with a new version and a reason. The earlier version is kept',
    { max_kb: 128 },
  )
    .errors({ CASE_NOT_SIGNED, RECORD_OUTDATED })
    .input(
      CaseOnly.extend({
        record_id: Id,
        base_version: VersionNumber,
        correction: words(RECORD_MOST.correction),
        record: RecordContent,
        idempotency_key: Id,
      }),
    )
    .output(CaseRecords),
  uploadTreatmentPhoto: rpc(
    'upload_treatment_photo',
    'verifiedDoctor',
    'treatments',
    'Store a photo of a visit. It is deleted after a day unless a treatment record contains it',
    photoForm,
  )
    .errors({ CASE_NOT_SIGNED, ...photoRefusals })
    .input(CaseOnly.extend({ file: z.file() }))
    .output(TreatmentPhoto),

  getMyPassport: rpc(
    'get_my_passport',
    'patient',
    'treatments',
    'List all treatments of the caller, newest first',
  ).output(Passport),
  getPassportDocument: rpc('get_passport_document', 'patient', 'treatments', 'Return the treatment passport as a PDF')
    .input(z.object({ language: ReadingLanguage }))
    .output(z.file()),

  findLot: rpc(
    'find_lot',
    'admin',
    'treatments',
    'List all patients who were treated with a lot. Each patient sees the search in their access log',
  )
    .input(LotOnly)
    .output(z.array(RecalledPatient)),
  exportLot: rpc(
    'export_lot',
    'admin',
    'treatments',
    'Export the recall list of a lot as a CSV file. The export is logged',
  )
    .input(LotOnly)
    .output(z.file()),
};
