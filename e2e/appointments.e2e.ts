import { readFileSync } from 'node:fs';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { asAdmin, inDays } from './support/admin.ts';
import { aCity, ask, found, payOn } from './support/appointments.ts';
import { arrive } from './support/sessions.ts';

/**
 * Browser tests of appointments, from the request to the calendar file, in the browsers of patients and an
 * administrator.
 */
const ours = () => ({ origin: test.info().project.use.baseURL ?? '' });

async function offer(admin: Page, row: Locator, at: string): Promise<void> {
  await row.getByRole('button', { name: 'Create offer' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create offer' }).click();
  await expect(dialog.getByText('Provider name, date/time and patient price are required.')).toBeVisible();
  await expect(dialog.getByLabel('Time zone')).toHaveValue('Europe/Paris');
  await expect(dialog.getByLabel('Payment deadline (hours)')).toHaveValue('48');
  await expect(dialog.getByLabel('Currency')).toHaveValue('EUR');
  await dialog.getByLabel('Provider name').fill(`Dr ${crypto.randomUUID().slice(0, 8)}`);
  await dialog.getByLabel('Address').fill('1 rue du Port, 44000 Nantes');
  await expect(dialog.getByText('Missing before payment: registration number, professional insurance.')).toBeVisible();
  await dialog.getByLabel('Registration number').fill('RPPS 10009876543');
  await dialog.getByLabel(/Professional insurance/).fill('Sou Médical, policy 4021');
  await expect(dialog.getByText(/Missing before payment/)).toBeHidden();
  await dialog.getByLabel('Date and time').fill(at);
  await dialog.getByLabel('Patient price').fill('419.99');
  await dialog.getByLabel(/Provider price/).fill('340');
  await expect(dialog.getByText('€79.99')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create offer' }).click();
  await expect(dialog).toBeHidden();
}

test('an appointment goes from the request to the payment and the calendar file, in the browsers of both sides', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const target = aCity();
  const patient = await arrive(browser, 'carl', '/dashboard');
  const admin = await asAdmin(browser, '/admin/inbox');
  await expect(admin.getByRole('table', { name: 'Inbox' })).toBeVisible();

  await ask(patient, target);
  // The new request appears without a reload, within the default timeout.
  const entry = admin.locator('tbody tr').filter({ hasText: target });
  await expect(entry).toBeVisible();
  // Carl has made earlier requests, which are grouped in one row.
  await entry.getByRole('button', { name: /new requests/ }).click();
  await entry.getByRole('link', { name: 'New request' }).click();
  await expect(admin.getByRole('complementary', { name: 'Appointment' })).toContainText(target);

  // The appointment is open next to the inbox. The test now opens the list of appointments and finds the row of this
  // appointment.
  await admin.getByRole('link', { name: 'Appointments', exact: true }).first().click();
  const row = await found(admin, target);
  await expect(row).toContainText('Pending');
  await offer(admin, row, inDays(20, '14:30'));
  await expect(row).toContainText('Awaiting payment');

  const card = patient.locator('section.card').filter({ hasText: target }).filter({ hasText: 'Open payment page' });
  await expect(card).toBeVisible();
  await expect(card).toContainText('€419.99');
  await expect(card).toContainText(/4[78] h \d+ min/);
  await expect(card).toContainText('14:30, Paris time');
  await expect(patient.locator('body')).not.toContainText('340');

  await row.getByRole('button', { name: 'Copy Pay Link' }).click();
  await expect(admin.getByText('Payment link copied')).toBeVisible();
  await expect(admin.getByText('Payment link copied')).toBeHidden({ timeout: 6000 });

  await card.getByRole('button', { name: 'Open payment page' }).click();
  await expect(card.getByText('Read the quote and accept it before you pay.')).toBeVisible();
  const [quote] = await Promise.all([
    patient.waitForEvent('download'),
    card.getByRole('button', { name: 'Read the quote (PDF)' }).click(),
  ]);
  expect(
    readFileSync(await quote.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  await card.getByRole('checkbox').check();
  const [checkout] = await Promise.all([
    patient.waitForEvent('popup'),
    card.getByRole('button', { name: 'Open payment page' }).click(),
  ]);
  await payOn(checkout);

  const paid = patient.locator('section.card').filter({ hasText: 'Payment received' }).filter({ hasText: '€419.99' });
  await expect(paid).toBeVisible({ timeout: 15_000 });
  await expect(row).toContainText('Confirmed', { timeout: 10_000 });
  const [calendar] = await Promise.all([
    patient.waitForEvent('download'),
    paid.getByRole('button', { name: 'Add to calendar' }).click(),
  ]);
  expect(calendar.suggestedFilename()).toMatch(/^A-\d+\.ics$/);
  const lines = readFileSync(await calendar.path(), 'utf8').split('\r\n');
  expect(lines[0]).toBe('BEGIN:VCALENDAR');
  expect(lines.some((line) => /^DTSTART;TZID=Europe\/Paris:\d{8}T143000$/.test(line))).toBe(true);
  await expectAccessible(patient);
  await patient.context().close();
  await admin.context().close();
});

test('the dialog for a new appointment names missing fields, fills in the city, and keeps its input', async ({
  browser,
}) => {
  const page = await arrive(browser, 'sofia', '/dashboard');
  await page.getByRole('button', { name: 'New request' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Treatment')).toHaveValue('Botox');
  await expect(dialog.locator('[name=country_current]')).toHaveValue('FR');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(dialog.getByText('Please provide your current country and city.')).toBeVisible();
  await expect(dialog.getByText('Please provide your desired appointment country and city.')).toBeVisible();
  await expect(dialog.locator('[name=city_current]')).toBeFocused();

  await dialog.locator('[name=city_current]').fill('Namur');
  await dialog.locator('[name=country_current]').selectOption('BE');
  await dialog.getByText('I would like the appointment in the same place').click();
  await expect(dialog.locator('[name=city_target]')).toHaveValue('Namur');
  await expect(dialog.locator('[name=city_target]')).toBeDisabled();
  await expect(dialog.locator('[name=country_target]')).toHaveValue('BE');
  await expect(dialog.locator('[name=country_target]')).toBeDisabled();
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'New request' }).click();
  await expect(dialog.locator('[name=city_current]')).toHaveValue('Namur');

  await page.route('**/rpc/request_appointment', (route) => route.fulfill({ status: 500, json: {} }));
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(dialog.getByText('Failed to send request.')).toBeVisible();
  await expect(page.getByText('Error', { exact: true })).toBeVisible();
  await expect(dialog.locator('[name=city_current]')).toHaveValue('Namur');
  await page.context().close();
});

test('if the appointments and countries cannot be loaded, there is a retry button and five countries to choose', async ({
  browser,
}) => {
  const page = await arrive(browser, 'sofia');
  for (const call of ['get_my_appointments', 'get_my_appointments_v2', 'list_countries'])
    await page.route(`**/rpc/${call}`, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/dashboard');
  await expect(page.getByText(/^Error loading appointments: /)).toBeVisible();
  await page.getByRole('button', { name: 'New request' }).click();
  const countries = page.getByRole('dialog').locator('[name=country_current] option');
  await expect(countries).toHaveText(['France', 'Belgium', 'Switzerland', 'Spain', 'Italy']);
  await page.keyboard.press('Escape');
  await page.unroute('**/rpc/get_my_appointments');
  await page.locator('#appointments').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Botox in Brussels')).toBeVisible();
  await page.context().close();
});

const viewers = [
  { zone: 'America/Toronto', here: '08:30' },
  { zone: 'Asia/Dubai', here: '17:30' },
  { zone: 'Europe/Paris', here: undefined },
] as const;

test('patients in Montréal, Dubai and Paris see the right local time', async ({ browser }) => {
  test.setTimeout(120_000);
  for (const { zone, here } of viewers) await seesTime(browser, zone, here);
});

/**
 * Expects the local time of Alice's visit. The visit is at 14:30 in Paris in December, when none of the tested time
 * zones has summer time.
 */
async function seesTime(browser: Browser, timezoneId: string, here: string | undefined): Promise<void> {
  const page = await arrive(browser, 'alice', '/dashboard', { timezoneId });
  const card = page.locator('section.card').filter({ hasText: 'Hyaluronic acid in Paris' });
  await expect(card).toContainText('14:30, Paris time');
  if (here) await expect(card).toContainText(`${here} for you`);
  else await expect(card).not.toContainText('for you');
  await page.context().close();
}

/** Returns the number of pixels by which the page is wider than the window. */
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

for (const language of ['en', 'fr'] as const) {
  test(`the cards of appointments are accessible and fit on a phone and on a wide screen in ${language}`, async ({
    browser,
  }) => {
    const path = language === 'fr' ? '/fr/dashboard' : '/dashboard';
    const page = await arrive(browser, 'alice', path);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      // A section that is open on a desk stays open when the window becomes narrow.
      await expect(page.getByText(language === 'fr' ? 'Paiement reçu' : 'Payment received')).toBeVisible();
      await expectAccessible(page);
      expect(await overflow(page), String(width)).toBeLessThanOrEqual(0);
    }
    await page.context().close();
  });
}

test('long lists of appointments continue after their first page', async ({ browser }) => {
  const patient = await arrive(browser, 'sofia');
  const mine = await (await patient.request.post('/rpc/get_my_appointments', { headers: ours() })).json();
  const row = (at: number) => ({ ...mine[0], id: crypto.randomUUID(), number: `A-${at}`, city_target: `Place ${at}` });
  const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => row(from + at));
  await patient.route('**/rpc/get_my_appointments', (route) => route.fulfill({ json: rows(0, 100) }));
  await patient.route('**/rpc/get_my_appointments_v2', async (route) => {
    expect(route.request().postDataJSON()).toMatchObject({ limit: 100, offset: 100 });
    await route.fulfill({ json: rows(100, 103) });
  });
  await patient.goto('/dashboard');
  await expect(patient.getByText('Place 99')).toBeVisible();
  await patient.getByRole('button', { name: 'Show older appointments' }).click();
  await expect(patient.getByText('Place 102')).toBeVisible();
  await expect(patient.getByRole('button', { name: 'Show older appointments' })).toBeHidden();
  await patient.context().close();

  // The service returns up to 500 rows for each request, but this test lets each request ask for only two. The list
  // then loads more rows without a click until they fill the screen.
  const admin = await asAdmin(browser, '/home');
  await admin.route('**/rpc/admin_list_appointments', (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), limit: 2 }) }),
  );
  await admin.goto('/admin');
  const ids = () =>
    admin.locator('tbody tr[data-id]').evaluateAll((all) => all.map((one) => one.getAttribute('data-id')));
  await expect.poll(async () => (await ids()).length).toBeGreaterThan(4);
  const shown = await ids();
  expect(new Set(shown).size).toBe(shown.length);
  await admin.context().close();
});
