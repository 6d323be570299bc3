import './appointments.table.ts';

declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** An offer can no longer be paid: its payment pages have to close. */
    'appointments.offerClosed': { offer_id: string };
    /** A patient's account was erased, and these appointments with it; payment pages that are still open have to close. */
    'appointments.patientErased': { numbers: string[]; page_ids: string[] };
    /** Money has to go back; the payment provider is asked once for a refund's id. */
    'appointments.refundOrdered': { refund_id: string };
  }
}
