import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import { isWithUnable, listAble, needsUnable } from './able.ts';
import { findForUpdate } from './appointments.queries.ts';
import { putIntoInbox } from './history.ts';
import { closePages } from './payment-pages.ts';

/**
 * Puts each future appointment into the inbox whose practitioner may no longer work: the account was suspended, or the
 * registration is no longer verified. The team then finds another practitioner or cancels the appointment. The open
 * payment page of an offer is closed if its chosen time is with such a practitioner. The entry names the practitioner.
 * It is handled when this practitioner may work again, or when the appointment has another practitioner.
 */
export async function announceUnable(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const { without, settled, regained, payable } = await withSystem(ctx.system, async (tx) => {
    const able = await listAble(tx);
    return {
      without: await unableAppointments(tx, able, now).limit(500).execute(),
      settled: await settledEntries(tx, able).limit(500).execute(),
      regained: await regainedEntries(tx, able, now).limit(500).execute(),
      payable: await payableOffers(tx, able, now).limit(500).execute(),
    };
  });
  const steps = [
    ...without.map(({ id }) => ({ id, run: announce })),
    ...settled.map(({ id }) => ({ id, run: settle })),
    ...regained.map(({ id }) => ({ id, run: takeOver })),
    ...payable.map(({ id }) => ({ id, run: closeUnable })),
  ];
  await oneByOne(ctx.log, steps, ({ id, run }) => withSystem(ctx.system, (tx) => run(ctx, tx, id)));
}

/** Adds the entry of one appointment. The appointment is checked again under the lock. */
async function announce(ctx: Context, tx: Tx, id: string): Promise<void> {
  await findForUpdate(tx, id);
  const now = ctx.clock.now();
  const still = await unableAppointments(tx, await listAble(tx), now)
    .where('a.id', '=', id)
    .executeTakeFirst();
  if (!still) return;
  const { starts_at: due_at, practitioner_id } = still;
  await putIntoInbox(ctx, tx, id, 'practitioner_unable', { due_at, practitioner_id });
}

/** Handles one entry. The entry is checked again under the lock of its appointment. */
async function settle(ctx: Context, tx: Tx, id: string): Promise<void> {
  const entry = await tx
    .selectFrom('appointment_inbox')
    .select('appointment_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!entry?.appointment_id) return;
  await findForUpdate(tx, entry.appointment_id);
  const still = await settledEntries(tx, await listAble(tx))
    .where('i.id', '=', id)
    .executeTakeFirst();
  if (!still) return;
  await tx.updateTable('appointment_inbox').set({ handled_at: ctx.clock.now() }).where('id', '=', id).execute();
  await ctx.realtime.publish(tx, { role: 'admin' }, { kind: 'inbox.changed' });
}

/**
 * Records that the service, and no longer a person, handled this entry. Without this change, the entry would hide a
 * later loss of the right to work. The entry keeps the time at which it was handled, and so its place in the list. The
 * timeline of the appointment still names the person.
 */
async function takeOver(ctx: Context, tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('appointment_inbox')
    .set({ handled_by: null })
    .where('id', '=', id)
    .where('handled_by', 'is not', null)
    .execute();
  await ctx.realtime.publish(tx, { role: 'admin' }, { kind: 'inbox.changed' });
}

async function closeUnable(ctx: Context, tx: Tx, id: string): Promise<void> {
  if (await isWithUnable(tx, { id }, await listAble(tx))) await closePages(ctx, tx, id);
}

/**
 * Selects appointments with a future time of a practitioner who may not work now, this practitioner, and the start of
 * the practitioner's first such time. Practitioners with an open entry about the appointment are left out. If the team
 * has handled an entry about this practitioner, another entry is added only after a later suspension, after a later
 * change of the time, or if the practitioner could work in the meantime (see `takeOver`).
 */
const unableAppointments = (tx: Tx, able: readonly string[], now: Date) =>
  tx
    .selectFrom('appointments as a')
    .innerJoin('appointment_offers as o', 'o.appointment_id', 'a.id')
    .innerJoin('appointment_offer_times as t', 't.offer_id', 'o.id')
    .innerJoin('booked_times as b', 'b.id', 't.time_id')
    .innerJoin('users as u', 'u.id', 'b.practitioner_id')
    .select(['a.id', 'b.practitioner_id', sql<Date>`min(lower(b.during))`.as('starts_at')])
    .where('a.status', 'in', ['awaiting_payment', 'confirmed'])
    .where('o.state', 'in', ['open', 'paid', 'agreed'])
    .where('b.state', 'in', ['held', 'booked'])
    .where(sql<boolean>`lower(b.during) > ${now} and b.practitioner_id <> all(${[...able]}::uuid[])`)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('appointment_inbox as i')
            .select('i.id')
            .whereRef('i.appointment_id', '=', 'a.id')
            .where('i.kind', '=', 'practitioner_unable')
            .where(
              sql<boolean>`i.practitioner_id = b.practitioner_id and (i.handled_at is null or (i.handled_by is not null
                and i.created_at >= greatest(b.updated_at, coalesce(u.suspended_at, b.updated_at))))`,
            ),
        ),
      ),
    )
    .groupBy(['a.id', 'b.practitioner_id'])
    .orderBy('starts_at');

/** Selects open entries whose practitioner may work again, or no longer has a time of the appointment. */
const settledEntries = (tx: Tx, able: readonly string[]) =>
  tx
    .selectFrom('appointment_inbox as i')
    .select('i.id')
    .where('i.kind', '=', 'practitioner_unable')
    .where('i.handled_at', 'is', null)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('appointment_offers as o')
            .select('o.id')
            .whereRef('o.appointment_id', '=', 'i.appointment_id')
            .where('o.state', 'in', ['open', 'paid', 'agreed'])
            .where(sql<boolean>`exists (select from appointment_offer_times t join booked_times b on b.id = t.time_id
              where t.offer_id = o.id and b.state in ('held', 'booked') and b.practitioner_id = i.practitioner_id
                and b.practitioner_id <> all(${[...able]}::uuid[]))`),
        ),
      ),
    );

/**
 * Selects entries that a person handled and whose practitioner may work again. The appointment still has the same
 * future time.
 */
const regainedEntries = (tx: Tx, able: readonly string[], now: Date) =>
  tx
    .selectFrom('appointment_inbox as i')
    .innerJoin('appointment_offers as o', 'o.appointment_id', 'i.appointment_id')
    .select('i.id')
    .distinct()
    .where('i.kind', '=', 'practitioner_unable')
    .where('i.handled_by', 'is not', null)
    .where('o.state', 'in', ['open', 'paid', 'agreed'])
    .where(
      sql<boolean>`exists (select from appointment_offer_times t join booked_times b on b.id = t.time_id
        where t.offer_id = o.id and b.state in ('held', 'booked') and lower(b.during) > ${now}
          and b.updated_at <= i.created_at and b.practitioner_id = i.practitioner_id
          and b.practitioner_id = any(${[...able]}::uuid[]))`,
    );

/** Selects offers with an open payment page and a time of a practitioner who may not work now. */
const payableOffers = (tx: Tx, able: readonly string[], now: Date) =>
  tx
    .selectFrom('appointment_pages as p')
    .innerJoin('appointment_offers as o', 'o.id', 'p.offer_id')
    .select('o.id')
    .distinct()
    .where('p.closed_at', 'is', null)
    .where('p.expires_at', '>', now)
    .where('o.state', '=', 'open')
    .where(needsUnable(able));
