import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import type { LaunchState } from '#contract/launch.ts';
import { DEMO_PASSWORD } from '#tools/demo/people.ts';
import { expectAccessible } from './support/accessible.ts';
import { signIn } from './support/accounts.ts';
import { asAdmin } from './support/admin.ts';
import { rpc } from './support/community.ts';
import { opened } from './support/consultation.ts';
import { arrive } from './support/sessions.ts';

/** Browser tests of an administrator in the admin panel. */
const pane = (page: Page) => page.getByRole('complementary', { name: 'Appointment' });

test('a person who is not an administrator is redirected to their own start page', async ({ browser }) => {
  const page = await arrive(browser, 'bruno', '/admin/inbox');
  await page.waitForURL('**/dashboard');
  await page.context().close();
});

test('trust 27: the list of appointments can be used by keyboard alone', async ({ browser }) => {
  const page = await asAdmin(browser, '/admin');
  const rows = page.locator('tbody tr');
  await expect(rows.first()).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  const second = rows.nth(1);
  await expect(second).toHaveAttribute('data-cursor', 'true');
  await page.keyboard.press('k');
  await expect(rows.first()).toHaveAttribute('data-cursor', 'true');

  await test.step('the focus moves with the cursor to the next row, so that no key acts on the earlier row', async () => {
    await page.keyboard.press('s');
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(rows.first().getByRole('button', { name: /^Set status/ })).toBeFocused();
    await page.keyboard.press('j');
    await expect(second).toHaveAttribute('data-cursor', 'true');
    await expect(second.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(second).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Escape');
    await rows.nth(2).getByRole('button').first().focus();
    await expect(rows.nth(2)).toHaveAttribute('data-cursor', 'true');
    await page.keyboard.press('k');
    await page.keyboard.press('k');
    await expect(rows.first()).toHaveAttribute('data-cursor', 'true');
  });

  await page.keyboard.press('Enter');
  await page.keyboard.press('j');
  await expect(pane(page)).toBeVisible();
  await expect(page).toHaveURL(/a=[0-9a-f-]{36}/);
  await expect(second).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'Add private info' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('o');
  await expect(page.getByRole('dialog', { name: /^Offer for/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(pane(page)).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('jkson');
  await expect(page.getByRole('searchbox')).toHaveValue('jkson');
  await page.context().close();
});

test('of a list of 1,300 rows the page contains only the visible ones, and keys act on the focused row', async ({
  browser,
}) => {
  const COUNT = 1300;
  const page = await asAdmin(browser, '/robots.txt');
  const named = (index: number) => `Person ${String(index).padStart(4, '0')}`;
  await page.route('**/rpc/admin_list_appointments', async (route) => {
    const asked = route.request().postDataJSON() as { after?: string; limit: number };
    const { after, limit } = asked;
    const answer = await route.fetch({ postData: { ...asked, after: null } });
    const list = (await answer.json()) as { rows: { id: string }[] };
    const from = Number(after ?? 0);
    const rows = Array.from({ length: Math.min(limit, COUNT - from) }, (_, n) => ({
      ...list.rows[0],
      id: `00000000-0000-4000-8000-${String(from + n).padStart(12, '0')}`,
      patient_full_name: named(from + n),
    }));
    const next = from + limit < COUNT ? String(from + limit) : null;
    await route.fulfill({ response: answer, json: { ...list, rows, total: COUNT, is_total_exact: true, next } });
  });
  await page.goto('/admin');
  const table = page.getByRole('table');
  const rows = page.locator('tbody tr[data-id]');
  const under = page.locator('tr[data-cursor]');
  await expect(rows.first()).toContainText(named(0));
  await expect(table).toHaveAttribute('aria-rowcount', String(COUNT + 1));
  expect(await rows.count()).toBeLessThan(60);

  const press = async (times: number) => {
    for (let pressed = 0; pressed < times; pressed++) await page.keyboard.press('j');
  };
  await press(90);
  // The key J cannot move the cursor past the last loaded row, so the test waits until more rows are loaded.
  await expect(page.getByText(`Showing 600 of ${COUNT} appointments`)).toBeVisible();
  await press(40);
  await expect(under).toContainText(named(129));
  await expect(under).toHaveAttribute('aria-rowindex', '131');
  await expect(under.locator(':focus')).toHaveText(named(129));
  await expect(under).toBeInViewport();
  expect(await rows.count()).toBeLessThan(60);

  await test.step('a row that is scrolled far away keeps the focus, and a key acts on it', async () => {
    const box = page.locator('main [aria-busy]');
    // Each scroll to the end loads the next page.
    await expect(async () => {
      await box.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await expect(rows.last()).toContainText(named(COUNT - 1), { timeout: 1000 });
    }).toPass();
    await expect(page.getByText(`Showing ${COUNT} of ${COUNT} appointments`)).toBeVisible();
    await expect(under.locator(':focus')).toHaveText(named(129));
    await page.keyboard.press('n');
    await expect(page.getByRole('dialog', { name: 'Add private info' })).toContainText(named(129));
    await page.keyboard.press('Escape');
    await page.keyboard.press('k');
    await expect(under.locator(':focus')).toHaveText(named(128));
    await expect(under).toBeInViewport();
    await expectAccessible(page);
  });
  await page.context().close();
});

test('the search window finds pages by a few letters, and the navigation shows the number of open inbox entries', async ({
  browser,
}) => {
  const page = await asAdmin(browser, '/admin/audit');
  const waiting = page.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link', { name: /^Inbox/ });
  await expect(waiting).toHaveAccessibleName(/\d+ waiting$/);
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await page.getByRole('textbox').or(page.getByRole('searchbox')).first().focus();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type('pract');
  await expect(palette.getByRole('menuitem').first()).toHaveText('Appointments with “pract”');
  await expect(palette.getByRole('menuitem', { name: 'Cases' })).toBeHidden();
  await palette.getByRole('menuitem', { name: 'Practitioners' }).click();
  await expect(page).toHaveURL(/\/admin\/practitioners$/);
  await expect(palette).toBeHidden();

  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('weiss');
  await expect(palette.getByRole('menuitem')).toHaveText(['Appointments with “weiss”', 'People matching “weiss”']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/users\?q=weiss$/);
  await expect(page.getByRole('button', { name: 'Anna Weiss' })).toBeVisible();

  await page.getByRole('button', { name: 'Search and commands' }).click();
  await page.keyboard.type('overd');
  await page.keyboard.press('ArrowDown');
  await expect(palette.getByRole('menuitem', { name: 'Appointments: Overdue' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await page.context().close();
});

test('filters are part of the page’s address, an empty list has a message, and a saved view restores its filters', async ({
  browser,
}) => {
  const page = await asAdmin(browser, '/admin');
  await expect(page.getByText(/^Showing \d+ of \d+ appointments$/)).toBeVisible();
  await page.getByRole('button', { name: /^Cancelled/ }).click();
  await expect(page).toHaveURL(/status=cancelled/);
  await page.getByRole('searchbox').fill('montreal');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=montreal/);
  // The previous list stays visible until the response arrives, so the test waits until only one row with Montréal is
  // left.
  const inMontreal = page.locator('tbody tr').filter({ hasText: 'Montréal' });
  await expect(inMontreal).toHaveCount(1);
  await expect(inMontreal).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: /^Cancelled/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('searchbox')).toHaveValue('montreal');

  const name = `Lost ${crypto.randomUUID().slice(0, 6)}`;
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save or change views' }).click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('searchbox').fill('nobody is called this');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No appointments found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(page).not.toHaveURL(/q=|status=/);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name }).click();
  // A saved view does not contain the search words, because most search words are names of people.
  await expect(page).toHaveURL(/\/admin\?view=[0-9a-f-]{36}$/);
  await expect(page.getByRole('button', { name: /^Cancelled/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(inMontreal).toHaveCount(1);
  await expect(inMontreal).toBeVisible();

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toContain('Montréal');
  await page.getByRole('button', { name: 'Force Sync' }).click();
  await expect(page.getByText('Everything is up to date')).toBeVisible();
  await page.context().close();
});

test('a status is set with its reason for several appointments at once, and undone', async ({ browser }) => {
  const page = await asAdmin(browser, '/admin?q=sofia');
  const row = page.locator('tbody tr').first();
  await row.getByRole('button', { name: /^Set status/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Pending' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('menuitem', { name: 'Confirmed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set to Confirmed' });
  await dialog.getByRole('button', { name: 'Change status' }).click();
  await expect(dialog.getByText('Enter a reason.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Paid in cash');
  await dialog.getByRole('button', { name: 'Change status' }).click();
  await expect(row).toContainText('Confirmed');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('Pending');

  await page.getByRole('checkbox', { name: 'Select all' }).check();
  const bulk = page.getByRole('region', { name: 'Selected appointments' });
  await bulk.getByRole('button', { name: 'Set status' }).click();
  await page.getByRole('menuitem', { name: 'In progress' }).click();
  await expect(row).toContainText('In progress');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(row).toContainText('Pending');
  await page.context().close();
});

test('a bulk change of rows that have changed meanwhile is refused, shows the new rows, and then succeeds', async ({
  browser,
}) => {
  const page = await asAdmin(browser, '/admin?status=pending');
  const boxes = page.locator('tbody tr[data-id] input[type=checkbox]');
  await expect(boxes.nth(1)).toBeVisible();
  const ids = await page.locator('tbody tr[data-id]').evaluateAll((rows) => rows.map((row) => row.dataset['id'] ?? ''));
  const notes = await Promise.all(
    ids.slice(0, 2).map(async (appointment_id) => {
      const read = { appointment: { shared_details: '' } };
      const { appointment } = await rpc<typeof read>(page, 'admin_get_appointment', { appointment_id });
      return { appt_id: appointment_id, details: appointment.shared_details };
    }),
  );
  for (const nth of [0, 1]) await boxes.nth(nth).check();
  const bulk = page.getByRole('region', { name: 'Selected appointments' });
  await bulk.getByRole('button', { name: 'Set status' }).click();
  await page.getByRole('menuitem', { name: 'In progress' }).click();
  const change = page.getByRole('dialog').getByRole('button', { name: 'Change 2 appointments' });
  await expect(change).toBeEnabled();
  for (const { appt_id } of notes) await rpc(page, 'admin_set_shared_details', { appt_id, details: 'We ask.' });
  await change.click();
  await expect(page.getByText('These 2 appointments were not changed')).toBeVisible();
  await change.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  for (const note of notes) await rpc(page, 'admin_set_shared_details', note);
  await page.context().close();
});

test('a time that the clocks skip or repeat needs a choice, and a double booking causes a warning', async ({
  browser,
}) => {
  const page = await asAdmin(browser, '/admin?q=bruno');
  await page.locator('tbody tr').first().getByRole('button', { name: 'Create offer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Provider name').fill('Dr Hélène Vasseur');
  await expect(dialog.getByLabel('Address')).toHaveValue('12 rue de Lille, 75007 Paris');
  await dialog.getByLabel('Date and time').fill('2027-03-28T02:30');
  await expect(dialog.getByText(/^Sunday,? 28 March 2027 at 02:30$/)).toBeVisible();
  await expect(dialog.getByText(/this time does not exist in Europe\/Paris/)).toBeVisible();
  await dialog.getByLabel('Date and time').fill('2027-10-31T02:30');
  await expect(dialog.getByText(/this time occurs twice in Europe\/Paris/)).toBeVisible();
  await dialog.getByRole('button', { name: /GMT\+1/ }).click();
  await expect(dialog.getByText(/^Chosen: .*GMT\+1$/)).toBeVisible();

  // The demo data contains an appointment at 14:30 on the first Thursday that is at least twelve days away.
  const taken = new Date(Date.now() + 12 * 86_400_000);
  while (taken.getUTCDay() !== 4) taken.setUTCDate(taken.getUTCDate() + 1);
  await dialog.getByLabel('Date and time').fill(`${taken.toISOString().slice(0, 10)}T15:00`);
  await expect(dialog.getByText(/The provider has another appointment within the hour/)).toBeVisible();
  await dialog.getByLabel('Patient price').fill('100');
  await dialog.getByText('Estimates in other currencies').click();
  await expect(dialog.getByText('US$105')).toBeVisible();
  await expect(dialog.getByText('Based on fixed rates. An estimate, not a price.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create offer' }).click();
  await expect(dialog.getByText('Book anyway')).toBeVisible();
  await expectAccessible(page);
  await page.context().close();
});

test('private notes are saved, and no response to the patient contains them', async ({ browser }) => {
  const secret = `secret-${crypto.randomUUID()}`;
  const page = await asAdmin(browser, '/admin?q=bruno');
  await page.locator('tbody tr').first().getByRole('button', { name: 'Add private info' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Private note').fill(secret);
  await dialog.getByLabel('Negotiated price (EUR)').fill('211.11');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Admin information updated successfully')).toBeVisible();
  const member = await arrive(browser, 'bruno', '/dashboard');
  const answer = await member.request.post('/rpc/get_my_appointments', {
    headers: { origin: new URL(member.url()).origin },
  });
  const text = await answer.text();
  expect(text).toContain('requested_treatment');
  expect(text).not.toContain(secret);
  expect(text).not.toContain('21111');
  await member.context().close();
  await page.context().close();
});

test("typed notes and answers stay until they are sent, and never overwrite a colleague's note", async ({
  browser,
}) => {
  const page = await asAdmin(browser, '/admin');
  await expect(page.locator('tbody tr').nth(1)).toBeVisible();
  const ids = await page.locator('tbody tr[data-id]').evaluateAll((rows) => rows.map((row) => row.dataset['id']));
  const [appt_id = '', other = ''] = ids;
  const open = (id: string) => page.locator(`tr[data-id="${id}"] button[data-opens]`).click();
  const answer = pane(page).getByLabel('Answer the member…');
  const note = pane(page).getByRole('textbox', { name: 'Shared with the member' });
  await open(appt_id);
  await answer.fill('We are still asking.');
  await pane(page).getByRole('button', { name: 'Edit', exact: true }).click();
  await note.fill('Please come without make-up.');
  await open(other);
  await expect(answer).toHaveValue('');
  await expect(note).toHaveCount(0);
  await open(appt_id);
  await expect(answer).toHaveValue('We are still asking.');
  await expect(note).toHaveValue('Please come without make-up.');

  await rpc(page, 'admin_set_shared_details', { appt_id, details: 'Bring your passport.' });
  await pane(page).getByRole('button', { name: 'Save' }).click();
  await expect(pane(page)).toContainText('A colleague has changed this note. It now says:');
  await expect(pane(page)).toContainText('Bring your passport.');
  await expectAccessible(page);
  await note.fill('Bring your passport, and come without make-up.');
  await pane(page).getByRole('button', { name: 'Save' }).click();
  await expect(note).toHaveCount(0);
  await expect(pane(page)).toContainText('Bring your passport, and come without make-up.');
  await answer.fill('');
  await page.context().close();
});

test('a line of the launch checklist that a colleague has settled since is not overwritten', async ({ browser }) => {
  const page = await asAdmin(browser, '/admin/products');
  const settle = (note: string, note_was = '') =>
    rpc<LaunchState>(page, 'admin_settle_launch_line', { line: 'insurance', note, note_was });
  const before = await rpc<LaunchState>(page, 'admin_get_launch');
  await settle('', before.lines.find(({ line }) => line === 'insurance')?.note);
  await page.goto('/admin/launch');
  const line = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Insurance' }) });
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox', { name: 'Insurer, policy and end date' });
  await line.getByRole('button', { name: 'Settle' }).click();
  await field.fill('Policy 4712');
  await settle('Policy 4711');
  await dialog.getByRole('button', { name: 'Settle' }).click();
  await expect(dialog).toContainText('Someone has changed this since you opened the form.');
  await expect(field).toHaveValue('Policy 4712');
  await expect(line).toContainText('Policy 4711');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await line.getByRole('button', { name: 'Change' }).click();
  await expect(field).toHaveValue('Policy 4711');
  await dialog.getByRole('button', { name: 'Reopen' }).click();
  await expect(line).not.toContainText('Policy 4711');
  await page.context().close();
});

test('a list or a month that is too long to be shown completely says so', async ({ browser }) => {
  const page = await asAdmin(browser, '/admin/providers');
  const copies = async (name: string, count: number, { key, ...over }: { key: string; scheduled_at?: string }) =>
    page.route(`**/rpc/${name}`, async (route) => {
      const answer = await route.fetch();
      const [row = {}] = (await answer.json()) as object[];
      const json = Array.from({ length: count }, () => ({ ...row, ...over, [key]: crypto.randomUUID() }));
      await route.fulfill({ response: answer, json });
    });
  await expect(page.locator('tbody tr').first()).toBeVisible();
  await expect(page.getByText(/^Only the first/)).toHaveCount(0);
  await copies('admin_list_providers', 100, { key: 'id' });
  await page.reload();
  await expect(page.getByText('Only the first 99 are shown.')).toBeVisible();
  // The test dates the rows outside the shown month, so that the page does not have to render 2,000 entries.
  await copies('admin_list_scheduled', 2001, { key: 'appointment_id', scheduled_at: '2020-01-01T09:00:00Z' });
  await page.goto('/admin/calendar?view=month');
  await expect(page.getByText('Only the first 2,000 appointments of this period are shown.')).toBeVisible();
  await page.context().close();
});

test('an inbox entry is handled and opened again', async ({ browser }) => {
  const page = await asAdmin(browser, '/admin/inbox');
  const entry = page.locator('tbody tr').first();
  await expect(entry).toBeVisible();
  const before = await page.locator('tbody tr').count();
  await entry.getByRole('button', { name: 'Mark as handled' }).click();
  await expect(page.locator('tbody tr')).toHaveCount(before - 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('tbody tr')).toHaveCount(before);

  // The test pressed a button in the first row, so the keyboard cursor is on that row.
  await page.keyboard.press('j');
  const second = page.locator('tbody tr').nth(1);
  await expect(second.getByRole('link').first()).toBeFocused();
  const third = await page.locator('tbody tr').nth(2).getAttribute('data-id');
  await page.keyboard.press('e');
  await expect(page.locator('tbody tr')).toHaveCount(before - 1);
  await expect(second).toHaveAttribute('data-id', third ?? '');
  await expect(second).toHaveAttribute('data-cursor', 'true');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.locator('tbody tr')).toHaveCount(before);
  await page.context().close();
});

test('inbox entries of one kind about one patient are one row, are handled together after a preview, and can be undone', async ({
  browser,
}) => {
  const hugo = await arrive(browser, 'hugo', '/dashboard');
  await rpc(hugo, 'request_appointment', {
    treatment: 'Laser',
    city_current: 'Montréal',
    city_target: 'Lyon',
    country_current: 'CA',
    country_target: 'FR',
    patient_note: '',
    idempotency_key: crypto.randomUUID(),
  });
  await hugo.context().close();
  const page = await asAdmin(browser, '/admin/inbox');
  const lines = page.locator('tbody tr');
  const group = lines.filter({ has: page.getByRole('button', { name: /new requests, Hugo Martins$/ }) });
  await expect(group).toBeVisible();
  const before = await lines.count();
  const opener = group.getByRole('button', { name: /new requests/ });
  await opener.click();
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  await expect(lines).toHaveCount(before + 2);
  await page.keyboard.press('j');
  await expect(page.locator('tr[data-cursor]').getByRole('link', { name: 'New request' })).toBeFocused();
  await page.keyboard.press('k');
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(lines).toHaveCount(before);

  await page.keyboard.press('x');
  await page.getByRole('checkbox', { name: /^Select 1 question, Hugo/ }).check();
  const bulk = page.getByRole('region', { name: 'Selected entries' });
  await expect(bulk).toContainText('3 selected');
  await bulk.getByRole('button', { name: 'Mark as handled' }).click();
  const preview = page.getByRole('dialog', { name: 'Mark 3 entries as handled' });
  await expect(preview.getByRole('listitem')).toHaveText([/^Hugo Martins/, /^Hugo Martins/, /^Hugo Martins/]);
  await expect(preview).toContainText('1 of them still needs an answer');
  await expectAccessible(page);
  await preview.getByRole('button', { name: 'Mark 3 as handled' }).click();
  await expect(preview).toBeHidden();
  await expect(lines).toHaveCount(before - 2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(lines).toHaveCount(before);

  await test.step('the key E on a row of grouped entries first shows a preview of all of them', async () => {
    await opener.focus();
    await page.keyboard.press('e');
    await expect(page.getByRole('dialog', { name: 'Mark 2 entries as handled' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });
  await page.context().close();
});

test('filters by country, days and provider are in the address, without a name, and can be removed one by one', async ({
  browser,
}) => {
  const page = await asAdmin(browser, '/admin');
  const rows = page.locator('tbody tr');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Filter appointments' });
  await dialog.getByLabel('Country of treatment').selectOption('FR');
  await dialog.getByLabel('Provider').selectOption('Dr Hélène Vasseur');
  const from = dialog.getByRole('group', { name: 'Appointment' }).getByLabel('From');
  const to = dialog.getByRole('group', { name: 'Appointment' }).getByLabel('To');
  await from.fill('2026-02-02');
  await to.fill('2026-02-01');
  await dialog.getByRole('button', { name: 'Show appointments' }).click();
  await expect(dialog.getByText('Choose a day on or after the first.')).toBeVisible();
  await expectAccessible(page);
  await to.fill('');
  // The test counts the rows only after the service has answered the request that contains these filters.
  const answered = page.waitForResponse('**/rpc/admin_list_appointments');
  await dialog.getByRole('button', { name: 'Show appointments' }).click();
  await answered;
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\?visit_from=2026-02-02&country=FR&provider=[0-9a-f-]{36}$/);
  const chips = page.getByRole('list', { name: 'Filters that apply' });
  await expect(chips.getByRole('listitem')).toHaveText([/from 2 Feb 2026/, /France/, /Dr Hélène Vasseur/]);
  await expect(rows.first()).toContainText('FR');
  const withAll = await rows.count();
  await chips.getByRole('button', { name: 'Remove the filter Provider' }).click();
  await chips.getByRole('button', { name: 'Remove the filter Appointment' }).click();
  await expect(page).toHaveURL(/\?country=FR$/);
  await expect.poll(() => rows.count()).toBeGreaterThan(withAll);
  await page.getByRole('searchbox').fill('vasseur');
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(withAll);
  await page.context().close();
});

test('on a phone the header of the appointments is at most 120 px high, and a tap on a card opens the appointment', async ({
  browser,
}) => {
  const page = await asAdmin(browser, '/admin', { viewport: { width: 390, height: 844 } });
  const card = page.locator('tbody tr').first();
  await expect(card).toBeVisible();
  const height = await page
    .locator('main header')
    .first()
    .evaluate((head) => head.getBoundingClientRect().height);
  expect(height).toBeLessThanOrEqual(120);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Export CSV' })).toBeVisible();
  await page.keyboard.press('Escape');
  const { x, y, height: high } = (await card.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  await page.mouse.click(x + 60, y + high / 2);
  await expect(pane(page)).toBeVisible();
  await page.context().close();
});

test('on a phone the navigation shows the open group, and rows of a table are aligned with its title', async ({
  browser,
}) => {
  const page = await asAdmin(browser, '/admin/directory', { viewport: { width: 390, height: 844 } });
  const left = async (one: Locator) => (await one.boundingBox())?.x;
  const title = await left(page.getByRole('heading', { name: 'Public directory' }));
  expect(title).toBe(20);
  const row = page.getByRole('row').nth(1);
  expect(await left(row.getByRole('rowheader').locator('bdi'))).toBe(title);
  expect(await left(row.getByRole('cell').first())).toBe(title);

  const current = page.getByRole('navigation', { name: 'Admin Panel' }).locator('[aria-current]');
  await expect(current).toHaveText('People');
  await expect(current).toBeInViewport({ ratio: 1 });
  await page.goto('/admin/audit');
  await expect(page.locator('.admin-nav__count')).toBeAttached();
  await expect(current).toHaveText('System');
  await expect(current).toBeInViewport({ ratio: 1 });
  await page.context().close();
});

test('an account is suspended, cannot sign in, and is restored', async ({ browser }) => {
  const page = await asAdmin(browser, '/admin/users');
  await page.getByRole('searchbox').fill('Weiss');
  await page.getByRole('button', { name: 'Anna Weiss' }).click();
  const dialog = page.getByRole('dialog', { name: 'Anna Weiss' });
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await dialog.getByLabel('Reason').fill('Asked for by the person');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(dialog.getByText('Suspended', { exact: true })).toBeVisible();
  const other = await browser.newPage();
  await opened(other, '/login');
  await signIn(other, { email: 'anna@flaira.example', password: DEMO_PASSWORD });
  await expect(other.getByText('This account is suspended')).toBeVisible();
  expect(new URL(other.url()).pathname).toBe('/login');
  await other.close();
  await dialog.getByRole('button', { name: 'Lift suspension' }).click();
  await dialog.getByLabel('Reason').fill('Asked for by the person');
  await dialog.getByRole('button', { name: 'Lift suspension' }).click();
  await expect(dialog.getByText('Active', { exact: true })).toBeVisible();
  await page.context().close();
});

test('the hash chain of the audit log is unbroken, and the operations page reports no fault', async ({ browser }) => {
  const page = await asAdmin(browser, '/admin/audit');
  await page.getByRole('button', { name: 'Check the chain' }).click();
  await expect(page.getByRole('status')).toHaveText(/The chain of [\d,]+ entr(y|ies) is intact/);
  await page.goto('/admin/system');
  await expect(page.getByRole('heading', { name: 'Jobs' })).toBeVisible();
  await page.context().close();
});

const rooms = [
  '',
  '/calendar',
  '/calendar?view=month',
  '/providers',
  '/clinics',
  '/inbox',
  '/cases',
  '/users',
  '/practitioners',
  '/system',
  '/audit',
];
for (const language of ['en', 'fr'] as const) {
  test(`trust 27: every page of the admin panel is accessible on a phone and on a wide screen in ${language}`, async ({
    browser,
  }) => {
    test.setTimeout(180_000);
    const page = await arrive(browser, 'admin');
    for (const room of rooms) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`${language === 'fr' ? '/fr' : ''}/admin${room}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('.skeleton-rows')).toHaveCount(0);
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await expectAccessible(page);
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wider, `${room} at ${width} px`).toBeLessThanOrEqual(0);
      }
    }
    await page.context().close();
  });
}
