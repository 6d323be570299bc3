import { expect, test } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { aBuyer, anOrder } from '../../../test/a-buyer.ts';
import { getCheckout } from './get-checkout.ts';
import { startCheckout } from './start-checkout.ts';

test('trust 23: the sku defines the price, and an amount from the browser is ignored', async () => {
  const { open, pages } = await aBuyer();
  await open('plus_annual');
  expect((await pages())[0]?.data).toMatchObject({ amount_cents: 192_800, currency: 'eur' });
});

test('fifty simultaneous clicks make one payment page', async () => {
  const { open, pages } = await aBuyer();
  const answers = await Promise.all(Array.from({ length: 50 }, () => open()));
  expect(new Set(answers.map(({ url }) => url)).size).toBe(1);
  expect(await pages()).toHaveLength(1);
});

test('choosing another plan closes the payment page of the first plan', async () => {
  const { world, open, membership } = await aBuyer();
  const first = await open('plus_monthly');
  const second = await open('elite_monthly');
  expect(second.url).not.toBe(first.url);
  expect(await world.pay(first.url)).toBe(false);
  expect(await world.pay(second.url)).toBe(true);
  expect((await membership()).subscription?.plan).toBe('elite');
});

test('a person who has just paid goes to the thank-you page and not to another payment page', async () => {
  const { world, open } = await aBuyer();
  const { url } = await open('plus_monthly');
  const { payTestPage } = await import('#server/platform/payments/test-checkout/pay-page.ts');
  await payTestPage(world, url.split('/').at(-1) ?? '', 'accepted');
  expect((await open('elite_monthly')).url).toMatch(/\/thank-you\?checkout=/);
});

test('a person whose payment page has expired goes to a new page, even if the webhook event about it is late', async () => {
  const { world, open } = await aBuyer();
  const { url } = await open('plus_monthly');
  world.clock.advance(24 * 3_600_000);
  const { openTestPage } = await import('#server/platform/payments/test-checkout/pay-page.ts');
  expect(await openTestPage(world, url.split('/').at(-1) ?? '')).toMatchObject({ status: 'expired' });
  const next = await open('plus_monthly');
  expect(next.url).not.toMatch(/thank-you/);
  expect(next.url).not.toBe(url);
  expect(await world.pay(next.url)).toBe(true);
});

test('a visitor goes to sign-up and returns to the chosen plan, and staff cannot buy a plan', async () => {
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

test('the state of a checkout is shown correctly, and only to its owner', async () => {
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

test('a checkout whose payment page ended without a payment is shown as not started', async () => {
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

test('the same payment page is returned until five minutes before the end of its 23 hours', async () => {
  const { world, open } = await aBuyer();
  const opened = world.clock.now().getTime();
  const { url } = await open();
  const { expires_at } = await withSystem(world.system, (tx) =>
    tx.selectFrom('checkouts').select('expires_at').executeTakeFirstOrThrow(),
  );
  const end = opened + 23 * 3_600_000;
  expect(expires_at.getTime()).toBe(end);
  world.clock.set(new Date(end - 5 * 60_000));
  expect((await open()).url).toBe(url);
  world.clock.set(new Date(end - 5 * 60_000 + 1));
  expect((await open()).url).not.toBe(url);
});

test('the payment page is in the requested language, otherwise in that of the account', async () => {
  const { world, patient, pages } = await aBuyer();
  const french = { ...patient, language: 'fr' } as const;
  await startCheckout(world, french, anOrder());
  expect((await pages())[0]?.data).toMatchObject({ language: 'fr', cancel_url: 'http://flaira.test/fr/pricing' });
  const visitor = { ...world.visitor(), language: 'fr' } as const;
  expect((await startCheckout(world, visitor, anOrder())).url).toMatch(/^http:\/\/flaira.test\/fr\/login/);
  const { url } = await startCheckout(world, visitor, { ...anOrder(), language: 'en' });
  expect(url).toMatch(/^http:\/\/flaira.test\/login/);
});

test('a member cannot buy a second plan', async () => {
  const { open, join, pages } = await aBuyer();
  await join();
  const before = (await pages()).length;
  expect((await open('plus_monthly')).url).toBe('http://flaira.test/account/membership?change=plus_monthly');
  expect(await pages()).toHaveLength(before);
});

test('a payment page made after another plan was chosen is closed, and only the newest page can be paid', async () => {
  const { world, patient, planOf } = await aBuyer();
  const payments = Object.create(world.payments) as typeof world.payments;
  const made: string[] = [];
  payments.openSubscriptionPage = async (wanted) => {
    payments.openSubscriptionPage = (next) => world.payments.openSubscriptionPage(next);
    const page = await world.payments.openSubscriptionPage(wanted);
    const between = await startCheckout(world, patient, anOrder('elite_monthly'));
    made.push(page.url, between.url);
    return page;
  };
  const { url } = await startCheckout({ ...world, payments }, patient, anOrder('plus_monthly'));
  for (const closed of made) {
    expect(url).not.toBe(closed);
    expect(await world.pay(closed)).toBe(false);
  }
  expect(await world.pay(url)).toBe(true);
  expect(await planOf()).toBe('plus');
});
