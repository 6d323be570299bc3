import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { asAdmin, inDays } from './support/admin.ts';
import { rpc } from './support/community.ts';
import { arrive } from './support/sessions.ts';

test('an inbox entry is snoozed by keyboard, found among the snoozed ones, and reopened', async ({ browser }) => {
  const page = await asAdmin(browser, '/admin/inbox');
  const lines = page.locator('tbody tr');
  const entry = lines.filter({ hasText: 'Sofia Lindqvist' }).filter({ hasText: 'New request' });
  await expect(entry).toBeVisible();
  const before = await lines.count();
  await entry.getByRole('link', { name: 'New request' }).focus();
  await page.keyboard.press('z');
  const dialog = page.getByRole('dialog', { name: 'Snooze 1 entry' });
  await expectAccessible(page);

  await test.step('a snooze until a time in the past is refused at its field', async () => {
    await dialog.getByLabel('Until').selectOption('Another time');
    await dialog.getByLabel('Day and time').fill(inDays(-1, '09:00'));
    await dialog.getByRole('button', { name: 'Snooze', exact: true }).click();
    await expect(dialog.getByLabel('Day and time')).toBeFocused();
    await expect(dialog).toContainText('at most 60 days ahead');
  });
  await dialog.getByLabel('Day and time').fill(inDays(3, '09:00'));
  await dialog.getByRole('button', { name: 'Snooze', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(lines).toHaveCount(before - 1);
  await expect(page.getByText(/waiting, 1 snoozed$/)).toBeVisible();

  await page.getByRole('radio', { name: 'Snoozed' }).check({ force: true });
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText('Snoozed until');
  await expectAccessible(page);
  await entry.getByRole('link', { name: 'New request' }).focus();
  await page.keyboard.press('z');
  await expect(page.getByText('Nothing is snoozed')).toBeVisible();
  await page.getByRole('radio', { name: 'Waiting' }).check({ force: true });
  await expect(lines).toHaveCount(before);
  await page.context().close();
});

test('an inbox entry shows its deadline, its button opens the open task, and the answer handles the entry', async ({
  browser,
}) => {
  const patient = await arrive(browser, 'noor', '/dashboard');
  const appointment_id = await rpc<{ appointment_id: string }>(patient, 'request_appointment', {
    treatment: 'Laser',
    city_current: 'Dubai',
    city_target: 'Lille',
    country_current: 'AE',
    country_target: 'FR',
    patient_note: '',
    idempotency_key: crypto.randomUUID(),
  }).then((made) => made.appointment_id);
  const question = { appointment_id, body: 'Is there a lift?', idempotency_key: crypto.randomUUID() };
  await rpc(patient, 'ask_about_appointment', question);
  for (const [prefix, viewport, kind, next, due] of [
    ['', { width: 1440, height: 900 }, 'Question', 'Answer', /Answer by \d+ \w+ \d{4}/],
    ['/fr', { width: 390, height: 844 }, 'Question', 'Répondre', /Répondre avant le \d+/],
  ] as const) {
    const page = await asAdmin(browser, `${prefix}/admin/inbox`, { viewport });
    const entry = page.locator('tbody tr').filter({ hasText: 'Noor Haddad' }).filter({ hasText: kind });
    await expect(entry).toContainText(due);
    await expectAccessible(page);
    await entry.getByRole('link', { name: next }).click();
    await expect(page).toHaveURL(new RegExp(`${prefix}/admin(/inbox)?\\?a=${appointment_id}`));
    await expect(page.getByText('Is there a lift?')).toBeVisible();
    await page.context().close();
  }
  const admin = await asAdmin(browser, '/admin/inbox');
  const entry = admin.locator('tbody tr').filter({ hasText: 'Noor Haddad' }).filter({ hasText: 'Question' });
  await expect(entry).toBeVisible();
  await rpc(admin, 'admin_answer_appointment', {
    ...question,
    body: 'There is.',
    idempotency_key: crypto.randomUUID(),
  });
  await expect(entry).toHaveCount(0);
  await admin.context().close();
  await patient.context().close();
});

test("an inbox entry is assigned by keyboard and found among one's own", async ({ browser }) => {
  const page = await asAdmin(browser, '/admin/inbox');
  const entry = page.locator('tbody tr').filter({ hasText: 'Sofia Lindqvist' }).filter({ hasText: 'New request' });
  const assignTo = async (option: { index: number }) => {
    await entry.getByRole('link', { name: 'New request' }).focus();
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog', { name: 'Assign 1 entry' });
    await expect(dialog.getByRole('option')).not.toHaveCount(1);
    await dialog.getByLabel('Assignee').selectOption(option);
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
    await expect(dialog).toBeHidden();
  };
  await assignTo({ index: 1 });
  await page.getByLabel('Assigned to').selectOption('Mine');
  await expect(entry).toHaveCount(1);
  await page.getByLabel('Assigned to').selectOption('Unassigned');
  await expect(page.locator('tbody tr').first()).toBeVisible();
  await expect(entry).toHaveCount(0);
  await page.getByLabel('Assigned to').selectOption('All');
  await assignTo({ index: 0 });
  await expect(entry).toContainText('Nobody');
  await page.context().close();
});
