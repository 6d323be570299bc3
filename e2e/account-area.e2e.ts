import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { ConsentVersions } from '#contract/identity.ts';
import { Poses } from '#contract/intake.ts';
import { expectAccessible } from './support/accessible.ts';
import { anAccount, ownPassword as password, signedIn } from './support/accounts.ts';
import { failsOnce, saysFault } from './support/faults.ts';
import { photoOf } from './support/photos.ts';
import { anAddress } from './support/sessions.ts';

test('one browser is signed out from another, a copy is downloaded, and the account is erased', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const email = await anAccount(page);
  const laptop = await signedIn(browser, email, '/account');
  const phone = await signedIn(browser, email, '/dashboard');

  // This link on the overview opens the tab of devices, where a list shows the other browser.
  await laptop.getByRole('link', { name: 'Manage access and devices' }).click();
  await expect(laptop.getByRole('heading', { name: 'Signed in now' })).toBeVisible();
  await expect(laptop.getByText('This device')).toBeVisible();
  await expectAccessible(laptop);
  await laptop.getByRole('button', { name: /^Sign out of / }).click();
  await laptop.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(laptop.getByText('No other browser is signed in.')).toBeVisible();
  // The other browser is signed out without a reload.
  await phone.waitForURL('**/login?return=*', { timeout: 60_000 });
  await phone.context().close();

  await laptop.getByRole('link', { name: 'Profiles' }).click();
  await laptop.getByRole('textbox', { name: 'Phone (optional)' }).fill('06 12 34 56 78');
  await laptop.getByRole('button', { name: 'Save' }).click();
  await expect(laptop.getByText('Your details are saved.')).toBeVisible();
  await laptop.getByLabel('Choose a photo').setInputFiles('web/public/icon-512.png');
  await laptop.getByRole('dialog').getByRole('button', { name: 'Save photo' }).click();
  // Header and overview show the new image at once.
  await expect(laptop.getByRole('button', { name: /Account menu/ }).locator('img')).toHaveJSProperty('complete', true);
  const digest = laptop.getByRole('checkbox', { name: 'Community: Email' });
  const kept = laptop.waitForResponse('**/rpc/set_my_choices');
  await digest.uncheck();
  await kept;
  await laptop.reload();
  await expect(laptop.getByRole('textbox', { name: 'Phone (optional)' })).toHaveValue('+33 612345678');
  await expect(laptop.getByRole('checkbox', { name: 'Community: Email' })).not.toBeChecked();
  await expectAccessible(laptop);

  await laptop.getByRole('link', { name: 'Privacy', exact: true }).first().click();
  await laptop.getByRole('button', { name: 'Make a copy' }).click();
  const open = laptop.getByRole('button', { name: 'Download' });
  await expect(open).toBeVisible({ timeout: 90_000 });
  await expectAccessible(laptop);
  await open.click();
  // The copy contains all data of the person, so the page asks for the password before the download.
  const asking = laptop.getByRole('dialog');
  await asking.getByRole('textbox', { name: 'Password' }).fill(password);
  await expectAccessible(laptop);
  const download = asking.getByRole('button', { name: 'Download' });
  const [copy] = await Promise.all([laptop.waitForEvent('download'), download.click()]);
  expect(copy.suggestedFilename()).toMatch(/^flaira-\d{4}-\d\d-\d\d\.zip$/);

  // If the session ends while a page loads, the page learns this from the first response that it gets.
  const tablet = await signedIn(browser, email, '/robots.txt');
  let erased = () => {};
  const isErased = new Promise<void>((resolve) => (erased = resolve));
  await tablet.route(/\/rpc\/(?!who_am_i)|\/api\/events/, async (route) => {
    await isErased;
    await route.fallback();
  });
  await tablet.goto('/dashboard');
  await expect(tablet.getByRole('heading', { name: 'Skin score' })).toBeVisible();
  await laptop.getByRole('button', { name: 'Erase…' }).click();
  const dialog = laptop.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
  await dialog.getByRole('button', { name: 'Erase everything' }).click();
  await expect(dialog.getByText('Tick this box to continue.')).toBeVisible();
  await expectAccessible(laptop);
  await dialog.getByText('I understand that this cannot be undone.').click();
  await dialog.getByRole('button', { name: 'Erase everything' }).click();
  await laptop.waitForURL('**/home', { timeout: 60_000 });
  erased();
  await tablet.waitForURL('**/login?return=*', { timeout: 60_000 });
  const answer = await tablet.request.post('/api/auth/sign-in/email', {
    data: { email, password },
    headers: { ...anAddress(), origin: test.info().project.use.baseURL ?? '' },
  });
  expect(answer.status()).toBe(401);
  await tablet.context().close();
  await laptop.context().close();
});

/** The text that each page of the account shows to a person who has no data there. */
const places = {
  '/account/membership': 'Free',
  '/account/security': 'You have no passkeys yet.',
  '/account/devices': 'No other browser is signed in.',
  '/account/profile': 'Choose a photo',
  '/account/privacy': 'Nobody has viewed your data yet.',
  '/notifications': 'Nothing new',
  '/friends': 'No friends here yet',
};

test('each page of the account shows that it loads, that loading failed, its content after a retry, or that it is empty', async ({
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

/** The button that opens each dialog, and the labels of the fields in it. */
const dialogs = {
  'Change: Password': ['Current password', 'New password', 'Confirm password'],
  'Turn on': ['Password'],
  'Add a passkey': ['Password'],
  'Change: Email': ['New email address', 'Password'],
};

test('a refused change of the account shows a message, and succeeds later', async ({ page, browser }) => {
  test.setTimeout(120_000);
  const email = await anAccount(page);
  const her = await signedIn(browser, email, '/account/security');
  const dialog = her.getByRole('dialog');

  await her.route('**/api/auth/**', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  for (const [open, fields] of Object.entries(dialogs))
    await test.step(open, async () => {
      await her.getByRole('button', { name: open }).click();
      for (const field of fields)
        await dialog
          .getByRole('textbox', { name: field })
          .fill(field.includes('email') ? 'nadia.verne@example.org' : password);
      await expectAccessible(her);
      await dialog.locator('button[type=submit]').click();
      await saysFault(her);
      await expect(dialog.getByRole('textbox').first()).not.toHaveValue('');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toBeHidden();
    });
  await her.unrouteAll();

  await test.step('changes of the details and choices of the account fail once and then succeed', async () => {
    await her.goto('/account/profile');
    const phone = her.getByRole('textbox', { name: 'Phone (optional)' });
    await phone.fill('06 12 34 56 78');
    // The button loads the code that checks phone numbers, and this load fails once. `robots.txt` fails too, so the
    // page assumes a lost connection and does not reload.
    await her.route('**/robots.txt', (route) => route.abort());
    await her.route('**/*.js', (route) => route.abort(), { times: 1 });
    await her.getByRole('button', { name: 'Save' }).click();
    await expect(her.getByText('The connection was lost.')).toBeVisible();
    await her.unroute('**/robots.txt');
    await failsOnce(her, 'rpc/set_my_details');
    await her.getByRole('button', { name: 'Save' }).click();
    await saysFault(her);
    await expect(phone).toHaveValue('06 12 34 56 78');
    await her.getByRole('button', { name: 'Save' }).click();
    await expect(her.getByText('Your details are saved.')).toBeVisible();

    const digest = her.getByRole('checkbox', { name: 'Community: Email' });
    await failsOnce(her, 'rpc/set_my_choices');
    await digest.click();
    await saysFault(her);
    await expect(digest).toBeChecked();
  });

  await test.step('signing out another device fails once and then succeeds', async () => {
    const phone = await signedIn(browser, email, '/account');
    await her.goto('/account/devices');
    await failsOnce(her, 'rpc/end_my_session');
    await her.getByRole('button', { name: /^Sign out of / }).click();
    const end = her.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true });
    await end.click();
    await saysFault(her);
    await end.click();
    await expect(her.getByText('No other browser is signed in.')).toBeVisible();
    await phone.context().close();
  });

  await test.step('withdrawing a consent, copying the data and erasing the account each fail once and then succeed', async () => {
    const given = await her.request.post('/rpc/give_consent', {
      data: { purpose: 'simulation', version: ConsentVersions.simulation, language: 'en' },
    });
    expect(given.ok(), await given.text()).toBe(true);
    await her.goto('/account/privacy');
    await her.getByRole('button', { name: 'Withdraw' }).click();
    await expectAccessible(her);
    await failsOnce(her, 'rpc/withdraw_consent');
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await saysFault(her);
    await failsOnce(her, 'rpc/list_my_consents');
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await expect(dialog).toBeHidden();
    await expect(her.getByRole('button', { name: 'Withdraw' })).toBeVisible();
    await her.reload();
    await expect(her.getByText('Withdrawn on', { exact: false }).first()).toBeVisible();

    const offer = her.getByText('I agree that photos of my results', { exact: false });
    const agree = her.getByRole('button', { name: 'Agree', exact: true });
    await failsOnce(her, 'rpc/give_consent');
    await agree.click();
    await saysFault(her);
    await agree.click();
    await expect(offer).toBeHidden();
    await her.getByRole('button', { name: 'Withdraw' }).click();
    await expect(dialog).toContainText('The measurements of your results are deleted.');
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await expect(offer).toBeVisible();

    await failsOnce(her, 'rpc/request_my_export');
    await her.getByRole('button', { name: 'Make a copy' }).click();
    await saysFault(her);
    await expect(her.getByRole('button', { name: 'Make a copy' })).toBeEnabled();

    await her.getByRole('button', { name: 'Erase…' }).click();
    await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
    await dialog.getByText('I understand that this cannot be undone.').click();
    await failsOnce(her, 'rpc/erase_my_account');
    await dialog.getByRole('button', { name: 'Erase everything' }).click();
    await saysFault(her);
    await expect(dialog.getByRole('textbox', { name: 'Password' })).toHaveValue(password);
  });
  await her.context().close();
});

test('the dashboard leads a patient without a birth date to its field, and the case opens once the date is saved', async ({
  page,
  browser,
}) => {
  const her = await signedIn(browser, await anAccount(page), '/dashboard');
  const { request } = her.context();
  const consent = { purpose: 'simulation', version: ConsentVersions.simulation, language: 'en' };
  expect((await request.post('/rpc/give_consent', { data: consent })).ok()).toBe(true);
  for (const pose of Poses) {
    const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: readFileSync(photoOf(pose)) };
    const stored = await request.post('/rpc/upload_user_photo', { multipart: { pose, is_verified: 'true', file } });
    const { path } = (await stored.json()) as { path: string };
    expect((await request.post('/rpc/append_user_photo', { data: { pose, path } })).ok()).toBe(true);
  }
  await her.reload();
  await expect(her.getByRole('heading', { name: 'We need your date of birth.' })).toBeVisible();
  // On a slow connection, other parts of the page arrive after the field has the focus. The field must keep it.
  const held = Promise.withResolvers<void>();
  await her.route('**/rpc/get_my_choices', async (route) => {
    await held.promise;
    await route.continue();
  });
  await her.getByRole('link', { name: 'Add your date of birth' }).click();
  await expect(her.getByRole('group', { name: 'Date of birth', exact: true })).toBeVisible();
  await expect(her.locator('#birth_date-day')).toBeFocused();
  held.resolve();
  await expect(her.locator('#this-device')).toBeVisible();
  await expect(her.locator('#birth_date-day')).toBeFocused();
  for (const [part, text] of Object.entries({ day: '12', month: '5', year: '1984' }))
    await her.locator(`#birth_date-${part}`).fill(text);
  await her.getByRole('button', { name: 'Save' }).click();
  await expect(her.getByText('Your details are saved.')).toBeVisible();
  await her.goto('/dashboard');
  await expect(her.getByRole('heading', { name: 'We have your photos.' })).toBeVisible({ timeout: 20_000 });
  await her.context().close();
});

test('after a release while a form is in use, the page reloads once and restores the typed input', async ({
  page,
  browser,
}) => {
  const her = await signedIn(browser, await anAccount(page), '/account/profile');
  const firstName = her.getByRole('textbox', { name: 'First name' });
  await expect(firstName).toBeVisible();
  // The service now runs another release. The page later loads the code that checks phone numbers, and the file with
  // this code no longer exists.
  let isGone = true;
  let loads = 0;
  await her.route(/\/assets\/libphonenumber-js-/, (route) =>
    isGone ? route.fulfill({ status: 404 }) : route.fallback(),
  );
  her.on('request', (request) => {
    if (!request.isNavigationRequest()) return;
    loads++;
    isGone = false;
  });

  await firstName.fill('Alix');
  const phone = her.getByRole('textbox', { name: 'Phone (optional)' });
  await phone.fill('06 12 34 56 78');
  const loadedAgain = her.waitForEvent('load');
  await her.getByRole('button', { name: 'Save' }).click();
  await loadedAgain;
  await expect(firstName).toHaveValue('Alix');
  await expect(phone).toHaveValue('06 12 34 56 78');
  expect(await her.evaluate(() => sessionStorage.getItem('flaira.typed'))).toBeNull();
  await her.getByRole('button', { name: 'Save' }).click();
  await expect(her.getByText('Your details are saved.')).toBeVisible();
  expect(loads).toBe(1);
  await her.context().close();
});
