import { expect, test } from 'vitest';
import { priceCents } from '#contract/billing.ts';
import { withUser } from '#server/platform/db/db.ts';
import { aBuyer } from '../../../test/a-buyer.ts';

test.each(['checkouts', 'subscriptions', 'invoices'] as const)(
  'only the owner of rows of %s can see them',
  async (table) => {
    const { world, patient, join } = await aBuyer();
    await join();
    const other = await world.patient();
    const count = (userId: string) => withUser(world.db, userId, (tx) => tx.selectFrom(table).select('id').execute());
    expect(await count(patient.userId)).toHaveLength(1);
    expect(await count(other.userId)).toEqual([]);
    const write = withUser(world.db, patient.userId, (tx) => tx.deleteFrom(table).execute());
    await expect(write).rejects.toMatchObject({ code: '42501' });
  },
);

test('each item that is sold has one price', () => {
  const skus = [
    'essential_monthly',
    'essential_annual',
    'plus_monthly',
    'plus_annual',
    'elite_monthly',
    'elite_annual',
  ] as const;
  expect(skus.map(priceCents)).toEqual([14_300, 145_900, 18_900, 192_800, 29_000, 295_800]);
});
