import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { asAdmin } from './support/admin.ts';
import { rpc } from './support/community.ts';
import { arrive } from './support/sessions.ts';

const pane = (page: Page) => page.getByRole('complementary', { name: 'Appointment' });
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('data-id') ?? '');

for (const [room, opener] of [
  ['/admin', 'button[data-opens]'],
  ['/admin/inbox', 'a[data-opens]'],
] as const)
  test(`${room}: an appointment opens next to the list, J and K change both, and Escape returns to its row`, async ({
    browser,
  }) => {
    const page = await asAdmin(browser, room);
    const rows = page.locator(`tbody tr:has(${opener})`);
    await rows.first().locator(opener).focus();
    const first = await focused(page);
    await page.keyboard.press('Enter');
    await expect(pane(page).getByRole('heading', { level: 2 })).toBeVisible();
    expect(await focused(page)).toBe(first);
    await page.keyboard.press('j');
    const cursor = page.locator('tr[data-cursor]');
    await expect(cursor).not.toHaveAttribute('data-id', first);
    const second = await focused(page);
    await expect(cursor).toHaveAttribute('data-id', second);
    await expect(cursor).toHaveAttribute(room === '/admin' ? 'aria-selected' : 'data-open', 'true');
    await expect(pane(page).getByRole('heading', { level: 2 })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(pane(page)).toBeHidden();
    await expect.poll(() => focused(page)).toBe(second);
    await page.context().close();
  });

test('Escape closes a dialog that does not have the focus yet, and not the page behind it', async ({ browser }) => {
  const page = await asAdmin(browser, '/admin');
  await page.locator('tbody button[data-opens]').first().click();
  await expect(pane(page).getByRole('heading', { level: 2 })).toBeVisible();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Add private info' });
  await expect(dialog).toBeVisible();
  await page.evaluate(() => {
    (document.activeElement as HTMLElement).blur();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  });
  await expect(dialog).toBeHidden();
  await expect(pane(page)).toBeVisible();
  await page.context().close();
});

test('Escape cancels a dialog whose code is still loading', async ({ browser }) => {
  const page = await arrive(browser, 'alice');
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  let asked = 0;
  await page.route(/request-dialog/, async (route) => {
    asked += 1;
    await isReleased;
    await route.continue();
  });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'New request' }).click();
  await expect.poll(() => asked).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  release();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'New request' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.context().close();
});

test('a saved view of the inbox has its own address, can be renamed and removed, and then leaves a message', async ({
  browser,
}) => {
  const page = await asAdmin(browser, '/admin/inbox');
  const name = `Questions ${crypto.randomUUID().slice(0, 6)}`;
  const save = async () => {
    await page.getByRole('button', { name: /^Views/ }).click();
    await page.getByRole('menuitem', { name: 'Save or change views' }).click();
  };
  await page.getByLabel('Kind of entry').selectOption('Question');
  await expect(page).toHaveURL(/kind=question/);
  await save();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('dialog').getByText('Open with this view').click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goto('/admin/inbox');
  await expect(page.getByRole('button', { name: `Views: ${name}` })).toBeVisible();
  await expect(page.getByLabel('Kind of entry')).toHaveValue('question');

  await page.getByLabel('Kind of entry').selectOption('All kinds');
  await expect(page).toHaveURL(/view=all$/);
  await page.getByRole('button', { name: /^Views/ }).click();
  await page.getByRole('menuitem', { name }).click();
  await expect(page).toHaveURL(/\/admin\/inbox\?view=[0-9a-f-]{36}$/);
  const address = page.url();

  await page.getByRole('button', { name: /^Views/ }).click();
  await page.getByRole('menuitem', { name: 'Save or change views' }).click();
  const known = page.getByRole('dialog').getByLabel(`Name of the view ${name}`);
  await known.fill(`${name} b`);
  await known.press('Enter');
  await expect(page.getByRole('button', { name: `Open with ${name} b` })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: `Remove the view ${name} b` }).click();
  await page.keyboard.press('Escape');
  await page.goto(address);
  await expect(page.getByText('This view no longer exists. Everything is shown.')).toBeVisible();
  await expectAccessible(page);
  await page.context().close();
});

test('a failed payment is an inbox entry with text, deadline and one action', async ({ browser }) => {
  const page = await asAdmin(browser, '/admin/inbox');
  const { rows } = await rpc<{ rows: object[] }>(page, 'admin_inbox_list', {});
  await page.route('**/rpc/admin_inbox_list', async (route) => {
    const kinds = ['payment_failed', 'message_unread', 'from_a_later_release'];
    const shown = kinds.map((kind, index) => ({
      ...rows[0],
      inbox_id: crypto.randomUUID(),
      patient_id: null,
      kind,
      index,
    }));
    await route.fulfill({ json: { rows: shown, waiting: 3, shown: 3, snoozed: 0, next: null } });
  });
  await page.reload();
  const lines = page.locator('tbody tr');
  await expect(lines).toHaveCount(3);
  await expect(lines.nth(0)).toContainText('Payment failed');
  await expect(lines.nth(0).getByRole('link', { name: 'Contact' })).toBeVisible();
  await expect(lines.nth(1)).toContainText('Message not read');
  await expect(lines.nth(2)).toContainText('New kind of entry: reload the page');
  await page.context().close();
});

for (const prefix of ['', '/fr'])
  for (const room of ['/admin', '/admin/inbox'])
    test(`on a phone ${prefix}${room} has a header of at most 120 px, and a tap on a card opens the appointment`, async ({
      browser,
    }) => {
      const page = await asAdmin(browser, `${prefix}${room}`, {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
      });
      // The test opens an entry about an appointment. A folded group would open in place, and an entry about money
      // would open another page.
      const card = page
        .locator('tbody tr:has(a[data-opens][href*="?a="], button[data-opens]:not([aria-expanded]))')
        .first();
      await expect(card).toBeVisible();
      const head = await page.locator('main header').first().boundingBox();
      expect(head?.height).toBeLessThanOrEqual(120);
      await expectAccessible(page);
      const box = await card.boundingBox();
      await page.touchscreen.tap((box?.x ?? 0) + 90, (box?.y ?? 0) + 60);
      await expect(page).toHaveURL(new RegExp(`${prefix}/admin\\?a=[0-9a-f-]{36}`));
      await expect(page.getByRole('complementary').getByRole('heading', { level: 2 })).toBeVisible();
      await expectAccessible(page);
      await page.context().close();
    });
