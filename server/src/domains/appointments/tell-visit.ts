import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { BookedTime } from '#server/domains/bookings/index.ts';

/** Makes the open pages of the practitioner, of the clinic's desk and of administrators reload. */
export async function tellVisit(
  ctx: Context,
  tx: Tx,
  { practitioner_id, clinic_id }: Pick<BookedTime, 'practitioner_id' | 'clinic_id'>,
  appointmentId: string,
): Promise<void> {
  const event = { kind: 'appointment.changed', id: appointmentId } as const;
  await ctx.realtime.publish(tx, { userId: practitioner_id }, event);
  await ctx.realtime.publish(tx, { role: 'admin' }, event);
  const desk = await tx
    .selectFrom('clinic_members')
    .select('user_id')
    .where('clinic_id', '=', clinic_id)
    .where('role', '=', 'desk')
    .execute();
  for (const { user_id } of desk) await ctx.realtime.publish(tx, { userId: user_id }, event);
}
