import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { failsOnce } from './support/faults.ts';
import { enter } from './support/sessions.ts';

/**
 * An administrator closes a month. They compare the ledger with the provider, look at accounts and entries, and
 * download the entries of a year for the accountant.
 */
test('an administrator compares the books with the payment provider, finds an entry, and downloads a year', async ({
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
  await page.getByRole('dialog', { name: 'Close 2019?' }).getByRole('button', { name: 'Close and export' }).click();
  await expect(page.getByText('This year has no entries.')).toBeVisible();
});

/**
 * An administrator pays a practitioner from the bank, records the payment, notices a mistake and reverses the record.
 */
test('an administrator sees how much a practitioner is owed, records a payment and undoes it', async ({ page }) => {
  await failsOnce(page, 'rpc/admin_list_shares');
  await enter(page, 'admin', '/admin/ledger');
  await page.getByRole('radio', { name: 'Practitioners' }).check();
  await page.getByRole('button', { name: 'Try again' }).click();
  const owed = page.getByRole('table', { name: 'What practitioners are owed' });
  await expectAccessible(page);
  await owed.getByRole('button').first().click();
  await expect(page).toHaveURL(/show=shares&provider=.+&currency=eur&month=\d{4}-\d{2}/);
  await expect(page.getByRole('table', { name: 'Appointments' })).toBeVisible();
  await expectAccessible(page);
  const open = page.getByText(/^Open now: /);
  const before = await open.innerText();

  await page.getByRole('button', { name: 'Mark as paid' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Record / }).click();
  await expect(dialog.getByText('Enter the reference.')).toBeVisible();
  await dialog.getByLabel(/^Amount/).fill('9999999');
  await expect(dialog.getByText(/^Enter an amount up to /)).toBeVisible();
  await dialog.getByLabel(/^Amount/).fill('12,50');
  await dialog.getByLabel('Reference of the transfer').fill('SEPA 0042');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Record €12.50' }).click();
  const paid = page.getByRole('row').filter({ hasText: 'SEPA 0042' });
  await expect(paid).toContainText('€12.50');
  await expect(open).not.toHaveText(before);

  await paid.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo payment' }).click();
  await expect(paid.filter({ hasText: 'Takes back a payment' })).toContainText('-€12.50');
  await expect(paid.filter({ hasText: 'Undone' })).toBeVisible();
  await expect(open).toHaveText(before);

  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).last().click(),
  ]);
  expect(csv.suggestedFilename()).toMatch(/^shares-\d{4}-\d{2}-eur\.csv$/);
  const over = new URL(page.url());
  over.searchParams.set('month', '2024-01');
  await page.goto(over.href);
  await expect(page.getByText('No appointments in this month')).toBeVisible();
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Statement (PDF)' }).click(),
  ]);
  expect(pdf.suggestedFilename()).toMatch(/^P-\d{4}-\d{4}\.pdf$/);
  await page.getByRole('button', { name: 'All practitioners' }).click();
  await expect(owed).toBeVisible();
});
