import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import './events.ts';

/** Closes the open payment pages of an offer after the commit, because the offer can no longer be paid. */
export async function closePages(ctx: Context, tx: Tx, offerId: string | undefined): Promise<void> {
  if (offerId) await ctx.outbox.emit(tx, 'appointments.offerClosed', { offer_id: offerId });
}

/**
 * Closes the pages that are open at the payment provider. If a page was paid in the meantime, the webhook event about
 * the payment calls `takePayment`, which accepts or refunds the payment, or asks the team.
 */
export async function closeOpenPages(ctx: Context, offerId: string): Promise<void> {
  const open = await withSystem(ctx.system, (tx) =>
    tx
      .selectFrom('appointment_pages')
      .select('page_id')
      .where('offer_id', '=', offerId)
      .where('closed_at', 'is', null)
      .execute(),
  );
  for (const { page_id } of open) {
    await ctx.payments.expirePage(page_id);
    await withSystem(ctx.system, (tx) =>
      tx.updateTable('appointment_pages').set({ closed_at: ctx.clock.now() }).where('page_id', '=', page_id).execute(),
    );
  }
}

/** Closes every open payment page of a patient, because a doctor wants to talk with the patient before a payment. */
export async function closePagesOf(ctx: Context, patientId: string): Promise<void> {
  const offers = await withSystem(ctx.system, (tx) =>
    tx
      .selectFrom('appointment_pages')
      .innerJoin('appointment_offers', 'appointment_offers.id', 'appointment_pages.offer_id')
      .innerJoin('appointments', 'appointments.id', 'appointment_offers.appointment_id')
      .select('appointment_pages.offer_id')
      .distinct()
      .where('appointments.patient_id', '=', patientId)
      .where('appointment_pages.closed_at', 'is', null)
      .execute(),
  );
  for (const { offer_id } of offers) await closeOpenPages(ctx, offer_id);
}
