import * as z from 'zod';
import { appointmentRefusals } from '../appointments.ts';
import { Id, text, isStorable } from '../base.ts';
import { adminAppointmentRefusals, Cents, OneAppointment, admin, pageOf } from './terms.ts';
import { AdminPayment } from './row.ts';

export const PaymentRow = AdminPayment.extend({
  appointment_id: Id,
  number: z.string(),
  patient_full_name: z.string(),
  patient_email: z.string(),
  provider_name: z.string().nullable(),
});

export const paymentProcedures = {
  adminRefundAppointment: admin('admin_refund_appointment', 'Refund a payment, in full or in part')
    .errors({
      REFUND_TOO_HIGH: adminAppointmentRefusals.REFUND_TOO_HIGH,
      PAYMENT_DISPUTED: adminAppointmentRefusals.PAYMENT_DISPUTED,
      NOT_IN_THIS_STATE: appointmentRefusals.NOT_IN_THIS_STATE,
    })
    .input(
      OneAppointment.extend({
        payment_id: z.string().max(200),
        /** The amount of the refund. The default is everything that is not refunded yet. */
        amount_cents: Cents.min(1).nullish(),
        reason: text(500).refine(isStorable),
        idempotency_key: Id,
      }),
    )
    .output(AdminPayment),
  adminListAppointmentPayments: admin('admin_list_appointment_payments', 'List payments of offers, newest first')
    .input(
      z
        .object({
          status: AdminPayment.shape.status.nullish(),
          payment_ids: z.array(z.string().min(1).max(255)).max(500).nullish(),
          ...pageOf(500),
        })
        .optional(),
    )
    .output(z.object({ rows: z.array(PaymentRow), next: z.string().nullable() })),
};
