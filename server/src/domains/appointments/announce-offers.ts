import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import { type Database, type Tx, withSystem } from '#server/platform/db/db.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import type { OutboxEvents } from '#server/platform/outbox/outbox.ts';
import { findForUpdate } from './appointments.queries.ts';
import { putIntoInbox } from './history.ts';
import { handleAll } from './inbox.ts';

/** An unpaid offer enters the inbox this number of milliseconds before it ends. */
const REMINDS_MS = 12 * 3_600_000;
/**
 * The team is notified this number of milliseconds after a failed payment. Most people whose card is refused try
 * another card at once.
 */
const QUIET_MS = 15 * 60_000;

/**
 * Stores the time at which a payment of an open offer last failed. If the offer has been paid in the meantime, nothing
 * is stored.
 */
export const noteFailedPayment = (ctx: Context, { reference }: OutboxEvents['payments.failed']): Promise<unknown> =>
  withSystem(ctx.system, (tx) =>
    tx
      .updateTable('appointment_offers')
      .set({ payment_failed_at: ctx.clock.now() })
      .where('id', '=', reference.id)
      .where('state', '=', 'open')
      .execute(),
  );

type OpenOffers = (tx: Tx, now: Date) => ReturnType<typeof openOffers>;

/**
 * Puts each offer that ends soon into the team's inbox, once per offer. The team can then write to the patient or call
 * the patient.
 */
export const announceEnding = (ctx: Context): Promise<void> =>
  announce(ctx, endingOffers, (tx, { appointment_id, expires_at }) =>
    putIntoInbox(ctx, tx, appointment_id, 'offer_expiring', { due_at: expires_at }),
  );

/**
 * Puts an offer whose payment failed into the inbox. The entry is due at the end of the offer. An offer has at most one
 * open entry, even if its payment fails several times.
 */
export const announceFailed = (ctx: Context): Promise<void> =>
  announce(ctx, failedOffers, async (tx, { appointment_id, expires_at }) => {
    // The entry about the failed payment replaces the entry about the end of the offer. Both have the same deadline.
    await handleAll(ctx, tx, appointment_id, ['offer_expiring']);
    await putIntoInbox(ctx, tx, appointment_id, 'payment_failed', { due_at: expires_at });
  });

async function announce(ctx: Context, offers: OpenOffers, put: (tx: Tx, offer: OpenOffer) => Promise<void>) {
  const due = await withSystem(ctx.system, (tx) => offers(tx, ctx.clock.now()).limit(500).execute());
  await oneByOne(ctx.log, due, ({ id, appointment_id }) =>
    withSystem(ctx.system, async (tx) => {
      await findForUpdate(tx, appointment_id);
      // The offer is checked again under the lock, because it may have been paid, replaced or announced in the
      // meantime.
      const offer = await offers(tx, ctx.clock.now()).where('o.id', '=', id).executeTakeFirst();
      if (offer) await put(tx, offer);
    }),
  );
}

/**
 * Selects the open offers that the team made. Offers for appointments that patients booked without the team are left
 * out, because those offers end too soon for the team to help.
 */
const openOffers = (tx: Tx, now: Date) =>
  tx
    .selectFrom('appointment_offers as o')
    .select(['o.id', 'o.appointment_id', 'o.expires_at'])
    .where('o.state', '=', 'open')
    .where('o.expires_at', '>', now)
    .where('o.is_direct', '=', false)
    .orderBy('o.expires_at');
type OpenOffer = Awaited<ReturnType<ReturnType<typeof openOffers>['executeTakeFirstOrThrow']>>;

/**
 * Selects offers that end soon and were not announced yet. Offers with an open entry about a failed payment are left
 * out.
 */
const endingOffers: OpenOffers = (tx, now) =>
  openOffers(tx, now)
    .where('o.expires_at', '<=', new Date(now.getTime() + REMINDS_MS))
    .where((is) => is.not(is.exists(entry(is, 'offer_expiring', sql`i.created_at >= o.created_at`))))
    .where((is) => is.not(is.exists(entry(is, 'payment_failed', sql`i.handled_at is null`))));

const failedOffers: OpenOffers = (tx, now) =>
  openOffers(tx, now)
    .where('o.payment_failed_at', '<=', new Date(now.getTime() - QUIET_MS))
    .where((is) =>
      is.not(is.exists(entry(is, 'payment_failed', sql`(i.handled_at is null or i.created_at > o.payment_failed_at)`))),
    );

type Entries = ExpressionBuilder<Database & { o: Database['appointment_offers'] }, 'o'>;
const entry = (is: Entries, kind: 'offer_expiring' | 'payment_failed', which: RawBuilder<SqlBool>) =>
  is
    .selectFrom('appointment_inbox as i')
    .select('i.id')
    .whereRef('i.appointment_id', '=', 'o.appointment_id')
    .where('i.kind', '=', kind)
    .where(which);
