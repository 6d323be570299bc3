import { type SqlBool, sql } from 'kysely';
import { AppointmentLimits } from '#contract/appointments.ts';
import type { Context } from '#server/platform/context.ts';
import { withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { lockAppointmentsOf, noteEntries } from './inbox-history.ts';

const DAY_MS = 86_400_000;

/**
 * Returns the condition for snoozed entries. A snooze ends at its time, but no later than a day before the entry's
 * deadline. The last day must not be missed: after the deadline of a dispute, the bank decides without our evidence.
 */
export const sleeps = (now: Date) =>
  sql<SqlBool>`(i.snoozed_until is not null and i.snoozed_until > ${now}
    and (i.due_at is null or i.due_at > ${new Date(now.getTime() + DAY_MS)}))`;

export interface Snooze {
  readonly inbox_ids: readonly string[];
  /** The end of the snooze. Null ends the snooze at once. */
  readonly until: string | null;
}

/**
 * Snoozes entries, or ends their snooze. Handled entries do not change. Entries whose deadline is less than a day away
 * cannot be snoozed.
 */
export const snooze = (ctx: Context, { userId }: SignedIn, { inbox_ids, until }: Snooze) =>
  withStaff(ctx.db, userId, async (tx) => {
    const now = ctx.clock.now();
    const wakes = until === null ? null : new Date(until);
    const latest = now.getTime() + AppointmentLimits.snooze_days * DAY_MS;
    if (wakes && (wakes <= now || wakes.getTime() > latest)) throw new Refusal('SNOOZE_OUT_OF_RANGE');
    await lockAppointmentsOf(tx, inbox_ids);
    const found = tx
      .selectFrom('appointment_inbox')
      .select(['id', 'appointment_id', 'difference_id', 'payment_id', 'kind'])
      .where('id', 'in', [...inbox_ids])
      .where('handled_at', 'is', null)
      .where(sql<SqlBool>`snoozed_until is distinct from ${wakes}`);
    const sleepy = wakes
      ? found.where((eb) => eb.or([eb('due_at', 'is', null), eb('due_at', '>', new Date(now.getTime() + DAY_MS))]))
      : found;
    // The entries are locked in the same order as in `handle`, so that two administrators do not deadlock.
    const entries = await sleepy.orderBy('id').forUpdate().execute();
    const done = new Set(entries.map(({ id }) => id));
    if (done.size > 0)
      await tx
        .updateTable('appointment_inbox')
        .set({ snoozed_until: wakes })
        .where('id', 'in', [...done])
        .execute();
    if (done.size > 0) await ctx.realtime.publish(tx, { role: 'admin' }, { kind: 'inbox.changed' });
    const step = wakes ? 'inbox_snoozed' : 'inbox_woken';
    await noteEntries(ctx, tx, userId, entries, step, wakes ? { until: wakes.toISOString() } : {});
    const asked = [...new Set(inbox_ids)];
    return { changed: asked.filter((id) => done.has(id)), kept: asked.filter((id) => !done.has(id)) };
  });
