import type { Context } from '#server/platform/context.ts';
import { withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { noteAlone } from './inbox-history.ts';
import { assignAll } from './team-notes.ts';

export interface InboxAssignment {
  readonly inbox_ids: readonly string[];
  readonly coordinator_id: string | null;
}

/**
 * Assigns entries to a coordinator, or removes their coordinator. If an entry belongs to an appointment, the whole
 * appointment is assigned. If it belongs to no appointment, only the entry is assigned.
 *
 * @throws Refusal NOT_FOUND if the coordinator is not an administrator
 */
export const assignInbox = (ctx: Context, { userId }: SignedIn, { inbox_ids, coordinator_id }: InboxAssignment) =>
  withStaff(ctx.db, userId, async (tx) => {
    const entries = await tx
      .selectFrom('appointment_inbox')
      .select(['id', 'appointment_id'])
      .where('id', 'in', [...inbox_ids])
      .execute();
    const appointments = await assignAll(
      ctx,
      tx,
      userId,
      entries.flatMap(({ appointment_id }) => (appointment_id ? [appointment_id] : [])),
      coordinator_id,
    );
    const alone = await tx
      .updateTable('appointment_inbox')
      .set({ coordinator_id })
      .where('id', 'in', [...inbox_ids])
      .where('appointment_id', 'is', null)
      .where('coordinator_id', 'is distinct from', coordinator_id)
      .returning(['id', 'difference_id', 'payment_id'])
      .execute();
    if (alone.length > 0) await ctx.realtime.publish(tx, { role: 'admin' }, { kind: 'inbox.changed' });
    for (const entry of alone) await noteAlone(ctx, tx, userId, entry, { step: 'assigned', to: coordinator_id });
    const done = new Set([
      ...alone.map(({ id }) => id),
      ...entries.flatMap(({ id, appointment_id }) => (appointments.includes(appointment_id ?? '') ? [id] : [])),
    ]);
    const asked = [...new Set(inbox_ids)];
    return { changed: asked.filter((id) => done.has(id)), kept: asked.filter((id) => !done.has(id)) };
  });
