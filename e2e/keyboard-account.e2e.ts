import { expect, type Page, test } from '@playwright/test';
import { totpCode } from '../server/test/totp.ts';
import { anAccount, ownPassword, signedIn } from './support/accounts.ts';
import { comesBack, pressOn, settled, tabTo, writeIn } from './support/keys.ts';
import { deviceIn } from './support/passkeys.ts';
import { anAddress } from './support/sessions.ts';

test.describe.configure({ timeout: 120_000 });

/** Browser tests of the second factor and the passkeys of an account, set up with the keyboard alone. */
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();

async function atLogin(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.setExtraHTTPHeaders(anAddress());
  await page.goto('/login');
  await settled(page);
}

test('trust 27: a second factor is turned on, kept and used by keyboard', async ({ page, browser }) => {
  const email = await anAccount(page);
  const her = await signedIn(browser, email, '/account/security');
  const dialog = her.getByRole('dialog');
  await pressOn(her, button(her, 'Turn on'));
  await writeIn(her, dialog.getByLabel('Password', { exact: true }), ownPassword);
  await her.keyboard.press('Enter');
  // Screen readers start at the title of the new step. This step also shows the key as text.
  await expect(dialog.getByRole('heading', { name: 'Turn on two-step sign-in' })).toBeFocused();
  const secret = (await dialog.getByRole('group', { name: 'Key' }).innerText()).replace(/\s/g, '');
  const uri = `otpauth://totp/Flaira?secret=${secret}`;
  await tabTo(her, dialog.getByRole('button', { name: 'Copy the key' }));
  await writeIn(her, dialog.getByLabel('6-digit code'), totpCode(uri));
  await her.keyboard.press('Enter');
  await expect(dialog.getByRole('heading', { name: 'Save these recovery codes' })).toBeFocused();
  const codes = await dialog.getByRole('listitem').allInnerTexts();
  // The codes are shown only once, so Escape does not close the dialog.
  await her.keyboard.press('Escape');
  await pressOn(her, dialog.getByRole('button', { name: 'I have saved them' }));
  await expect(dialog).toBeHidden();

  for (const [kind, code] of [
    // The service accepts each code only once. The test has already used the current code, so it uses the code of the
    // next 30 seconds.
    ['6-digit code', () => totpCode(uri, Date.now() + 30_000)],
    ['Recovery code', () => codes[0] ?? ''],
  ] as const)
    await test.step(kind, async () => {
      await atLogin(her);
      await writeIn(her, her.getByRole('textbox', { name: 'Email' }), email);
      await writeIn(her, her.getByLabel('Password', { exact: true }), ownPassword);
      await her.keyboard.press('Enter');
      await expect(her.getByLabel('6-digit code')).toBeFocused();
      if (kind === 'Recovery code') await pressOn(her, button(her, 'Use a recovery code instead'));
      await expect(her.getByLabel(kind)).toBeFocused();
      await her.keyboard.type(code());
      await her.keyboard.press('Enter');
      await her.waitForURL('**/dashboard');
    });
  await her.context().close();
});

test('trust 27: a passkey is added, named, used and removed by keyboard', async ({ page, browser }) => {
  const her = await signedIn(browser, await anAccount(page), '/robots.txt');
  const device = await deviceIn(her);
  await her.goto('/account/security');
  const dialog = her.getByRole('dialog');
  await pressOn(her, button(her, 'Add a passkey'));
  await writeIn(her, dialog.getByLabel('Password', { exact: true }), ownPassword);
  await her.keyboard.press('Enter');
  await expect(her.getByText('Your passkey is ready.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(button(her, 'Add a passkey')).toBeFocused();

  await pressOn(her, her.getByRole('button', { name: /^Rename / }));
  await writeIn(her, her.getByRole('textbox', { name: 'Name' }), 'My telephone');
  await her.keyboard.press('Enter');
  await expect(her.getByText('My telephone', { exact: true })).toBeVisible();

  await device.touched(false);
  await atLogin(her);
  await tabTo(her, button(her, 'Sign in with a passkey'));
  await device.touched(true);
  await her.keyboard.press('Enter');
  await her.waitForURL('**/dashboard');

  await her.goto('/account/security');
  const remove = button(her, 'Remove My telephone');
  await pressOn(her, remove);
  await comesBack(her, dialog, remove);
  await her.keyboard.press('Enter');
  await pressOn(her, dialog.getByRole('button', { name: 'Remove' }));
  await expect(her.getByText('You have no passkeys yet.')).toBeVisible();
  await her.context().close();
});
