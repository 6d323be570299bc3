import { listAdmins, mailPerson } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { OutboxEvents } from '#server/platform/outbox/outbox.ts';
import './events.ts';

/**
 * Closes the payment pages of an erased patient. Emails the appointment numbers of the erased appointments to the
 * administrators, who inform the clinics.
 */
export async function tellErased(
  ctx: Context,
  { numbers, page_ids }: OutboxEvents['appointments.patientErased'],
  eventId: number,
): Promise<void> {
  for (const id of page_ids) await ctx.payments.expirePage(id);
  if (numbers.length === 0) return;
  for (const admin of await listAdmins(ctx.db))
    await mailPerson(ctx, ctx.db, admin, 'appointments_erased', {
      values: { numbers: numbers.join(', ') },
      path: '/admin',
      key: `appointments_erased:${eventId}:${admin.id}`,
    });
}
