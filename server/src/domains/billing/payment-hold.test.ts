import { expect, test } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { openTestPage, payTestPage } from '#server/platform/payments/test-checkout/pay-page.ts';
import { anOrder } from '../../../test/a-buyer.ts';
import { aWorld } from '../../../test/world.ts';
import { closeCheckout, setPaymentHold } from './payment-hold.ts';
import { startCheckout } from './start-checkout.ts';

/** Makes a patient with an open payment page. */
async function aCheckout() {
  const world = await aWorld();
  const patient = await world.patient();
  const { url } = await startCheckout(world, patient, anOrder('plus_monthly'));
  const states = async () => {
    const rows = await withSystem(world.system, (tx) => tx.selectFrom('checkouts').select('status').execute());
    return rows.map(({ status }) => status);
  };
  return { world, patient, url, states, pageId: url.split('/').at(-1) ?? '' };
}

test('trust 14: a hold on payments closes the open payment page, also at the payment provider', async () => {
  const { world, patient, url, states } = await aCheckout();
  await closeCheckout(world, patient.userId);
  expect(await states()).toEqual(['expired']);
  expect(await world.pay(url)).toBe(false);
});

test('trust 14: a checkout that was paid a moment before a hold on payments stays open, and becomes paid', async () => {
  const { world, patient, pageId, states } = await aCheckout();
  await payTestPage(world, pageId, 'accepted');
  await closeCheckout(world, patient.userId);
  expect(await states()).toEqual(['open']);
  await world.outbox.drain();
  expect(await states()).toEqual(['paid']);
});

test('trust 14: a hold closes a checkout whose page has expired, even if the webhook event about it is late', async () => {
  const { world, patient, pageId, states } = await aCheckout();
  world.clock.advance(24 * 3_600_000);
  await openTestPage(world, pageId);
  await closeCheckout(world, patient.userId);
  expect(await states()).toEqual(['expired']);
});

test('trust 14: a hold closes a checkout for which the payment provider never opened a page', async () => {
  const { world, patient, states } = await aCheckout();
  await withSystem(world.system, (tx) => tx.updateTable('checkouts').set({ page_id: null, page_url: null }).execute());
  await closeCheckout(world, patient.userId);
  expect(await states()).toEqual(['expired']);
});

test('a hold on a person without a payment page closes nothing', async () => {
  const { world, states } = await aCheckout();
  await closeCheckout(world, (await world.patient()).userId);
  expect(await states()).toEqual(['open']);
});

test.each(['during', 'before'])(
  'trust 14: a hold closes a payment page that is being opened, even if its event is handled %s the opening call',
  async (when) => {
    const world = await aWorld();
    const patient = await world.patient();
    const made: string[] = [];
    const payments = Object.create(world.payments) as typeof world.payments;
    payments.openSubscriptionPage = async (wanted) => {
      const page = await world.payments.openSubscriptionPage(wanted);
      made.push(page.url);
      await withSystem(world.system, async (tx) => {
        const hold = { user_id: patient.userId, since: world.clock.now() };
        if (when === 'during') await setPaymentHold(world, tx, patient.userId, true);
        else await tx.insertInto('payment_holds').values(hold).execute();
      });
      await world.outbox.drain();
      return page;
    };
    const { url } = await startCheckout({ ...world, payments }, patient, anOrder('plus_monthly'));
    expect(url).toBe('http://flaira.test/dashboard');
    expect(made).toHaveLength(1);
    for (const page of made) expect(await world.pay(page)).toBe(false);
    await world.outbox.drain();
    const rows = await withSystem(world.system, (tx) => tx.selectFrom('checkouts').select('status').execute());
    expect(rows).toEqual([{ status: 'expired' }]);
  },
);
