import { expect, type Page, test } from '@playwright/test';
import { dayIn } from '#web/lib/day.ts';
import { expectAccessible } from './support/accessible.ts';
import { refused, showAgain } from './support/load-again.ts';
import { arrive } from './support/sessions.ts';

const lea = (page: Page) => page.getByRole('button', { name: /Léa Besson/ });

test('the desk of a clinic marks a patient’s arrival on a phone, and moves a visit on a computer', async ({
  browser,
}) => {
  const phone = await arrive(browser, 'desk', '/fr/desk', { viewport: { width: 390, height: 844 } });
  await expect(lea(phone)).toBeVisible();
  // Practitioners are listed one below the other, each with the visits of the day.
  await expect(phone.getByRole('heading', { name: 'Inès Aubry' })).toBeVisible();
  await expect(phone.getByRole('heading', { name: 'Hélène Vasseur' })).toBeVisible();
  await expectAccessible(phone);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await lea(phone).click();
  const visit = phone.getByRole('dialog', { name: 'Léa Besson' });
  await expect(visit.getByRole('link', { name: /06|6 55 57 01 22/ })).toBeVisible();
  await expectAccessible(phone);
  await visit.getByRole('button', { name: 'Sur place', exact: true }).click();
  await expect(visit).toBeHidden();
  await expect(lea(phone)).toContainText('Sur place');
  await phone.context().close();

  const desk = await arrive(browser, 'desk', '/desk');
  await expect(desk.getByRole('heading', { name: 'Inès Aubry' })).toBeVisible();
  await expect(lea(desk)).toContainText('Arrived');
  // The reception of a clinic sees only this clinic.
  await expect(desk.getByLabel('Place').getByRole('option')).toHaveText(['All', 'Lumière Lyon', 'Lumière Paris']);
  await expectAccessible(desk);
  await lea(desk).focus();
  await desk.keyboard.press('Enter');
  await desk.getByRole('dialog', { name: 'Léa Besson' }).getByRole('button', { name: 'Not here yet' }).click();
  await expect(lea(desk)).toContainText('Confirmed');
  await lea(desk).click();
  await desk.getByRole('dialog', { name: 'Léa Besson' }).getByRole('button', { name: 'Move' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Move this visit?' });
  const tomorrow = dayIn('Europe/Paris', Date.now() + 86_400_000);
  await dialog.getByLabel('Date').fill(tomorrow);
  await dialog.getByLabel('Time in Paris').fill('16:30');
  await dialog.getByLabel('Send the patient the new time by email').uncheck();
  await expectAccessible(desk);
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(desk.getByText('The patient has not been told.')).toBeVisible();
  await expect(lea(desk)).toHaveCount(0);
  await desk.goto(`/desk?day=${tomorrow}`);
  await expect(lea(desk)).toContainText('16:30');
  await desk.getByLabel('State').selectOption('no_show');
  await expect(desk.getByText('Only visits that match the filters are shown.')).toBeVisible();
  await desk.getByRole('button', { name: 'Clear filters' }).click();
  await expect(lea(desk)).toContainText('16:30');
  await expect(desk).toHaveURL(new RegExp(`/desk\\?day=${tomorrow}$`));
  // The reception cannot open pages of other roles.
  await desk.goto('/admin/calendar');
  await expect(desk).toHaveURL(/\/desk$/);
  await desk.context().close();
});

test('the desk creates a calendar address for a place of its clinic, and closes the address again', async ({
  browser,
}) => {
  const page = await arrive(browser, 'desk', '/desk/clinic');
  await expect(page.getByRole('heading', { name: 'Clinique Lumière' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Calendar addresses Lumière Lyon' }).click();
  const dialog = page.getByRole('dialog', { name: 'Calendar addresses of this place' });
  await dialog.getByRole('button', { name: 'Make an address' }).click();
  await expect(dialog.getByLabel('Your new address')).toHaveValue(/\/calendar\/[\w-]{43}\.ics$/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Close the address made on/ }).click();
  await page.getByRole('dialog', { name: 'Close this address?' }).getByText('Close', { exact: true }).click();
  await expect(dialog.getByText('You have no address yet.')).toBeVisible();
  await page.context().close();
});

test('a person who was removed from the clinic no longer sees the visits that the page had loaded', async ({
  browser,
}) => {
  const page = await arrive(browser, 'desk', '/desk');
  await expect(page.getByRole('heading', { name: 'Inès Aubry' })).toBeVisible();
  await page.route('**/rpc/desk_list_times', (route) => route.fulfill(refused('FORBIDDEN', 403)));
  await page.clock.install({ time: Date.now() + 120_000 });
  await showAgain(page);
  await expect(page.getByText('Your account is not linked to a clinic')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Inès Aubry' })).toHaveCount(0);
  await page.context().close();
});
