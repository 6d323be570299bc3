import { expect, type Page, test } from '@playwright/test';
import { anAccount, ownPassword, signedIn } from './support/accounts.ts';
import { asAdmin } from './support/admin.ts';
import { aCity, anOffered } from './support/appointments.ts';
import { opened } from './support/consultation.ts';
import { comesBack, pressOn, tabTo } from './support/keys.ts';
import { photoOf } from './support/photos.ts';
import { arrive } from './support/sessions.ts';

/** In these browser tests, a patient uses the site by keyboard only, without a click. */
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

test('trust 27: photos are sent as files by keyboard', async ({ page }) => {
  test.setTimeout(120_000);
  await opened(page, '/unlock');
  await pressOn(page, page.getByRole('checkbox'), 'Space');
  await pressOn(page, button(page, 'Upload photos instead'));
  for (const pose of ['front', 'right', 'left']) {
    const slot = page.locator(`li[data-pose=${pose}]`);
    const chooser = page.waitForEvent('filechooser');
    await pressOn(page, slot.locator('input[type=file]'), 'Space');
    await (await chooser).setFiles(photoOf(pose));
    await expect(slot.getByRole('img')).toBeVisible({ timeout: 60_000 });
  }
  await pressOn(page, button(page, 'Continue'));
  await page.waitForURL('**/questions');
});

test('trust 27: each dialog of the account opens by keyboard, keeps the focus, and returns it when it closes', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const her = await signedIn(browser, await anAccount(page), '/account/security');
  const dialog = her.getByRole('dialog');
  for (const name of ['Change: Password', 'Turn on', 'Add a passkey', 'Change: Email'])
    await test.step(name, async () => {
      await pressOn(her, button(her, name));
      await comesBack(her, dialog, button(her, name));
    });

  await her.goto('/account/profile');
  await tabTo(her, her.getByRole('textbox', { name: 'Phone (optional)' }));
  await her.keyboard.type('06 12 34 56 78');
  await her.keyboard.press('Enter');
  await expect(her.getByText('Your details are saved.')).toBeVisible();

  await her.goto('/account/privacy');
  await pressOn(her, button(her, 'Make a copy'));
  await expect(button(her, 'Make a copy')).toBeHidden();
  await pressOn(her, button(her, 'Erase…'));
  await comesBack(her, dialog, button(her, 'Erase…'));
  await her.keyboard.press('Enter');
  await tabTo(her, dialog.getByRole('textbox', { name: 'Password' }));
  await her.keyboard.type(ownPassword);
  await pressOn(her, dialog.getByRole('checkbox'), 'Space');
  await pressOn(her, dialog.getByRole('button', { name: 'Erase everything' }));
  await her.waitForURL('**/home', { timeout: 60_000 });
  await her.context().close();
});

test('trust 27: an appointment is requested and its offer read, accepted and paid by keyboard', async ({ browser }) => {
  test.setTimeout(120_000);
  const page = await arrive(browser, 'hugo', '/dashboard');
  const dialog = page.getByRole('dialog');
  await pressOn(page, button(page, 'New request'));
  await comesBack(page, dialog, button(page, 'New request'));
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByLabel('Treatment'));
  await page.keyboard.type('Laser');
  await tabTo(page, dialog.locator('[name=city_current]'));
  await page.keyboard.type('Lyon');
  await pressOn(page, dialog.getByRole('checkbox'), 'Space');
  await pressOn(page, dialog.getByRole('button', { name: 'Send request' }));
  await expect(page.getByText('Appointment request sent.')).toBeVisible();
  await expect(page.getByText('Laser in Lyon').first()).toBeVisible();

  const admin = await asAdmin(browser, '/robots.txt');
  const city = aCity();
  await anOffered(page, admin, city);
  await admin.context().close();
  await page.reload();
  const card = page.locator('section.card').filter({ hasText: city }).filter({ hasText: 'Open payment page' });
  await tabTo(page, card.getByRole('checkbox'));
  await page.keyboard.press('Space');
  await expect(card.getByRole('checkbox')).toBeChecked();
  const popup = page.waitForEvent('popup');
  await pressOn(page, card.getByRole('button', { name: 'Open payment page' }));
  const checkout = await popup;
  await checkout.waitForURL('**/test-checkout/**');
  await pressOn(checkout, checkout.locator('form button').first());
  await expect(page.locator('section.card').filter({ hasText: city })).toContainText('Payment received', {
    timeout: 15_000,
  });
  await page.context().close();
});

test('trust 27: the target, the comparison and the share link of the dashboard are used by keyboard', async ({
  browser,
}) => {
  const page = await arrive(browser, 'alice', '/dashboard');
  const dialog = page.getByRole('dialog');
  const change = button(page, 'Change the target');
  await pressOn(page, change);
  await comesBack(page, dialog, change);
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByLabel('Photos a month'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('24');
  await page.keyboard.press('Enter');
  await expect(page.getByText('of 24 photos')).toBeVisible();

  await tabTo(page, page.getByRole('radio', { name: 'Before', exact: true }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'After', exact: true })).toBeChecked();
  const slider = page.locator('.compare input[type=range]').first();
  await tabTo(page, slider);
  const before = Number(await slider.inputValue());
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
  await expect(slider).toHaveValue(String(before + 1));
  await page.keyboard.press('End');
  await expect(slider).toHaveValue('100');

  const link = button(page, 'Create a link');
  await pressOn(page, link);
  await comesBack(page, dialog, link);
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('radio', { checked: true }));
  await page.keyboard.press('ArrowRight');
  await pressOn(page, dialog.getByRole('button', { name: 'Create link' }));
  await expect(dialog.getByText(/\/shared/)).toBeVisible();
  await pressOn(page, dialog.getByRole('button', { name: 'End link' }).first());
  await expect(dialog.getByText('Ended.').first()).toBeVisible();
  await page.context().close();
});
