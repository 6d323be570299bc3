import './appointments.table.ts';

declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** An offer can no longer be paid, so its payment pages must close. */
    'appointments.offerClosed': { offer_id: string };
    /** A patient's account and these appointments were erased, so their open payment pages must close. */
    'appointments.patientErased': { numbers: string[]; page_ids: string[] };
    /** The desk of a clinic moved a visit. The desk wrote the reason freely, so the payload is emptied. */
    'appointments.visitMoved': { time_id: string; to: string; by: string; tell_patient: boolean; reason: string };
    /** The desk of a clinic said that a visit took place. */
    'appointments.visitDone': { time_id: string; by: string };
    /** An appointment was set to done, or from done to another status. The handler reads its current state. */
    'appointments.doneChanged': { appointment_id: string };
    /** A refund was ordered. The payment provider is asked once for each refund id. */
    'appointments.refundOrdered': { refund_id: string };
  }
}
