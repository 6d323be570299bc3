import { expect, type Page, test } from '@playwright/test';
import { arrive } from './support/sessions.ts';
import { uploadThreePhotos } from './support/consultation.ts';
import { walk } from './support/walk.ts';

/**
 * Removes features that Safari 16.4 lacks, as far as a page can remove them. The function runs before the page's own
 * scripts.
 */
function becomeSafari164() {
  const take = (owner: object, ...names: string[]) => {
    for (const name of names) Reflect.deleteProperty(owner, name);
  };
  take(Promise, 'withResolvers', 'try');
  take(Object, 'groupBy');
  take(Map, 'groupBy');
  take(AbortSignal, 'any');
  take(URL, 'parse', 'canParse');
  take(RegExp, 'escape');
  take(Response, 'json');
  take(Set.prototype, 'union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf');
  take(ArrayBuffer.prototype, 'transfer', 'transferToFixedLength');
  take(
    Object.getPrototypeOf(Object.getPrototypeOf([].values())),
    'map',
    'filter',
    'take',
    'drop',
    'flatMap',
    'toArray',
  );
  take(Element.prototype, 'checkVisibility', 'setHTMLUnsafe', 'getHTML', 'requestClose');
  take(HTMLElement.prototype, 'popover', 'showPopover', 'hidePopover', 'togglePopover');
  take(HTMLButtonElement.prototype, 'popoverTargetElement', 'popoverTargetAction', 'command', 'commandForElement');
  take(Document.prototype, 'startViewTransition', 'caretPositionFromPoint');
  take(CSS, 'highlights');
  take(Blob.prototype, 'bytes');
  take(Response.prototype, 'bytes');
  take(CanvasRenderingContext2D.prototype, 'filter');
  take(
    globalThis,
    'requestIdleCallback',
    'cancelIdleCallback',
    'Iterator',
    'Float16Array',
    'CloseWatcher',
    'scheduler',
    'navigation',
    'onscrollend',
    'VideoFrame',
    'MediaStreamTrackProcessor',
  );
  // Safari 17 is the first version with WebGL in an OffscreenCanvas.
  const { getContext } = OffscreenCanvas.prototype;
  Object.assign(OffscreenCanvas.prototype, {
    getContext(this: OffscreenCanvas, kind: '2d', ...rest: []) {
      return kind === '2d' ? getContext.call(this, kind, ...rest) : null;
    },
  });
  // In Safari 16.4, dates of the locale en-CA are written in the American order.
  const format = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format')!.get!;
  Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
    get(this: Intl.DateTimeFormat) {
      const write = format.call(this) as (at?: Date) => string;
      return this.resolvedOptions().locale === 'en-CA'
        ? (at?: Date) => write(at).replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1')
        : write;
    },
  });
}

/** Collects the faults on the page, and counts how often the page loads. */
function watched(page: Page) {
  const faults: string[] = [];
  let loads = 0;
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => request.isNavigationRequest() && loads++);
  return { faults, loads: () => loads };
}

for (const who of new Set(walk.map((stop) => stop.who))) {
  test(`without features newer than Safari 16.4, ${who ?? 'a visitor'} sees every page`, async ({ browser }) => {
    test.setTimeout(120_000);
    const page = who ? await arrive(browser, who) : await browser.newPage();
    await page.addInitScript(becomeSafari164);
    const { faults } = watched(page);
    for (const stop of walk.filter((one) => one.who === who)) {
      await page.goto(stop.path);
      await expect(page.locator(stop.shows).first(), stop.path).toBeVisible({ timeout: 20_000 });
      await expect(page.locator('.last-resort')).toHaveCount(0);
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });
}

test('without features newer than Safari 16.4, posts can be read, the bell opens and calendars show days', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const alice = await arrive(browser, 'alice');
  await alice.addInitScript(becomeSafari164);
  await alice.goto('/community');
  const posts = await alice
    .locator('main article a[href*="/community/p/"]')
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href')!.split('#')[0]!))]);
  expect(posts.length).toBeGreaterThan(3);
  for (const post of posts.slice(0, 6)) {
    await alice.goto(post);
    await expect(alice.locator('main article').first()).toBeVisible();
    await expect(alice.locator('.last-resort')).toHaveCount(0);
  }
  await alice.getByRole('button', { name: /^Notifications/ }).click();
  await expect(alice.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
  await alice.context().close();

  const admin = await arrive(browser, 'admin');
  await admin.addInitScript(becomeSafari164);
  await admin.goto('/admin/calendar');
  await expect(admin.locator('[aria-current=date]')).toHaveCount(1);
  await admin.context().close();
});

test('without features newer than Safari 16.4, a visitor sends three photos and a doctor draws on them', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  await page.addInitScript(becomeSafari164);
  await uploadThreePhotos(page, 'fr');
  const doctor = await arrive(browser, 'doctor');
  await doctor.addInitScript(becomeSafari164);
  await doctor.goto('/studio');
  await doctor.getByRole('row').filter({ hasText: /FL-/ }).first().dblclick();
  await expect(doctor.locator('figure[data-ready] canvas').first()).toBeVisible({ timeout: 90_000 });
  await doctor.context().close();
});

test('a browser that is too old shows a message in its language, except on a page that needs no scripts', async ({
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(String.prototype, 'isWellFormed'));
  const { loads } = watched(page);
  for (const [path, title] of [
    ['/dashboard', 'This browser is too old'],
    ['/fr/login', 'Ce navigateur est trop ancien'],
    ['/community', 'This browser is too old'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  }
  await page.evaluate(() => localStorage.setItem('flaira.language', 'ar'));
  await page.goto('/account');
  await expect(page.locator('html[dir=rtl][lang=ar] h1')).toBeVisible();
  expect(loads()).toBe(4);
  await page.goto('/home');
  await expect(page.locator('h1')).not.toHaveText(/too old/);
});

test('a page whose script fails is loaded again once, and then shows a message', async ({ browser }) => {
  const page = await arrive(browser, 'alice', '/home');
  await page.route(/\/assets\/dashboard-[^/]+\.js$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `Promise.noSuchThing();${await answer.text()}` });
  });
  const { loads } = watched(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'This page stopped working' })).toBeVisible();
  // The page must not load a third time during this wait.
  await page.waitForTimeout(2_000);
  expect(loads()).toBe(2);
  await page.context().close();
});
