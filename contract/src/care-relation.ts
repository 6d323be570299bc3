import * as z from 'zod';
import { Id, Instant, text } from './base.ts';

/**
 * The rules of access to a case. The doctor in charge has access, and so has a doctor who opened the case with a
 * reason. If no doctor is in charge, every doctor has access.
 */

/** Reasons why a doctor opens a case of another doctor. The patient reads the reason in their own access log. */
export const OpeningReasons = [
  'covering',
  'emergency',
  'second_opinion',
  'patient_asked',
  'quality_review',
  'other',
] as const;
export const OpeningReason = z.enum(OpeningReasons);
export type OpeningReason = z.infer<typeof OpeningReason>;
export const OPENING_MINUTES = 60;
export const WHY_MIN = 10;
export const WHY_MAX = 500;
/** The doctor's reason in free text. */
export const Why = text(WHY_MAX, WHY_MIN);

export const Opening = z.object({
  id: Id,
  doctor_name: z.string().nullable(),
  is_mine: z.boolean(),
  reason: OpeningReason,
  note: z.string(),
  opened_at: Instant,
  expires_at: Instant,
});
export type Opening = z.infer<typeof Opening>;

/** A second person must agree to a request to reopen a case within this many hours. Afterwards the request lapses. */
export const REOPENING_HOURS = 24;
/**
 * A request to reopen a case that another doctor signed. It needs one administrator and one doctor: one of them makes
 * the request, and the other must agree.
 */
export const Reopening = z.object({
  id: Id,
  case_id: Id,
  number: z.string(),
  signed_by_name: z.string().nullable(),
  asked_by_name: z.string().nullable(),
  asked_as: z.enum(['practitioner', 'admin']),
  note: z.string(),
  asked_at: Instant,
  expires_at: Instant,
  /**
   * True: the reader's role permits the reader to answer the request. An administrator answers a doctor's request, and
   * a doctor answers an administrator's request.
   */
  may_answer: z.boolean(),
});
export type Reopening = z.infer<typeof Reopening>;

/** The reader's access to a case, and the relation that permits it. */
export const CaseAccess = z.object({
  relation: z.enum(['mine', 'unassigned', 'opened']),
  /**
   * The emergency accesses to this case that are valid now. A doctor gets emergency access to another doctor's case by
   * stating a reason. The doctor in charge sees all of these accesses. Other doctors see only their own.
   */
  openings: z.array(Opening),
  /** If true, this doctor signed the case, and may reopen it without the agreement of another doctor. */
  is_signer: z.boolean(),
  reopening: Reopening.nullable(),
});
export type CaseAccess = z.infer<typeof CaseAccess>;
