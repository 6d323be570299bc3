import { expect, type Page, test } from '@playwright/test';
import { dayIn } from '#web/lib/day.ts';
import { expectAccessible } from './support/accessible.ts';
import { asAdmin } from './support/admin.ts';
import { arrive } from './support/sessions.ts';

const odile = (page: Page) => page.getByRole('button', { name: /Odile Marchand/ });
const mehdi = (page: Page) => page.getByRole('button', { name: /Mehdi Carrel/ });

test("a practitioner finds today's visit on a phone, and marks on a computer that the patient has arrived", async ({
  browser,
}) => {
  const phone = await arrive(browser, 'doctor', '/fr/studio/agenda', { viewport: { width: 390, height: 844 } });
  await expect(odile(phone)).toBeVisible();
  // On a phone, the agenda shows a single day or the list, but never the week.
  await expect(phone.getByRole('radio', { name: 'Semaine' })).toHaveCount(0);
  await expectAccessible(phone);
  await phone.getByRole('radio', { name: 'Liste' }).check();
  await expect(odile(phone)).toContainText('Confirmé');
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(phone);
  await phone.context().close();

  const desk = await arrive(browser, 'doctor', '/studio/agenda');
  await expect(odile(desk)).toContainText('Botox');
  await expect(desk.locator('[aria-current=date]')).toHaveCount(1);
  await expectAccessible(desk);
  await odile(desk).focus();
  await desk.keyboard.press('Enter');
  const visit = desk.getByRole('dialog', { name: 'Odile Marchand' });
  await expect(visit).toContainText('Lumière Paris, Salle 1');
  await expectAccessible(desk);
  await visit.getByRole('button', { name: 'Arrived', exact: true }).click();
  await expect(visit).toBeHidden();
  await expect(odile(desk)).toContainText('Arrived');
  await desk.keyboard.press('d');
  await expect(desk).toHaveURL(/view=day/);
  await desk.keyboard.press('ArrowLeft');
  await expect(odile(desk)).toHaveCount(0);
  await expect(desk.getByText('No visits on this day')).toBeVisible();
  await desk.keyboard.press('t');
  await expect(odile(desk)).toContainText('Arrived');
  await desk.context().close();
});

test('an administrator moves a visit by keyboard, and the practitioner sees the new time once Move is pressed', async ({
  browser,
}) => {
  const day = dayIn('Europe/Paris', Date.now() + 2 * 86_400_000);
  const admin = await asAdmin(browser, `/admin/calendar?day=${day}`);
  await expect(mehdi(admin)).toContainText('10:00');
  await expectAccessible(admin);
  await mehdi(admin).focus();
  await admin.keyboard.press('Enter');
  await admin.getByRole('dialog', { name: 'Mehdi Carrel' }).getByRole('button', { name: 'Move' }).press('Enter');
  const dialog = admin.getByRole('dialog', { name: 'Move this visit?' });
  await dialog.getByLabel('Time in Paris').fill('16:15');
  await dialog.getByLabel('Send the patient the new time by email').uncheck();
  await expectAccessible(admin);
  await dialog.getByRole('button', { name: 'Move' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(admin.getByText('The patient has not been told.')).toBeVisible();
  await expect(mehdi(admin)).toContainText('16:15');
  await admin.context().close();

  const doctor = await arrive(browser, 'doctor', `/studio/agenda?day=${day}`);
  await expect(mehdi(doctor)).toContainText('16:15');
  await doctor.context().close();
});

test('a nurse sees in the studio their own visits and why there is no queue, and no links to cases', async ({
  browser,
}) => {
  const page = await arrive(browser, 'doctor');
  // The test changes the response, so that the account seems to belong to a nurse. `server/test/professions.test.ts`
  // tests what the service refuses to nurses.
  await page.route('**/rpc/who_am_i', async (route) => {
    const answer = await route.fetch();
    const { user, ...rest } = await answer.json();
    await route.fulfill({ response: answer, json: { ...rest, user: { ...user, profession: 'nurse' } } });
  });
  await page.goto('/studio/agenda?view=list');
  await expect(page).toHaveURL(/\/studio\?view=list$/);
  await expect(page.getByText('Only doctors see patients’ cases')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to the queue' })).toHaveCount(0);
  await expectAccessible(page);
  await odile(page).click();
  const visit = page.getByRole('dialog', { name: 'Odile Marchand' });
  await expect(visit).toContainText('Lumière Paris');
  await expect(visit.getByRole('link')).toHaveCount(0);
  await page.keyboard.press('Escape');

  // The nurse opens the address of a case, for example from an old bookmark.
  await page.route('**/rpc/get_studio_case', (route) =>
    route.fulfill({ status: 403, json: { defined: true, code: 'DOCTORS_ONLY', status: 403, message: 'DOCTORS_ONLY' } }),
  );
  await page.goto('/studio/cases/00000000-0000-4000-8000-000000000181');
  await expect(page.getByRole('heading', { name: 'This page is for doctors' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to your agenda' }).click();
  await expect(page.getByText('Only doctors see patients’ cases')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: /Hélène/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Public page' })).toHaveCount(0);
  await page.context().close();
});
