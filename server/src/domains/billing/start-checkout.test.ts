import { expect, test } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { aBuyer, anOrder } from '../../../test/a-buyer.ts';
import { getCheckout } from './get-checkout.ts';
import { startCheckout } from './start-checkout.ts';

test('trust 23: the price is the one of the sku, whatever the browser says', async () => {
  const { open, pages } = await aBuyer();
  await open('plus_annual');
  expect((await pages())[0]?.data).toMatchObject({ amount_cents: 192_800, currency: 'eur' });
});

test('fifty clicks at once make one session', async () => {
  const { open, pages } = await aBuyer();
  const answers = await Promise.all(Array.from({ length: 50 }, () => open()));
  expect(new Set(answers.map(({ url }) => url)).size).toBe(1);
  expect(await pages()).toHaveLength(1);
});

test('another plan closes the page of the first', async () => {
  const { world, open, membership } = await aBuyer();
  const first = await open('plus_monthly');
  const second = await open('elite_monthly');
  expect(second.url).not.toBe(first.url);
  expect(await world.pay(first.url)).toBe(false);
  expect(await world.pay(second.url)).toBe(true);
  expect((await membership()).subscription?.plan).toBe('elite');
});

test('somebody who paid a moment ago is led to the truth and not to another page', async () => {
  const { world, open } = await aBuyer();
  const { url } = await open('plus_monthly');
  const { payTestPage } = await import('#server/platform/payments/test-checkout/pay-page.ts');
  await payTestPage(world, url.split('/').at(-1) ?? '', 'accepted');
  expect((await open('elite_monthly')).url).toMatch(/\/thank-you\?checkout=/);
});

test('a visitor goes to sign up and comes back to the same plan; staff buy nothing', async () => {
  const { world } = await aBuyer();
  const { url } = await startCheckout(
    world,
    world.visitor(),
    anOrder('elite_annual', { variant: 'B', region: 'Lyon' }),
  );
  expect(url).toBe(
    `http://flaira.test/login?mode=signup&return=${encodeURIComponent('/checkout?sku=elite_annual&variant=B&region=Lyon')}`,
  );
  await expect(startCheckout(world, await world.admin(), anOrder())).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('its state is told truly, to its owner only', async () => {
  const { world, patient, open } = await aBuyer();
  const { url } = await open();
  const id = (await withSystem(world.system, (tx) => tx.selectFrom('checkouts').select('id').executeTakeFirstOrThrow()))
    .id;
  const state = async () => (await getCheckout(world, patient.userId, id)).state;
  expect(await state()).toBe('pending');
  expect(await world.pay(url, 'declined')).toBe(false);
  expect(await state()).toBe('pending');
  await world.pay(url);
  expect(await state()).toBe('paid');
  const other = await world.patient();
  await expect(getCheckout(world, other.userId, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a page that ended without a payment was not started', async () => {
  const { world, patient, open } = await aBuyer();
  const { url } = await open();
  const { id } = await withSystem(world.system, (tx) =>
    tx.selectFrom('checkouts').select('id').executeTakeFirstOrThrow(),
  );
  world.clock.advance(24 * 3_600_000);
  await world.pay(url);
  expect(await getCheckout(world, patient.userId, id)).toMatchObject({ state: 'not_started' });
  expect((await open()).url).not.toBe(url);
});
