import { randomUUIDv7 } from 'node:crypto';
import type { AppointmentFilter } from '#contract/appointments-admin.ts';
import type { Context } from '#server/platform/context.ts';
import { withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';

/** Saved filters: one's own, and what others share. */
export const listViews = (ctx: Context, { userId }: SignedIn) =>
  withStaff(ctx.db, userId, async (tx) => {
    const rows = await tx
      .selectFrom('appointment_views')
      .selectAll()
      .where((eb) => eb.or([eb('owner_id', '=', userId), eb('is_shared', '=', true)]))
      .orderBy('name')
      .execute();
    return rows.map(({ owner_id, ...view }) => ({ ...view, is_mine: owner_id === userId }));
  });

export interface NewView {
  readonly name: string;
  readonly filter: AppointmentFilter;
  readonly is_shared: boolean;
}

/** Saves a filter. It replaces the owner's filter of the same name. */
export const saveView = (ctx: Context, { userId }: SignedIn, { name, filter, is_shared }: NewView) =>
  withStaff(ctx.db, userId, async (tx) => {
    const kept = { filter: JSON.stringify(filter), is_shared };
    const { owner_id: _owner, ...view } = await tx
      .insertInto('appointment_views')
      .values({ id: randomUUIDv7(), owner_id: userId, name, ...kept })
      .onConflict((conflict) => conflict.columns(['owner_id', 'name']).doUpdateSet(kept))
      .returningAll()
      .executeTakeFirstOrThrow();
    return { ...view, is_mine: true };
  });

/** Only one's own. */
export const deleteView = (ctx: Context, { userId }: SignedIn, id: string): Promise<boolean> =>
  withStaff(ctx.db, userId, async (tx) => {
    const result = await tx
      .deleteFrom('appointment_views')
      .where('id', '=', id)
      .where('owner_id', '=', userId)
      .executeTakeFirst();
    return result.numDeletedRows > 0n;
  });
