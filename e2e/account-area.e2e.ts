import { expect, test } from '@playwright/test';
import { anAccount, ownPassword as password, signedIn } from './support/accounts.ts';
import { expectAccessible } from './support/consultation.ts';
import { anAddress } from './support/sessions.ts';

test('two browsers: one is signed out from the other; a copy is downloaded; then nothing is left', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const email = await anAccount(page);
  const laptop = await signedIn(browser, email, '/account');
  const phone = await signedIn(browser, email, '/dashboard');

  // The quick link leads to the right tab, and the other browser stands there.
  await laptop.getByRole('link', { name: 'Manage access and devices' }).click();
  await expect(laptop.getByRole('heading', { name: 'Signed in now' })).toBeVisible();
  await expect(laptop.getByText('This device')).toBeVisible();
  await expectAccessible(laptop);
  await laptop.getByRole('button', { name: /^Sign out: / }).click();
  await expect(laptop.getByText('No other browser is signed in.')).toBeVisible();
  // It hears so by itself.
  await phone.waitForURL('**/login?return=*', { timeout: 60_000 });
  await phone.context().close();

  await laptop.getByRole('link', { name: 'Profiles' }).click();
  await laptop.getByRole('textbox', { name: 'Telephone' }).fill('06 12 34 56 78');
  await laptop.getByRole('button', { name: 'Save' }).click();
  await expect(laptop.getByText('Your details are saved.')).toBeVisible();
  await laptop.getByLabel('Choose a picture').setInputFiles('web/public/icon-512.png');
  await laptop.getByRole('dialog').getByRole('button', { name: 'Use this part' }).click();
  // The header shows it at once, the overview, too.
  await expect(laptop.getByRole('button', { name: /Account menu/ }).locator('img')).toHaveJSProperty('complete', true);
  const digest = laptop.getByRole('checkbox', { name: 'Community: E-mail' });
  await digest.uncheck();
  await laptop.reload();
  await expect(laptop.getByRole('textbox', { name: 'Telephone' })).toHaveValue('+33 612345678');
  await expect(laptop.getByRole('checkbox', { name: 'Community: E-mail' })).not.toBeChecked();
  await expectAccessible(laptop);

  await laptop.getByRole('link', { name: 'Privacy', exact: true }).first().click();
  await laptop.getByRole('button', { name: 'Make a copy' }).click();
  const link = laptop.getByRole('link', { name: 'Download' });
  await expect(link).toBeVisible({ timeout: 90_000 });
  await expectAccessible(laptop);
  const [copy] = await Promise.all([laptop.waitForEvent('download'), link.click()]);
  expect(copy.suggestedFilename()).toMatch(/^flaira-\d{4}-\d\d-\d\d\.zip$/);

  const tablet = await signedIn(browser, email, '/account/privacy');
  await laptop.getByRole('button', { name: 'Erase…' }).click();
  const dialog = laptop.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
  await dialog.getByRole('button', { name: 'Erase everything' }).click();
  await expect(dialog.getByText('Please tick this first.')).toBeVisible();
  await expectAccessible(laptop);
  await dialog.getByText('I understand that this cannot be undone.').click();
  await dialog.getByRole('button', { name: 'Erase everything' }).click();
  await laptop.waitForURL('**/home', { timeout: 60_000 });
  await tablet.waitForURL('**/login?return=*', { timeout: 60_000 });
  const answer = await tablet.request.post('/api/auth/sign-in/email', {
    data: { email, password },
    headers: { ...anAddress(), origin: test.info().project.use.baseURL ?? '' },
  });
  expect(answer.status()).toBe(401);
  await tablet.context().close();
  await laptop.context().close();
});
