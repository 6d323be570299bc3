import * as z from 'zod';
import { AppointmentStatus } from '../appointment-status.ts';
import { Id, Instant, Plan } from '../base.ts';
import { Cycle, PaymentDispute } from '../billing.ts';
import { TimelineKinds } from './row.ts';
import { admin } from './terms.ts';

const DisputeRow = PaymentDispute.extend({
  payment_id: z.string(),
  reason: z.string(),
  opened_at: Instant,
  closed_at: Instant.nullable(),
  withdrawn_at: Instant.nullable(),
  reinstated_at: Instant.nullable(),
  payer_name: z.string().nullable(),
  payer_email: z.string().nullable(),
  /**
   * The paid appointment. Null if the payment was for a subscription, or if the patient of the appointment was erased.
   */
  appointment_id: Id.nullable(),
  number: z.string().nullable(),
  is_plan: z.boolean(),
});
export type DisputeRow = z.infer<typeof DisputeRow>;

/**
 * The evidence that the team sends to the bank. The quote names the treatment. Apart from the quote, the evidence
 * contains nothing about health. It contains the times of messages, but neither their texts nor the reasons for
 * changes.
 */
const DisputeEvidence = z.object({
  dispute: DisputeRow,
  payment: z.object({
    amount_cents: z.number().int(),
    currency: z.string(),
    refunded_cents: z.number().int(),
    paid_at: Instant,
  }),
  refunds: z.array(
    z.object({
      amount_cents: z.number().int(),
      ordered_at: Instant,
      failed_at: Instant.nullable(),
      failure: z.string().nullable(),
    }),
  ),
  quote: z
    .object({
      number: z.string(),
      version: z.number().int(),
      versions: z.number().int(),
      treatment: z.string(),
      provider_name: z.string(),
      scheduled_at: Instant,
      timezone: z.string(),
      amount_cents: z.number().int(),
      currency: z.string(),
      made_at: Instant,
      accepted_at: Instant.nullable(),
      accepted_by: z.string(),
      sha256: z.string().nullable(),
      /** True: the hash of the quote equals the hash of the text that the patient accepted. */
      is_intact: z.boolean(),
      /** The sentences under the price on the quote. */
      terms: z.array(z.string()),
    })
    .nullable(),
  plan: z
    .object({
      plan: Plan,
      cycle: Cycle,
      started_at: Instant,
      ended_at: Instant.nullable(),
      invoices: z.array(z.string()),
    })
    .nullable(),
  history: z.array(
    z.object({
      at: Instant,
      kind: z.enum(TimelineKinds),
      by: z.enum(['patient', 'team', 'service']),
      to_status: AppointmentStatus.nullable(),
    }),
  ),
  messages: z.array(z.object({ at: Instant, from_team: z.boolean() })),
  notices: z.array(z.object({ at: Instant, subject: z.string() })),
});
export type DisputeEvidence = z.infer<typeof DisputeEvidence>;

const OneDispute = z.object({ dispute_id: z.string().min(1).max(255) });

/** The highest number of disputes that the list shows. If there are more, the answer contains one more. */
export const DISPUTES_SHOWN = 500;

export const disputeProcedures = {
  adminListDisputes: admin('admin_list_disputes', 'List bank disputes: open ones by deadline, then the newest').output(
    z.array(DisputeRow),
  ),
  adminGetDispute: admin('admin_get_dispute', 'Return a dispute with its evidence. The access is logged')
    .input(OneDispute)
    .output(DisputeEvidence),
  adminExportDispute: admin(
    'admin_export_dispute',
    'Export the evidence as a ZIP file of documents. The export is logged',
  )
    .input(OneDispute)
    .output(z.file()),
};
