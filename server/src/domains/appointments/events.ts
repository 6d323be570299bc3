import './appointments.table.ts';
import type { OpenRefund } from './erased-refunds.ts';

declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** An offer can no longer be paid, so its payment pages must be closed. */
    'appointments.offerClosed': { offer_id: string };
    /**
     * A patient's account and appointments were erased. The payment pages in `page_ids` must be closed. The team must
     * tell the clinics that the appointments in `numbers` will not take place.
     */
    'appointments.patientErased': { numbers: string[]; page_ids: string[] };
    /**
     * A patient was erased before this refund was finished. Each refund has its own event. If one refund fails, only
     * its event is repeated, and no other refund is sent twice.
     */
    'appointments.refundLeft': OpenRefund;
    /** The desk of a clinic moved a visit. The reason is free text, so the payload is deleted after delivery. */
    'appointments.visitMoved': { time_id: string; to: string; by: string; tell_patient: boolean; reason: string };
    /** The desk of a clinic set a visit to done. */
    'appointments.visitDone': { time_id: string; by: string };
    /**
     * An appointment changed to or from done, or the visit of an appointment that was already done was set to done. The
     * handler reads the current state.
     */
    'appointments.doneChanged': { appointment_id: string };
    /**
     * An accepted quote has lapsed or was replaced, or the patient has to accept it again. The name of the patient in the
     * appointment may have been kept only for this quote.
     */
    'appointments.acceptanceCleared': { patient_id: string };
    /** A refund was ordered. The order is sent to the payment provider once for each refund id. */
    'appointments.refundOrdered': { refund_id: string };
  }
}
