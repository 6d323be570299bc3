import * as z from 'zod';
import { Id, Instant, rpc, text, TimeZone, isStorable } from './base.ts';
import { TreatmentKinds } from './drafts.ts';
import { AfterPhoto, ImportedPhoto, ImportedPhotos, ImportedTreatment } from './imports.ts';
import {
  EarlierTreatment,
  HISTORY_DETAILS_MAX,
  HistoryAnswer,
  type HistoryQuestion,
  HistoryQuestions,
  ReceivedDose,
} from './safety.ts';
import { simulationRefusals } from './simulation.ts';
import { DoseCompared } from './treatment-records.ts';

export { HISTORY_DETAILS_MAX, HistoryQuestions, type HistoryQuestion };

/**
 * Procedures for the care between a patient and their doctor: health answers, messages, urgent reports and outcome
 * checks.
 */
const { CASE_NOT_SIGNED } = simulationRefusals;

export const careRefusals = {
  /** The patient's subscription plan includes no messages, and no doctor has written to the patient first. */
  MESSAGES_NOT_INCLUDED: { status: 403 },
  /** The patient withdrew the consent, so no doctor may read the case and its messages. */
  MESSAGES_CLOSED: { status: 403 },
  /** The patient cannot answer this check yet, because its first day has not come. */
  CHECK_NOT_DUE: { status: 409 },
  ALREADY_SETTLED: { status: 409 },
} as const;

// ── Medical history ─────────────────────────────────────────────────────────────────────────────────────────────────
export const MedicalHistory = z.object({
  questions: z.object(
    Object.fromEntries(HistoryQuestions.map((question) => [question, HistoryAnswer])) as Record<
      HistoryQuestion,
      typeof HistoryAnswer
    >,
  ),
  medicines: z.string().trim().max(1000).refine(isStorable).default(''),
});
export type MedicalHistory = z.infer<typeof MedicalHistory>;
export const SavedHistory = z.object({ version: z.number().int(), saved_at: Instant, history: MedicalHistory });
export type SavedHistory = z.infer<typeof SavedHistory>;

/** The unfinished health answers of a patient. */
export const HistoryDraft = z.object({
  answers: z.partialRecord(z.enum(HistoryQuestions), HistoryAnswer),
  /** Null: the patient has not reached this question. An empty text is an answer, too. */
  medicines: MedicalHistory.shape.medicines.unwrap().nullable(),
});
export type HistoryDraft = z.infer<typeof HistoryDraft>;

/**
 * 'stop': the treatment must not be given now. 'care': the treatment needs precautions. 'ask': the patient's answer was
 * "unsure".
 */
export const Contraindication = z.object({
  question: z.enum(HistoryQuestions),
  level: z.enum(['stop', 'care', 'ask']),
  treatments: z.array(z.enum(TreatmentKinds)),
  details: z.string(),
});
export type Contraindication = z.infer<typeof Contraindication>;

// ── Expectations ────────────────────────────────────────────────────────────────────────────────────────────────────
export const ThinkingTimes = ['under_1h', '1_to_3h', 'over_3h'] as const;
export const ExpectationAnswers = z.object({
  /** True: the person thinks a lot about a part of their face, and would like to think about it less. */
  is_preoccupied: z.boolean(),
  /** True: the person's thoughts about their face cause much distress. */
  is_distressed: z.boolean(),
  /** True: the thoughts keep the person from seeing others, working or going out. */
  is_hindered: z.boolean(),
  time_a_day: z.enum(ThinkingTimes),
});
export type ExpectationAnswers = z.infer<typeof ExpectationAnswers>;
/**
 * 'clear': the answers show no distress that a doctor must discuss with the patient. 'talk_first': a doctor must talk
 * with the patient before any payment. 'talked': a doctor has talked with the patient.
 */
export const ExpectationOutcome = z.enum(['clear', 'talk_first', 'talked']);

// ── Urgent signs ────────────────────────────────────────────────────────────────────────────────────────────────────
/** Signs that need help at once if they appear after an injection. */
export const UrgentSigns = ['vision', 'blanching', 'severe_pain', 'breathing', 'weakness', 'fever'] as const;
/**
 * The signs in a report. `infection` and `distress` come only from the answers to an outcome check. An `infection` may
 * have healed before the patient answers the check. `distress` means thoughts of suicide.
 */
export const ReportedSigns = [...UrgentSigns, 'infection', 'distress'] as const;
export type ReportedSign = (typeof ReportedSigns)[number];
/** A member of the team must answer an urgent report within this many minutes. */
export const URGENT_ANSWER_MINUTES = 15;
/** The whole team is alerted again if a report is still open this many minutes after it was taken or escalated. */
export const URGENT_REPEAT_MINUTES = 60;
/**
 * A phone number in any format, with at least six digits. A frightened person should not have to worry about the
 * format.
 */
export const TypedPhone = z
  .string()
  .trim()
  .max(30)
  .regex(/^\+?[\d ()./-]+$/)
  .refine((typed) => typed.replace(/\D/g, '').length >= 6);
export const UrgentReport = z.object({
  id: Id,
  signs: z.array(z.enum(ReportedSigns)),
  note: z.string(),
  reported_at: Instant,
  owner_name: z.string().nullable(),
  acknowledged_at: Instant.nullable(),
  escalated_at: Instant.nullable(),
  settled_at: Instant.nullable(),
  /**
   * The number that a doctor will call. It is the number in the report, or else the number of the account. Null if
   * neither exists.
   */
  phone: z.string().nullable(),
});
/** The patient's report. `is_team_there` is true if a member of the team is at work now. */
export const SentUrgentReport = UrgentReport.extend({ is_team_there: z.boolean() });
export const StaffUrgentReport = UrgentReport.extend({
  patient_name: z.string(),
  patient_phone: z.string().nullable(),
  case_id: Id.nullable(),
  settlement: z.string().nullable(),
});
export type StaffUrgentReport = z.infer<typeof StaffUrgentReport>;

// ── Messages ────────────────────────────────────────────────────────────────────────────────────────────────────────
export const MESSAGE_MAX = 4000;
export const CaseMessage = z.object({
  id: Id,
  author_name: z.string().nullable(),
  is_staff: z.boolean(),
  is_mine: z.boolean(),
  body: z.string(),
  sent_at: Instant,
  read_at: Instant.nullable(),
});
/** If `is_closed` is true, no doctor may read new messages, because the patient withdrew the consent. */
export const CaseThread = z.object({ messages: z.array(CaseMessage), may_write: z.boolean(), is_closed: z.boolean() });
export type CaseThread = z.infer<typeof CaseThread>;

// ── Outcome ─────────────────────────────────────────────────────────────────────────────────────────────────────────
export const OutcomeKinds = ['two_weeks', 'three_months'] as const;
export const OutcomeEvents = ['bruising', 'swelling', 'asymmetry', 'lumps', 'headache', 'infection', 'other'] as const;
export const OutcomeCheck = z.object({
  kind: z.enum(OutcomeKinds),
  /** How closely the result matches the simulation, from 1 (not at all) to 5 (entirely). */
  match: z.number().int().min(1).max(5),
  satisfaction: z.number().int().min(1).max(5),
  events: z.array(z.enum(OutcomeEvents)),
  note: z.string().trim().max(2000).refine(isStorable).default(''),
});
/**
 * The answers of the patient to an outcome check. An unanswered scale is null. The browser sends incomplete answers
 * only if one of them is alarming. `confirmed`: the signs that the browser found in `note` and that the patient
 * confirmed. Null: the browser did not ask the patient.
 */
export const OutcomeAnswer = OutcomeCheck.extend({
  match: OutcomeCheck.shape.match.nullable(),
  satisfaction: OutcomeCheck.shape.satisfaction.nullable(),
  confirmed: z.array(z.enum(UrgentSigns)).nullable().default(null),
});
export const Outcomes = z.object({
  treated_on: z.iso.date().nullable(),
  checks: z.array(OutcomeCheck.extend({ answered_at: Instant })),
  /** Checks that the patient can answer now or later, each with the first day on which it can be answered. */
  due: z.array(z.object({ kind: z.enum(OutcomeKinds), due_on: z.iso.date() })),
  /** The planned doses compared with the recorded doses. Empty until a doctor records a visit. */
  done: z.array(DoseCompared),
});
export type Outcomes = z.infer<typeof Outcomes>;
/** `urgent` is the report that the team got because of the answers. Null if no answer is alarming. */
export const AnsweredCheck = Outcomes.extend({ urgent: SentUrgentReport.nullable() });
export type AnsweredCheck = z.infer<typeof AnsweredCheck>;

const CaseOnly = z.object({ case_id: Id });

export const CaseBackground = z.object({
  history: SavedHistory.nullable(),
  /** Sorted by severity, most serious first. */
  contraindications: z.array(Contraindication),
  expectation: ExpectationOutcome.nullable(),
  expectation_answers: ExpectationAnswers.nullable(),
  urgent_reports: z.array(StaffUrgentReport),
  outcomes: Outcomes,
  earlier_treatments: z.array(EarlierTreatment),
  /** The doses of earlier treatments with a known day, newest first. */
  received_doses: z.array(ReceivedDose),
  /** Earlier treatments, imported from another system of the clinic. No doctor of Flaira signed them. */
  imported_treatments: z.array(ImportedTreatment),
  imported_photos: z.array(ImportedPhoto),
  /** The value of `after` with which `listImportedPhotos` returns further photos. Null: there are no others. */
  imported_photos_next: z.string().nullable(),
  unread_messages: z.number().int(),
});
export type CaseBackground = z.infer<typeof CaseBackground>;

export const care = {
  getMyMedicalHistory: rpc(
    'get_my_medical_history',
    'patient',
    'care',
    'Return the caller’s newest health answers',
  ).output(SavedHistory.nullable()),
  saveMedicalHistory: rpc(
    'save_medical_history',
    'patient',
    'care',
    'Save the caller’s health answers. Earlier answers are kept',
  )
    .input(z.object({ history: MedicalHistory }))
    .output(SavedHistory),
  getHistoryDraft: rpc(
    'get_history_draft',
    'patient',
    'care',
    'Return the caller’s health answers that were not sent yet',
  ).output(HistoryDraft),
  saveHistoryDraft: rpc(
    'save_history_draft',
    'patient',
    'care',
    'Save some health answers until all are complete. Earlier answers stay in force',
  )
    .input(HistoryDraft.partial({ medicines: true }))
    .output(HistoryDraft),
  getMyExpectations: rpc(
    'get_my_expectations',
    'patient',
    'care',
    'Return whether the caller has answered the expectation questions',
  ).output(z.object({ outcome: ExpectationOutcome.nullable() })),
  answerExpectations: rpc('answer_expectations', 'patient', 'care', 'Answer the expectation questions')
    .input(ExpectationAnswers)
    .output(z.object({ outcome: ExpectationOutcome })),

  reportUrgentSigns: rpc('report_urgent_signs', 'patient', 'care', 'Alert the team to urgent signs')
    .input(
      z.object({
        signs: z.array(z.enum(UrgentSigns)).min(1),
        note: z.string().trim().max(2000).refine(isStorable).default(''),
        idempotency_key: Id,
      }),
    )
    .output(SentUrgentReport),
  setUrgentPhone: rpc('set_urgent_phone', 'patient', 'care', 'Set the number that a doctor calls about a report')
    .errors({ ALREADY_SETTLED: careRefusals.ALREADY_SETTLED })
    .input(z.object({ report_id: Id, phone: TypedPhone }))
    .output(SentUrgentReport),
  listMyUrgentReports: rpc(
    'list_my_urgent_reports',
    'patient',
    'care',
    'List the caller’s urgent reports, newest first',
  ).output(z.array(UrgentReport)),
  listUrgentReports: rpc(
    'list_urgent_reports',
    'team',
    'care',
    'List the urgent reports that need an answer, oldest first',
  ).output(z.array(StaffUrgentReport)),
  acknowledgeUrgentReport: rpc('acknowledge_urgent_report', 'team', 'care', 'Take responsibility for an urgent report')
    .errors({ ALREADY_SETTLED: careRefusals.ALREADY_SETTLED })
    .input(z.object({ report_id: Id }))
    .output(StaffUrgentReport),
  settleUrgentReport: rpc('settle_urgent_report', 'team', 'care', 'Close an urgent report with a note of what was done')
    .errors({ ALREADY_SETTLED: careRefusals.ALREADY_SETTLED })
    .input(z.object({ report_id: Id, settlement: text(2000) }))
    .output(StaffUrgentReport),

  listCaseMessages: rpc(
    'list_case_messages',
    'eitherSide',
    'care',
    'List the messages of a case. This marks them as read, unless the call is only a preview',
  )
    .input(CaseOnly.extend({ peek: z.boolean().default(false) }))
    .output(CaseThread),
  postCaseMessage: rpc('post_case_message', 'eitherSide', 'care', 'Send a message about a case')
    .errors({
      MESSAGES_NOT_INCLUDED: careRefusals.MESSAGES_NOT_INCLUDED,
      MESSAGES_CLOSED: careRefusals.MESSAGES_CLOSED,
    })
    .input(CaseOnly.extend({ body: text(MESSAGE_MAX).refine(isStorable), idempotency_key: Id }))
    .output(CaseMessage),

  setTreatmentDate: rpc('set_treatment_date', 'patient', 'care', 'Set the date of the patient’s treatment')
    .errors({ CASE_NOT_SIGNED })
    .input(CaseOnly.extend({ treated_on: z.iso.date(), time_zone: TimeZone }))
    .output(Outcomes),
  getMyOutcomes: rpc('get_my_outcomes', 'patient', 'care', 'Return the treatment date and the outcome checks of a case')
    .input(CaseOnly)
    .output(Outcomes),
  answerOutcomeCheck: rpc('answer_outcome_check', 'patient', 'care', 'Answer an outcome check')
    .errors({ CHECK_NOT_DUE: careRefusals.CHECK_NOT_DUE })
    .input(CaseOnly.extend({ ...OutcomeAnswer.shape, time_zone: TimeZone }))
    .output(AnsweredCheck),

  getCaseBackground: rpc(
    'get_case_background',
    'verifiedDoctor',
    'care',
    'Return what a doctor must know besides photos and answers. The access is logged',
  )
    .input(CaseOnly)
    .output(CaseBackground),
  listImportedPhotos: rpc(
    'list_imported_photos',
    'verifiedDoctor',
    'care',
    'List the patient’s photos from the clinic’s former system, newest first. The access is logged',
  )
    .input(CaseOnly.extend({ after: AfterPhoto }))
    .output(ImportedPhotos),
  recordExpectationTalk: rpc(
    'record_expectation_talk',
    'verifiedDoctor',
    'care',
    'Record that the doctor has talked with the patient about expectations',
  )
    .input(CaseOnly.extend({ note: text(2000) }))
    .output(CaseBackground),
};
