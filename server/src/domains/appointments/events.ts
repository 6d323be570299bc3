import './appointments.table.ts';

declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** An offer can no longer be paid, so its payment pages must close. */
    'appointments.offerClosed': { offer_id: string };
    /** A patient's account and these appointments were erased, so their open payment pages must close. */
    'appointments.patientErased': { numbers: string[]; page_ids: string[] };
    /** An appointment was set to done, or taken out of it. The handler looks at how it stands then. */
    'appointments.doneChanged': { appointment_id: string };
    /** A refund was ordered. The payment provider is asked once for each refund id. */
    'appointments.refundOrdered': { refund_id: string };
  }
}
