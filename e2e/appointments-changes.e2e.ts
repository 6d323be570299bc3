import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { asAdmin, inDays } from './support/admin.ts';
import { aCity, anOffered, aPaid, ask, found } from './support/appointments.ts';
import { arrive } from './support/sessions.ts';

/**
 * Browser tests of events between a request and the visit: questions, requests for another date, refunds, and an offer
 * that expires.
 */
test('questions, a link and a request for another date reach the team, and the answer is shown without a reload', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const target = aCity();
  const patient = await arrive(browser, 'noor', '/dashboard');
  await ask(patient, target);
  await patient
    .getByRole('article', { name: `Laser in ${target}` })
    .getByRole('button', { name: 'Details' })
    .click();
  await expect(patient).toHaveURL(/appointment=[0-9a-f-]{36}/);
  await patient.goto(new URL(patient.url()).pathname + new URL(patient.url()).search);
  const dialog = patient.getByRole('dialog');
  await expect(dialog.getByText('No details available yet')).toBeVisible();
  await dialog.getByLabel('Your question').fill('Is parking near?');
  await dialog.getByRole('button', { name: 'Send question' }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Is parking near?' })).toBeVisible();
  await expectAccessible(patient);

  const admin = await asAdmin(browser, '/admin');
  const row = await found(admin, target);
  await row.getByRole('button', { name: 'Noor Haddad', exact: true }).click();
  const pane = admin.getByRole('complementary', { name: 'Appointment' });
  await expect(pane).toContainText('Is parking near?');
  await pane.getByPlaceholder('Answer the member…').fill('Two minutes away.');
  await pane.getByRole('button', { name: 'Send answer' }).click();
  await expect(dialog.getByText('Two minutes away.')).toBeVisible();

  await dialog.getByRole('button', { name: 'Cancel appointment' }).click();
  await dialog.getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(row).toContainText('Cancelled');
  await admin.context().close();
  await patient.context().close();
});

test('a patient requests another date, the team sets it, and then refunds a part of the payment', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const target = aCity();
  const patient = await arrive(browser, 'hugo', '/dashboard');
  const admin = await asAdmin(browser, '/admin');
  const id = await aPaid(patient, admin, target);

  await patient.goto(`/dashboard?appointment=${id}`);
  const details = patient.getByRole('dialog');
  await details.getByRole('button', { name: 'Ask for another date' }).click();
  await details.getByLabel('Dates that suit you').fill('Any Friday');
  await details.getByRole('button', { name: 'Ask for another date' }).click();
  await expect(details.getByText('You asked for another date. Our team will reply.')).toBeVisible();
  await patient.keyboard.press('Escape');

  await admin.goto(`/admin?a=${id}`);
  const side = admin.getByRole('complementary', { name: 'Appointment' });
  await expect(side).toContainText('Any Friday');
  await side.getByRole('button', { name: 'Accept' }).click();
  await expect(side.getByRole('button', { name: 'Accept' })).toBeHidden();
  await side.getByRole('button', { name: 'Change date' }).click();
  const time = admin.getByRole('dialog', { name: 'Change date' });
  await time.getByLabel('Date and time').fill(inDays(40, '09:15'));
  await time.getByRole('button', { name: 'Change date' }).click();
  await expect(time).toBeHidden();

  const card = patient.locator('section.card').filter({ hasText: 'Payment received' }).filter({ hasText: target });
  await expect(card).toContainText('09:15, Paris time');
  const [calendar] = await Promise.all([
    patient.waitForEvent('download'),
    card.getByRole('button', { name: 'Add to calendar' }).click(),
  ]);
  const lines = readFileSync(await calendar.path(), 'utf8').split('\r\n');
  expect(lines.some((line) => /^DTSTART;TZID=Europe\/Paris:\d{8}T091500$/.test(line))).toBe(true);
  expect(lines.some((line) => /^SEQUENCE:[1-9]/.test(line))).toBe(true);

  await side.getByRole('button', { name: 'Refund' }).click();
  const refund = admin.getByRole('dialog', { name: 'Refund' });
  await expect(refund.getByText('You can refund up to €300.')).toBeVisible();
  await refund.getByLabel(/^Amount/).fill('301');
  await refund.getByLabel('Reason').fill('The room was cold');
  await refund.getByRole('button', { name: 'Refund' }).click();
  await expect(refund.getByText('Enter an amount up to €300.')).toBeVisible();
  await expectAccessible(admin);
  await refund.getByLabel(/^Amount/).fill('100.50');
  await refund.getByRole('button', { name: 'Refund' }).click();
  await expect(refund).toBeHidden();
  await expect(side).toContainText('€100.50 refunded');
  await expect(card).toContainText('€100.50', { timeout: 20_000 });

  await test.step('the appointment is cancelled with a refund, and restored within 20 seconds', async () => {
    await side.getByRole('button', { name: /^Set status/ }).click();
    await admin.getByRole('menuitem', { name: 'Cancelled' }).click();
    const cancel = admin.getByRole('dialog', { name: 'Cancel this appointment' });
    await expect(cancel.getByText('Full refund of €199.50: the member did not cancel.')).toBeVisible();
    await expect(cancel.getByLabel(/^Refund/)).toHaveValue('199.50');
    await cancel.getByRole('radio', { name: 'The member' }).check();
    await expect(cancel.getByText('the member cancels at least 48 hours before')).toBeVisible();
    await cancel.getByLabel(/^Refund/).fill('200');
    await cancel.getByRole('button', { name: 'Cancel appointment' }).click();
    await expect(cancel.getByText('Enter an amount between 0 and €199.50.')).toBeVisible();
    await cancel.getByLabel(/^Refund/).fill('150');
    await cancel.getByLabel('Message to the member').fill('As you asked.');
    await expect(cancel.getByText('We are refunding €150 to the card you paid with.')).toBeVisible();
    await expectAccessible(admin);
    await cancel.getByRole('button', { name: 'Cancel appointment' }).click();
    await expect(cancel).toBeHidden();
    await expect(side).toContainText('Cancelled');
    await admin.getByRole('button', { name: 'Undo' }).last().click();
    await expect(side).toContainText('Confirmed');
  });
  await admin.context().close();
  await patient.context().close();
});

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

test('the countdown of an offer changes twice a minute, and the offer is reloaded every minute until it ends', async ({
  browser,
}) => {
  const target = aCity();
  const admin = await asAdmin(browser, '/admin');
  const patient = await arrive(browser, 'hugo', '/home');
  const id = await anOffered(patient, admin, target);
  // The clock of this device is three days fast, so the page must count down by the time of the service. `pass` moves
  // both clocks forward.
  await patient.clock.install({ time: Date.now() + 3 * DAY_MS });
  let passed_ms = 0;
  const pass = (ms: number) => {
    passed_ms += ms;
    return patient.clock.fastForward(ms);
  };
  await patient.route('**/rpc/**', async (route) => {
    const response = await route.fetch();
    const date = new Date(Date.now() + passed_ms).toUTCString();
    await route.fulfill({ response, headers: { ...response.headers(), date } });
  });
  await patient.goto(`/pay/${id}`);
  await expect(patient.getByRole('heading', { name: 'Your offer' })).toBeVisible();
  await expect(patient.locator('time')).toHaveText(/^4[78] h \d+ min$/);
  const before = await patient.locator('time').textContent();
  await expect(patient.getByRole('button', { name: 'Open payment page' })).toBeVisible();
  await expectAccessible(patient);
  await pass(90_000);
  await expect(patient.locator('time')).not.toHaveText(before ?? '');

  await patient.goto('/dashboard');
  const card = patient.locator('section.card').filter({ hasText: target });
  await expect(card).toBeVisible();
  const again = patient.waitForRequest('**/rpc/get_my_appointments');
  await pass(61_000);
  await again;

  await pass(49 * HOUR_MS);
  await expect(card.getByText('expired', { exact: true })).toBeVisible();
  await expect(card.getByText('This offer has ended.')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Open payment page' })).toBeHidden();

  const other = await arrive(browser, 'noor', `/pay/${id}`);
  await expect(other.getByText('It may belong to another account')).toBeVisible();
  for (const page of [other, patient, admin]) await page.context().close();
});
