import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { asAdmin } from './support/admin.ts';
import { failsOnce } from './support/faults.ts';

test('an administrator reads the steps of requests and their revenue, and downloads the figures', async ({
  browser,
}) => {
  const page = await asAdmin(browser, '/admin/ledger');
  await failsOnce(page, 'rpc/admin_get_figures');
  await page.getByRole('link', { name: 'Figures' }).click();
  await page.getByRole('button', { name: 'Try again' }).click();
  const steps = page.getByRole('table', { name: 'From request to treatment' });
  await expect(steps.getByRole('row')).toHaveCount(6);
  await expect(steps.getByRole('row', { name: /^Requested \d+/ })).toBeVisible();
  const money = page.getByRole('table', { name: 'Money' });
  await expect(money.getByRole('row').nth(1)).toContainText(/€|Fewer than 5 patients \(EUR\)/);
  await page.getByRole('radio', { name: 'Provider' }).check();
  await expect(page).toHaveURL(/by=provider/);
  await expect(money.getByRole('columnheader', { name: 'Provider' })).toBeVisible();
  await expectAccessible(page);
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const text = await readFile(await (await waiting).path(), 'utf8');
  expect(text).toMatch(/^\uFEFFgroup,name,currency,figure,value\r\nsteps,,,asked,\d+\r\n/);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/fr/admin/figures?period=last');
  await expect(page.getByText('Ni demande ni paiement')).toBeVisible();
  await page.getByLabel('Période').selectOption('30');
  await expect(page.getByRole('heading', { name: 'De la demande au soin' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectAccessible(page);
});
