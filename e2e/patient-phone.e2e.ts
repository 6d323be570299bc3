import { expect, type Locator, type Page, test } from '@playwright/test';
import { at, opened, says } from './support/consultation.ts';
import { sentence } from './support/sentence.ts';
import { arrive } from './support/sessions.ts';

/**
 * Browser tests of content that hardly fits on a phone: long addresses, French buttons, and tables of contents of legal
 * pages.
 */
const phone = { width: 390, height: 844 };
const longEmail = 'marguerite-antoinette.delacroix-beaumont@consultations.flaira.example';

/** Returns the number of text lines in an element. */
const linesOf = (place: Locator): Promise<number> =>
  place.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const boxes = [...range.getClientRects()].sort((one, other) => one.top - other.top);
    // A box begins a new line if its top is more than half its height below the top of the box before it.
    return boxes.filter(({ top, height }, at) => at === 0 || top - (boxes[at - 1]?.top ?? 0) > height / 2).length;
  });

async function expectNoWidthToSpare(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBe(0);
}

for (const language of ['en', 'fr', 'ar'] as const)
  test(`a long email address stays on one line, and its end is visible (${language})`, async ({ browser }) => {
    const page = await arrive(browser, 'alice', undefined, { viewport: phone });
    await page.route('**/rpc/who_am_i', async (route) => {
      const answer = await route.fetch();
      const { user, ...rest } = await answer.json();
      await route.fulfill({ json: { ...rest, user: { ...user, email: longEmail, language } } });
    });
    await page.addInitScript((code) => localStorage.setItem('flaira.language', code), language);
    for (const path of ['/account', '/account/security']) {
      await page.goto(language === 'fr' ? `/fr${path}` : path);
      const address = page.getByTitle(longEmail);
      await expect(address).toHaveText(longEmail);
      await expect(address).toBeVisible();
      expect(await linesOf(address)).toBe(1);
      const box = await address.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? phone.width)).toBeLessThanOrEqual(phone.width - 20);
      // Only the part before the domain is shortened, because the reader recognises the address by its domain.
      expect(
        await address
          .locator('span')
          .last()
          .evaluate((end) => end.scrollWidth - end.clientWidth),
      ).toBe(0);
      await expectNoWidthToSpare(page);
    }
    await page.context().close();
  });

for (const width of [390, 360])
  test.describe(`French buttons of the camera at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 }, permissions: ['camera'] });

    test('each French button of the camera has its label on one line inside it, and is large enough to touch', async ({
      page,
    }) => {
      const areWhole = async () => {
        for (const button of await page.getByRole('button').filter({ visible: true, hasText: /\p{L}/u }).all()) {
          const label = button.locator('.button__label');
          if ((await label.count()) === 0) continue;
          const name = (await label.textContent()) ?? '';
          expect(await linesOf(label), name).toBe(1);
          expect(await button.evaluate((one) => one.scrollWidth - one.clientWidth), name).toBeLessThanOrEqual(0);
          expect((await button.boundingBox())?.height ?? 0, name).toBeGreaterThanOrEqual(40);
        }
        await expectNoWidthToSpare(page);
      };
      await opened(page, at('/unlock', 'fr'));
      await areWhole();
      await page.getByRole('checkbox').check();
      await page.getByRole('button', { name: says.fr.camera }).click();
      const shutter = page.getByRole('button', { name: says.fr.shutter });
      await expect(shutter).toBeVisible();
      await areWhole();
      // The button for files is at the same height as the shutter.
      const other = page.getByRole('button', { name: says.fr.files });
      const [one, two] = [await shutter.boundingBox(), await other.boundingBox()];
      expect(Math.abs((one?.y ?? 0) + (one?.height ?? 0) / 2 - (two?.y ?? 0) - (two?.height ?? 0) / 2)).toBeLessThan(4);
      await other.click();
      await expect(page.locator('input[type=file]').first()).toBeAttached();
      await areWhole();
    });
  });

for (const language of ['en', 'fr'] as const)
  test(`the table of contents of a legal page is folded on a phone and leads to a section (${language})`, async ({
    page,
  }) => {
    const contents = sentence(language, 'legal', 'contents');
    await page.setViewportSize(phone);
    for (const path of ['/terms', '/privacy-policy', '/legal/compliance']) {
      await page.goto(at(path, language));
      const fold = page.getByRole('navigation', { name: contents });
      await expect(fold).toHaveCount(1);
      const first = page.locator('main section h2').first();
      // The reader sees the beginning of the text without scrolling.
      expect((await first.boundingBox())?.y ?? Infinity, path).toBeLessThan(phone.height);
      await expect(fold.getByRole('link').first()).toBeHidden();
      await fold.getByText(contents).click();
      const link = fold.getByRole('link').nth(2);
      expect((await link.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(40);
      await link.click();
      await expect(page.locator('main section h2').nth(2)).toBeInViewport();
      await expectNoWidthToSpare(page);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(page.getByRole('navigation', { name: contents }).getByRole('link').first()).toBeVisible();
  });

test('turning the phone keeps the open dialog of the dashboard and the typed text', async ({ browser }) => {
  const page = await arrive(browser, 'alice', '/dashboard');
  const turnsTwice = async (stays: () => Promise<void>) => {
    for (const size of [phone, { width: 1440, height: 900 }, phone]) {
      await page.setViewportSize(size);
      await expect(page.locator('.fold > h2').first()).toBeVisible({ visible: size === phone });
      await stays();
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  };

  await page.getByRole('button', { name: sentence('en', 'dashboard-cards', 'month.change_target') }).click();
  const target = page.getByLabel(sentence('en', 'dashboard-cards', 'target.label'));
  await target.fill('17');
  await turnsTwice(() => expect(target).toHaveValue('17'));
  await page.keyboard.press('Escape');
  await expect(target).toBeHidden();

  await page.getByRole('button', { name: sentence('en', 'care', 'urgent.open') }).click();
  const question = page.getByRole('dialog', { name: sentence('en', 'care', 'urgent.question') });
  await turnsTwice(() => expect(question).toBeVisible());
  await page.context().close();
});

test('on a phone the link to another case with new messages opens these messages', async ({ browser }) => {
  const page = await arrive(browser, 'alice', undefined, { viewport: phone });
  const other = crypto.randomUUID();
  await page.route('**/rpc/list_my_cases', async (route) => {
    const answer = await route.fetch();
    const cases = await answer.json();
    await route.fulfill({ json: [...cases, { ...cases[0], id: other, number: 'FL-1' }] });
  });
  await page.route('**/rpc/list_case_messages', async (route) => {
    const { case_id } = route.request().postDataJSON();
    if (case_id !== other) return route.continue();
    const message = {
      id: crypto.randomUUID(),
      is_staff: true,
      is_mine: false,
      author_name: 'Dr Anne Roche',
      body: 'Please use the cream for two more days.',
      sent_at: new Date().toISOString(),
      read_at: null,
    };
    return route.fulfill({ json: { messages: [message], may_write: false, is_closed: false } });
  });
  const unread = sentence('en', 'care', 'messages.unread_one', { count: 1 });
  const care = page.getByRole('region', { name: sentence('en', 'care', 'section'), exact: true });
  const fold = care.getByRole('button', { name: unread });
  const words = page.getByText('Please use the cream for two more days.');
  // A link to the case alone, for example from the news about a plan, must not open messages and mark them as read.
  await page.goto(`/dashboard?case=${other}`);
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await page.goto('/dashboard');
  await page.getByRole('region', { name: unread }).waitFor();
  await expect(words).toBeHidden();
  await page.getByRole('link', { name: sentence('en', 'care', 'passport.open'), exact: true }).click();
  await expect(words).toBeInViewport();
  await expect(care).toBeFocused();
  await fold.click();
  await expect(words).toBeHidden();
  await page.context().close();
});
