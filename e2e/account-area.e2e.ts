import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { anAccount, ownPassword as password, signedIn } from './support/accounts.ts';
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

/** Each place with what it says to somebody who has nothing there yet. */
const places = {
  '/account/membership': 'Free',
  '/account/security': 'You have no passkey yet.',
  '/account/devices': 'No other browser is signed in.',
  '/account/profile': 'Choose a picture',
  '/account/privacy': 'Nobody has looked yet.',
  '/notifications': 'Nothing new',
  '/friends': 'No friends here yet',
};

test('each place of the account waits, says what did not come, and has it after another try; with nothing there it says so', async ({
  page,
  browser,
}) => {
  test.setTimeout(150_000);
  const her = await signedIn(browser, await anAccount(page), '/account');
  const calls = /\/rpc\/(?!who_am_i)|\/api\/auth\/passkey\//;
  for (const [path, nothing] of Object.entries(places))
    await test.step(path, async () => {
      let answer: (() => void) | undefined;
      const asked = new Promise<void>((resolve) => (answer = resolve));
      await her.route(calls, async (route) => {
        await asked;
        await route.fulfill({ status: 500, json: {} });
      });
      await her.goto(path);
      const main = her.getByRole('main');
      await expect(main.locator('.skeleton').first()).toBeVisible();
      answer?.();
      const failures = main.getByRole('alert');
      await expect(failures.first()).toBeVisible();
      await expect(main.locator('.skeleton')).toHaveCount(0);
      await expectAccessible(her);
      await her.unrouteAll({ behavior: 'wait' });
      for (let left = await failures.count(); left > 0; left--) {
        await failures.first().getByRole('button', { name: 'Try again' }).click();
        await expect(failures).toHaveCount(left - 1);
      }
      await expect(main.getByText(nothing, { exact: true }).first()).toBeVisible();
    });
  await her.context().close();
});

/** What each dialog is opened by, what is typed there, and what sends it. */
const dialogs = [
  {
    row: 'Changing it signs you out',
    open: 'Change',
    fields: ['Current password', 'New password', 'Confirm password'],
  },
  { row: 'A code from your phone', open: 'Turn on', fields: ['Password'] },
  { row: 'Confirmed', open: 'Change', fields: ['New e-mail address', 'Password'] },
];

test('a dialog of the account that gets no answer says so, and keeps what was typed', async ({ page, browser }) => {
  const her = await signedIn(browser, await anAccount(page), '/account/security');
  await her.route('**/api/auth/**', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  const said = her.getByRole('region', { name: 'Messages' });
  for (const { row, open, fields } of dialogs)
    await test.step(row, async () => {
      await her.locator('.settings-row', { hasText: row }).getByRole('button', { name: open }).click();
      const dialog = her.getByRole('dialog');
      for (const field of fields)
        await dialog
          .getByRole('textbox', { name: field })
          .fill(field.includes('e-mail') ? 'nadia.verne@example.org' : password);
      await expectAccessible(her);
      await dialog.locator('button[type=submit]').click();
      await expect(said.getByText('Something went wrong.', { exact: false })).toBeVisible();
      await expect(dialog.getByRole('textbox').first()).not.toHaveValue('');
      await said.getByRole('button', { name: 'Close' }).click();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toBeHidden();
    });
  await her.context().close();
});
