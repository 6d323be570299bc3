import type { ExpressionBuilder } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import { type Database, withSystem } from '#server/platform/db/db.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import { findForUpdate } from './appointments.queries.ts';
import { putIntoInbox, theService } from './history.ts';
import { mailAbout } from './mail-appointment.ts';
import { move } from './move.ts';
import { closePages } from './payment-pages.ts';

/** Ends expired offers. The appointment returns to the team, and the patient and the team are told. */
export async function lapseOffers(ctx: Context): Promise<void> {
  const due = await withSystem(ctx.system, (tx) =>
    tx
      .selectFrom('appointment_offers')
      .select(['id', 'appointment_id'])
      .where('state', '=', 'open')
      .where('expires_at', '<=', ctx.clock.now())
      .orderBy('expires_at')
      .limit(500)
      .execute(),
  );
  await oneByOne(ctx.log, due, (offer) => lapse(ctx, offer));
}

/** An unpaid offer is put into the inbox so long before it ends. */
const REMINDS_MS = 12 * 3_600_000;

/** Puts offers that end soon into the inbox, each once, so that the team can write to the patient or call. */
export async function announceEnding(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const ending = await withSystem(ctx.system, (tx) =>
    tx
      .selectFrom('appointment_offers as o')
      .select(['o.id', 'o.appointment_id'])
      .where('o.state', '=', 'open')
      .where('o.expires_at', '>', now)
      .where('o.expires_at', '<=', new Date(now.getTime() + REMINDS_MS))
      .where((is) => is.not(is.exists(announced(is))))
      .orderBy('o.expires_at')
      .limit(500)
      .execute(),
  );
  await oneByOne(ctx.log, ending, ({ id, appointment_id }) =>
    withSystem(ctx.system, async (tx) => {
      const found = await findForUpdate(tx, appointment_id);
      if (found?.offer?.id !== id || found.offer.state !== 'open') return;
      const entry = await tx
        .selectFrom('appointment_inbox')
        .select('id')
        .where('appointment_id', '=', appointment_id)
        .where('kind', '=', 'offer_expiring')
        .where('created_at', '>=', found.offer.created_at)
        .executeTakeFirst();
      if (!entry) await putIntoInbox(ctx, tx, appointment_id, 'offer_expiring', { due_at: found.offer.expires_at });
    }),
  );
}

/** An entry that is as young as the offer. */
const announced = (is: ExpressionBuilder<Database & { o: Database['appointment_offers'] }, 'o'>) =>
  is
    .selectFrom('appointment_inbox as i')
    .select('i.id')
    .whereRef('i.appointment_id', '=', 'o.appointment_id')
    .where('i.kind', '=', 'offer_expiring')
    .whereRef('i.created_at', '>=', 'o.created_at');

/** Checks again under the lock, because the offer may have been paid or replaced in between. */
const lapse = (ctx: Context, { id, appointment_id }: { id: string; appointment_id: string }): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const found = await findForUpdate(tx, appointment_id);
    if (found?.offer?.id !== id || found.offer.state !== 'open') return;
    await move(ctx, tx, found, { kind: 'lapse' }, theService, { kind: 'offer_expired' });
    await closePages(ctx, tx, id);
    await putIntoInbox(ctx, tx, appointment_id, 'offer_expired');
    await mailAbout(ctx, tx, appointment_id, {
      template: 'appointment_offer_expired',
      key: `appointment_offer_expired:${id}`,
      offer: found.offer,
    });
  });
