import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { failsOnce } from './support/faults.ts';
import { enter } from './support/sessions.ts';

/** An administrator closes a month: compares with the provider, looks at accounts and entries, and takes the year along for the accountant. */
test('an administrator compares the books with the provider, finds an entry, and takes the year along', async ({
  page,
}) => {
  await failsOnce(page, 'rpc/admin_get_ledger');
  await enter(page, 'admin', '/admin/ledger');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('cell', { name: '467 Owed to practitioners' })).toBeVisible();
  await page.getByRole('button', { name: 'Compare now' }).click();
  await expect(page.getByText(/^(Ledger and provider agree|\d+ differences? found)\.$/)).toBeVisible();
  await expect(page.getByRole('cell', { name: '627 Provider fees' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('radio', { name: 'Journal' }).check();
  await page.getByLabel('Account', { exact: true }).selectOption('467 Owed to practitioners');
  await page.getByLabel('Kind', { exact: true }).selectOption('Sale');
  const entry = page.getByRole('row').filter({ hasText: 'Owed to practitioners' }).first();
  await expect(entry).toContainText('VAT collected');
  await expect(page).toHaveURL(/show=journal&account=467&kind=sale/);
  await page.getByLabel('Search document or payment id').fill('nothing like that');
  await expect(page.getByText('No matching entries')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('radio', { name: 'VAT' }).check();
  await expect(page.getByRole('row', { name: /^Peeling 20%/ })).toBeVisible();

  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(csv.suggestedFilename()).toMatch(/^ledger-\d{4}\.csv$/);
  const [fec] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export FEC' }).click(),
  ]);
  expect(fec.suggestedFilename()).toMatch(/^\d{9}FEC\d{4}1231\.txt$/);

  await page.goto('/admin/ledger?year=2019');
  await expect(page.getByText('No entries in this year')).toBeVisible();
  await page.getByRole('button', { name: 'Export FEC' }).click();
  await expect(page.getByText('This year has no entries.')).toBeVisible();
});
