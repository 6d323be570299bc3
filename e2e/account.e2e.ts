import { type Browser, expect, type Page, test } from '@playwright/test';
import { DEMO_PASSWORD, staff } from '#tools/demo/people.ts';
import { totpCode } from '../server/test/totp.ts';
import { expectAccessible } from './support/accessible.ts';
import { openSignUp, signIn } from './support/accounts.ts';
import { opened, type Person } from './support/consultation.ts';
import { failsOnce, saysFault } from './support/faults.ts';
import { deviceIn } from './support/passkeys.ts';

/**
 * In these browser tests, a person makes an account and adds a second factor, and an administrator verifies a
 * practitioner.
 */
const aPerson = (): Person => ({ email: `ines-${crypto.randomUUID()}@example.com`, password: 'velvet orchid tuesday' });

/** Returns the first link to this path of our site, from the newest email that contains such a link. */
async function mailedLink(page: Page, email: string, path: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const response = await page.request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
      const letters = (await response.json()) as { text: string }[];
      link = letters.flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? []).find((found) => found.includes(path));
      return link;
    })
    .toBeTruthy();
  return link ?? '';
}

/** Opens a page in a new browser context, in which nobody is signed in. */
async function anotherBrowser(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  return context.newPage();
}

async function signUp(page: Page, { email, password }: Person): Promise<void> {
  await openSignUp(page);
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('input[name=confirm]').fill('something else');
  const submit = page.locator('form button[type=submit]');
  await submit.click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await page.locator('input[name=confirm]').fill(password);
  await submit.click();
  await expect(page.getByText('Check your email to confirm your account').first()).toBeVisible();
}

/**
 * Opens the link in the email, which leads to the login page with `lock=1`. With `lock=1` this page offers no sign-up.
 */
async function confirm(page: Page, { email }: Person): Promise<void> {
  await page.goto(await mailedLink(page, email, '/api/auth/confirm-address'));
  await page.waitForURL('**/login?mode=signin&lock=1');
  await opened(page, '/login?mode=signup&lock=1');
  await expect(page.getByText('Sign-up is disabled on this screen.')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveCount(0);
}

async function askForReset(page: Page, { email }: Person): Promise<string> {
  await opened(page, '/login');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.locator('input[name=email]').fill(email);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByText('Check your email for a password reset link.')).toBeVisible();
  return mailedLink(page, email, '/reset-password');
}

async function choosePassword(page: Page, link: string, password: string): Promise<void> {
  await opened(page, link);
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.locator('input[type=password]').first().fill(password);
  await page.locator('input[type=password]').last().fill(password);
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible();
}

test('a new account is confirmed, a wrong password is refused, and a reset of the password ends its sessions', async ({
  page,
  browser,
}) => {
  const person = aPerson();
  await signUp(page, person);
  await expectAccessible(page);
  await opened(page, '/login');
  await signIn(page, person);
  await expect(page.getByText('Please confirm your email first.')).toBeVisible();
  await confirm(page, person);
  await signIn(page, { ...person, password: 'not this one' });
  await expect(page.getByText('This email and password do not match.')).toBeVisible();
  await signIn(page, person);
  await page.waitForURL('**/dashboard');
  await opened(page, '/account/profile');
  const number = page.getByRole('textbox', { name: 'Phone (optional)' });
  await number.fill('06 12 34 56 78');

  const phone = await anotherBrowser(browser);
  const link = await askForReset(phone, person);
  const renewed = { ...person, password: 'copper lantern monday' };
  await choosePassword(phone, link, renewed.password);

  // The open page detects that the sign-in session has ended. What was typed there comes back after the next sign-in.
  await page.waitForURL('**/login?return=*', { timeout: 15_000 });
  await signIn(page, renewed);
  await page.waitForURL('**/account/profile');
  await expect(number).toHaveValue('06 12 34 56 78');
  await opened(phone, link);
  await expect(phone.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await phone.context().close();
});

/** Runs the check `look` with the style sheet for print. */
async function onPaper(page: Page, look: () => Promise<void>): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await look();
  await page.emulateMedia({ media: null });
}

async function enrol(page: Page, { email, password }: Person): Promise<{ uri: string; codes: string[] }> {
  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input').fill(password);
  // The secret key for the authenticator app is shown only once, so the dialog cannot be closed while the service makes
  // the key.
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/two-factor/enable', (route) => held.then(() => route.continue()), { times: 1 });
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled();
  answer();
  await expect(dialog.getByRole('img', { name: 'QR code that holds the key written below' })).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'Turn on two-step sign-in' })).toBeFocused();
  // The user may already have added the key to an app, so a click outside the dialog must not discard the key.
  await page.mouse.click(5, 5);
  await expectAccessible(page);
  const key = (await dialog.getByRole('group', { name: 'Key' }).innerText()).replace(/\s/g, '');
  const uri = `otpauth://totp/Flaira?secret=${key}`;
  await dialog.getByLabel('6-digit code').fill('000000');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByText('This code is not correct.')).toBeVisible();
  await dialog.getByLabel('6-digit code').fill(totpCode(uri));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByRole('heading', { name: 'Save these recovery codes' })).toBeFocused();
  const codes = await dialog.getByRole('listitem').allInnerTexts();
  await onPaper(page, async () => {
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('listitem')).toHaveText(codes);
    await expect(page.getByText(email).filter({ visible: true })).toHaveCount(1);
  });
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await expect(dialog).toBeHidden();
  return { uri, codes };
}

async function signInWithCode(page: Page, person: Person, code: string, isRecovery = false): Promise<void> {
  await opened(page, '/login');
  await signIn(page, person);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  if (isRecovery) await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByLabel(isRecovery ? 'Recovery code' : '6-digit code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('a second factor is turned on, a recovery code is used, and every browser is signed out', async ({
  page,
  browser,
}) => {
  const person = aPerson();
  await signUp(page, person);
  await confirm(page, person);
  await signIn(page, person);
  await page.waitForURL('**/dashboard');
  const { uri, codes } = await enrol(page, person);
  // This browser stays signed in, because turning on the second factor signs out only the other browsers.
  await page.waitForTimeout(2500);
  await expect(page).toHaveURL(/\/account\/security$/);

  const laptop = await anotherBrowser(browser);
  await laptop.route('**/rpc/who_am_i', (route) => route.fulfill({ status: 500 }));
  // The service accepts each code only once. The test has already used the current code, so it uses the code of the
  // next 30 seconds.
  await signInWithCode(laptop, person, totpCode(uri, Date.now() + 30_000));
  await expect(laptop.getByText('Something went wrong.')).toBeVisible();
  await expect(laptop.getByRole('button', { name: 'Continue' })).not.toHaveAttribute('aria-busy', 'true');
  await laptop.unroute('**/rpc/who_am_i');
  await laptop.reload();
  await laptop.waitForURL('**/dashboard');
  const phone = await anotherBrowser(browser);
  await signInWithCode(phone, person, codes[0] ?? '', true);
  await phone.waitForURL('**/dashboard');

  await phone.getByRole('button', { name: /Account menu/ }).click();
  await phone.getByRole('menuitem', { name: 'Sign Out' }).click();
  await phone.waitForURL('**/home');
  await laptop.waitForURL('**/login?return=*', { timeout: 15_000 });
  await signInWithCode(phone, person, codes[0] ?? '', true);
  await expect(phone.getByText('This recovery code is not correct, or it has already been used.')).toBeVisible();
  await laptop.context().close();
  await phone.context().close();
});

async function addPasskey(page: Page, { password }: Person): Promise<void> {
  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input').fill('not this one');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('This is not your current password.')).toBeVisible();
  await failsOnce(page, 'api/auth/passkey/generate-register-options*');
  await dialog.locator('input').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await saysFault(page);
  await expect(dialog.locator('input')).toHaveValue(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Your passkey is ready.')).toBeVisible();
  await expect(dialog).toBeHidden();
}

/** Opens a page on which no message covers the account menu, and signs out with this menu. */
async function signOut(page: Page): Promise<void> {
  await page.goto('/account/security');
  await page.getByRole('button', { name: /Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.waitForURL('**/home');
}

test('a passkey is added, named, used by button and from the email field, and removed', async ({ page }) => {
  test.setTimeout(120_000);
  const person = aPerson();
  const device = await deviceIn(page);
  await signUp(page, person);
  await confirm(page, person);
  await signIn(page, person);
  await page.waitForURL('**/dashboard');
  await addPasskey(page, person);
  await page.getByRole('button', { name: /^Rename / }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('My telephone');
  await failsOnce(page, 'api/auth/passkey/update-passkey');
  await page.getByRole('button', { name: 'Save' }).click();
  await saysFault(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('My telephone')).toBeVisible();
  await expectAccessible(page);

  await device.touched(false);
  await signOut(page);
  await opened(page, '/login?return=/account/security');
  const button = page.getByRole('button', { name: 'Sign in with a passkey' });
  await device.recognises(false);
  await device.touched(true);
  await button.click();
  await expect(page.getByText('No passkey was used.')).toBeVisible();
  await device.recognises(true);
  await button.click();
  await page.waitForURL('**/account/security');

  await signOut(page);
  // The browser offers the passkey under the email field, and the test device confirms the passkey. Our button is not
  // needed.
  await page.goto('/login');
  await page.waitForURL('**/dashboard');

  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Remove My telephone' }).click();
  await failsOnce(page, 'api/auth/passkey/delete-passkey');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await saysFault(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('You have no passkeys yet.')).toBeVisible();
  await device.touched(false);
  await signOut(page);
  await opened(page, '/login');
  await device.touched(true);
  await button.click();
  await expect(page.getByText('We no longer recognise this passkey.').first()).toBeVisible();
});

test('an administrator verifies a practitioner', async ({ page }) => {
  await opened(page, '/login');
  await signIn(page, { email: staff.admin.email, password: DEMO_PASSWORD });
  await page.waitForURL('**/admin**');
  await expect(page.getByRole('navigation', { name: 'Admin Panel' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(0);
  await page.goto('/admin/practitioners');

  const name = `${staff.newcomer.first_name} ${staff.newcomer.last_name}`;
  await page.getByRole('searchbox').fill('Lenoir');
  await page.getByRole('button', { name: `Verify: ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Verify ${name}` });
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await expect(dialog.getByText('Required without a register.').first()).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Document seen').fill('Professional card of 2024');
  await dialog.getByLabel('Seen by').fill('Camille Roy');
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText(`${name} is verified.`)).toBeVisible();
  await expect(page.getByText(/^Professional card of 2024, seen by Camille Roy on /)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Revoke: ${name}` }).click();
  await expect(page.getByRole('button', { name: `Verify: ${name}` })).toBeVisible();
});

test('an email that was typed before the scripts run stays when the form to reset the password appears', async ({
  page,
}) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/login?mode=reset', { waitUntil: 'commit' });
  await page.locator('input[name=email]').fill('early@example.org');
  held.resolve();
  await expect(page.getByRole('button', { name: 'Send Reset Link' })).toBeVisible();
  await expect(page.locator('input[name=email]')).toHaveValue('early@example.org');
});
