import { expect, test } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { payTestPage } from '#server/platform/payments/test-checkout/pay-page.ts';
import { anOrder } from '../../../test/a-buyer.ts';
import { aWorld } from '../../../test/world.ts';
import { closeCheckout } from './payment-hold.ts';
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

test('trust 14: a hold closes the open page, at the provider too', async () => {
  const { world, patient, url, states } = await aCheckout();
  await closeCheckout(world, patient.userId);
  expect(await states()).toEqual(['expired']);
  expect(await world.pay(url)).toBe(false);
});

test('trust 14: a page that was paid a moment before the hold stays, and its payment counts', async () => {
  const { world, patient, pageId, states } = await aCheckout();
  await payTestPage(world, pageId, 'accepted');
  await closeCheckout(world, patient.userId);
  expect(await states()).toEqual(['open']);
  await world.outbox.drain();
  expect(await states()).toEqual(['paid']);
});

test('trust 14: a checkout whose page the provider never opened is closed as well', async () => {
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
