import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { aScoredPatient } from '../../../test/a-case.ts';
import { aWorld, type World } from '../../../test/world.ts';
import type { SaveProduct } from '#contract/progress.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { getDashboardSummary } from './get-dashboard-summary.ts';
import { deleteProduct, listProducts, saveProduct as saveOnce } from './products.ts';

const ZONE = 'Europe/Paris';
const summaryOf = (world: World, { userId }: SignedIn) => getDashboardSummary(world, userId, ZONE, 'en');

const someProduct = {
  name_en: 'Calm cream',
  name_fr: 'Crème apaisante',
  description_en: 'For reactive skin.',
  description_fr: 'Pour les peaux réactives.',
  price_cents: 3200,
  currency: 'EUR' as const,
  for_treatments: ['botox' as const],
  for_scores: ['inflammation' as const],
  is_active: true,
  position: 1,
  version: 0,
};

const saveProduct = (world: World, admin: string, product: Omit<SaveProduct, 'idempotency_key'>) =>
  saveOnce(world, admin, { ...product, idempotency_key: randomUUID() });

test('products are recommended by plan and score, and administrators cannot overwrite newer changes of a product', async () => {
  const world = await aWorld();
  const { userId: admin } = await world.admin();
  const patient = await aScoredPatient(world, 50);
  const cream = await saveProduct(world, admin, someProduct);
  await saveProduct(world, admin, {
    ...someProduct,
    name_en: 'For another plan',
    for_treatments: ['peeling'],
    for_scores: [],
  });
  await saveProduct(world, admin, { ...someProduct, name_en: 'Hidden', is_active: false });
  expect((await summaryOf(world, patient)).recommended_products).toMatchObject([
    { name: 'Calm cream', price_cents: 3200, currency: 'EUR', reason: { by: 'plan', treatment: 'botox' } },
  ]);
  const changed = await saveProduct(world, admin, {
    ...someProduct,
    id: cream.id,
    version: cream.version,
    price_cents: 3000,
  });
  expect(changed).toMatchObject({ version: 2, price_cents: 3000 });
  await expect(
    saveProduct(world, admin, { ...someProduct, id: cream.id, version: cream.version }),
  ).rejects.toMatchObject({ code: 'PRODUCT_CHANGED', data: { version: 2 } });
  expect(await deleteProduct(world, admin, cream.id)).toEqual({ deleted: true });
  expect(await listProducts(world, admin)).toHaveLength(2);
  expect((await summaryOf(world, patient)).recommended_products).toEqual([]);
});

test('trust 24: repeated or simultaneous calls with one key make one product; another key makes another', async () => {
  const world = await aWorld();
  const { userId: admin } = await world.admin();
  const click = { ...someProduct, idempotency_key: randomUUID() };
  const [one, two] = await Promise.all([saveOnce(world, admin, click), saveOnce(world, admin, click)]);
  expect(two).toEqual(one);
  expect(await saveOnce(world, admin, click)).toEqual(one);
  expect(await listProducts(world, admin)).toEqual([one]);

  const other = await saveProduct(world, admin, someProduct);
  expect(other.id).not.toBe(one.id);
  expect(await listProducts(world, admin)).toHaveLength(2);

  const change = { ...click, id: one.id, version: one.version, price_cents: 3000, idempotency_key: randomUUID() };
  const changed = await saveOnce(world, admin, change);
  expect(await saveOnce(world, admin, change)).toEqual(changed);
});
