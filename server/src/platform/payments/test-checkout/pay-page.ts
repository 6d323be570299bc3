import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { type Tx, withSystem } from '../../db/db.ts';
import { bill, type Biller, pay } from './bill.ts';
import {
  type Card,
  findForUpdate,
  insertOnce,
  newId,
  seconds,
  type TestPage,
  type TestSubscription,
  update,
} from './objects.ts';
import { endOf } from './proration.ts';
import { fallDue, retry } from './renew.ts';
import { tellDeclined, tellPage, tellSubscription } from './tell.ts';

type Parts = Pick<Context, 'system' | 'outbox' | 'clock'>;

/** Returns the current state of the page for the payer. An open page that has expired is closed first. */
export const openTestPage = ({ system, outbox, clock }: Parts, id: string): Promise<TestPage | undefined> =>
  withSystem(system, (tx) => current({ tx, outbox, at: seconds(clock.now()) }, id));

async function current(biller: Biller, id: string): Promise<TestPage | undefined> {
  const page = await findForUpdate(biller.tx, 'page', id);
  if (page?.status === 'open' && page.expires_at <= biller.at) await closePage(biller, page);
  return page;
}

export async function closePage({ tx, outbox, at }: Biller, page: TestPage): Promise<void> {
  page.status = 'expired';
  await update(tx, page);
  if (page.mode !== 'card') await tellPage(outbox, tx, 'expired', page, {}, at);
}

/** Pays with a card. A page that is no longer open is returned unchanged, so that two clicks pay once. */
export function payTestPage(
  { system, outbox, clock }: Parts,
  id: string,
  card: Card,
): Promise<{ page: TestPage; isDeclined: boolean } | undefined> {
  return withSystem(system, async (tx) => {
    const biller = { tx, outbox, at: seconds(clock.now()) };
    const page = await current(biller, id);
    if (!page) return undefined;
    if (page.status !== 'open') return { page, isDeclined: false };
    if (card === 'declined') {
      if (page.reference) await tellDeclined(outbox, tx, page.reference, biller.at);
      return { page, isDeclined: true };
    }
    page.status = 'complete';
    await update(tx, page);
    if (page.mode === 'card') await replaceCard(biller, page.customer_id, card);
    else if (page.mode === 'subscription') await subscribe(biller, page, card);
    else await tellPage(outbox, tx, 'completed', page, { payment_id: await pay(tx, page, biller.at) }, biller.at);
    return { page, isDeclined: false };
  });
}

async function subscribe(biller: Biller, page: TestPage, card: Card): Promise<void> {
  const { tx, outbox, at } = biller;
  const { item, reference, customer_id } = page;
  if (!item || !reference) throw new Error(`page ${page.id} sells nothing`);
  const subscription: TestSubscription = {
    id: newId('sub'),
    customer_id,
    reference,
    status: 'active',
    item,
    started_at: at,
    period_start: at,
    period_end: endOf(at, item.interval),
    cancel_at_period_end: false,
    ended_at: null,
    card,
    credit_cents: 0,
    owed: null,
  };
  await insertOnce(tx, 'subscription', subscription);
  const { period_start, period_end } = subscription;
  const lines = [{ description: item.name, amount_cents: item.amount_cents }];
  await bill(biller, subscription, { reason: 'started', period_start, period_end, lines });
  await update(tx, subscription);
  await tellSubscription(outbox, tx, 'created', subscription, at);
  await tellPage(outbox, tx, 'completed', page, { subscription_id: subscription.id }, at);
}

async function replaceCard(biller: Biller, customerId: string, card: Card): Promise<void> {
  for (const subscription of await livingOf(biller.tx, customerId)) {
    subscription.card = card;
    await update(biller.tx, subscription);
    await retry(biller, subscription, true);
  }
}

/**
 * Takes the next scheduled step of the customer's subscriptions at once, such as the next charge to the stored card.
 * Works only on an open page for replacing the card. The page stays open.
 */
export function passTime({ system, outbox, clock }: Parts, id: string): Promise<TestPage | undefined> {
  return withSystem(system, async (tx) => {
    const biller = { tx, outbox, at: seconds(clock.now()) };
    const page = await current(biller, id);
    if (page?.status === 'open' && page.mode === 'card')
      for (const subscription of await livingOf(tx, page.customer_id)) await fallDue(biller, subscription);
    return page;
  });
}

async function livingOf(tx: Tx, customerId: string): Promise<TestSubscription[]> {
  const { rows } = await sql<{ id: string }>`
    select id from test_checkout_objects where kind = 'subscription' and data ->> 'customer_id' = ${customerId}`.execute(
    tx,
  );
  const living: TestSubscription[] = [];
  for (const { id } of rows) {
    const subscription = await findForUpdate(tx, 'subscription', id);
    if (subscription && subscription.status !== 'canceled') living.push(subscription);
  }
  return living;
}
