import { expect, type Page, test } from '@playwright/test';
import { expectNothingFound } from './support/accessible.ts';
import { at, type Language } from './support/consultation.ts';
import { arrive } from './support/sessions.ts';

/** Browser tests of the public pages for a visitor, a search engine and a reader without scripts. */
const pages = [
  'home',
  'offer',
  'how-it-works',
  'testimonials',
  'faq',
  'pricing',
  'verify',
  'practitioners',
  'practitioners/helene-vasseur',
  'help',
  'privacy-policy',
  'terms',
  'security',
  'evidence',
];
const languages: readonly Language[] = ['en', 'fr'];
const everyPage = languages.flatMap((language) => pages.map((page) => at(`/${page}`, language)));

/** Collects faults that a page must not have while it is shown. */
function watched(page: Page): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol !== 'data:' && hostname !== 'localhost') faults.push(`a request to ${hostname}`);
  });
  return faults;
}

/**
 * Returns the names of everything that a visit stores in the browser. Public pages store nothing before the visitor
 * makes a choice.
 */
async function storedBy(page: Page) {
  // The page counts a view of the plans when the plans become visible, so the test scrolls to the plans.
  await page.evaluate(() => document.querySelector('[data-plans-sheet]')?.scrollIntoView({ behavior: 'instant' }));
  const stored = await page.evaluate(() => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
  }));
  return { cookies: (await page.context().cookies()).map(({ name }) => name), ...stored };
}

test('every public page has one heading, a title and its addresses, fits its window, and stores nothing', async ({
  page,
}) => {
  const faults = watched(page);
  await page.setViewportSize({ width: 360, height: 800 });
  const titles = new Set<string>();
  for (const path of everyPage) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(200);
    await expect(page.locator('h1'), path).toHaveCount(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
    titles.add(await page.title());
    // French law forbids testimonials in advertising. The French page of testimonials is therefore empty, and search
    // engines are told not to list it.
    const isHidden = path === '/fr/testimonials';
    await expect(page.locator('meta[name=robots][content=noindex]'), path).toHaveCount(isHidden ? 1 : 0);
    await expect(page.locator('link[rel=canonical]'), path).toHaveCount(1);
    await expect(page.locator('link[rel=alternate]'), path).toHaveCount(3);
    expect(await storedBy(page), path).toEqual({ cookies: [], local: [], session: [] });
    expect(faults, path).toEqual([]);
  }
  expect(titles.size).toBe(everyPage.length);
});

for (const path of everyPage) {
  test(`trust 27: axe finds nothing on ${path}`, async ({ page }) => {
    await page.goto(path);
    await expectNothingFound(page);
  });
}

test('every link leads to an existing page, and to an existing section of it', async ({ request, baseURL }) => {
  const texts = new Map<string, string>();
  const read = async (address: string): Promise<string> => {
    const known = texts.get(address);
    if (known !== undefined) return known;
    const answer = await request.get(address);
    expect(answer.status(), address).toBe(200);
    texts.set(address, await answer.text());
    return texts.get(address) ?? '';
  };
  for (const path of everyPage) {
    const page = new URL(path, baseURL).href;
    for (const [, address = ''] of (await read(page)).matchAll(/<a [^>]*?href="([^"]+)"/g)) {
      const link = new URL(address.replaceAll('&amp;', '&'), page);
      if (!link.protocol.startsWith('http')) continue;
      const place = link.hash.slice(1);
      link.hash = '';
      const text = await read(link.href);
      if (place) expect(text, `${link.href}#${place}`).toContain(`id="${place}"`);
    }
  }
  expect(texts.size).toBeGreaterThan(everyPage.length);
});

test('the landing page is first shown without style sheets and scripts, and the complete fonts load afterwards', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const faces = () => page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length);
  await page.goto('/home', { waitUntil: 'commit' });
  await expect.poll(faces).toBeGreaterThanOrEqual(2);
  expect(asked.filter((path) => /\.(js|css)$/.test(path))).toEqual([]);
  const fontAfterPaint_ms = () =>
    page.evaluate(() => {
      const font = performance.getEntriesByType('resource').find(({ name }) => name.includes('.woff2'));
      const paint = performance.getEntriesByType('paint').at(-1);
      return font && paint ? font.startTime - paint.startTime : -1;
    });
  await expect.poll(fontAfterPaint_ms).toBeGreaterThan(0);
  await page.locator('footer a[href="/faq"]').first().click();
  await page.waitForURL('**/faq');
  await expect(page.locator('html')).not.toHaveAttribute('data-fonts');
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('without scripts our fonts load too', async ({ page }) => {
    const font = page.waitForResponse((answer) => answer.url().endsWith('.woff2'));
    await page.goto('/home');
    expect((await font).status()).toBe(200);
  });

  test('without scripts the landing page is complete, and only one of its questions is open at a time', async ({
    page,
  }) => {
    await page.goto('/home');
    await expect(page.locator('[data-counts]')).toContainText('755');
    await expect(page.getByText('€143').first()).toBeVisible();
    await page.getByRole('radio', { name: 'Annual' }).check();
    await expect(page.getByText('€1,459', { exact: true })).toBeVisible();
    await expect(page.getByText('€143', { exact: true })).toBeHidden();

    const open = page.locator('#questions details[open]');
    await expect(open).toHaveCount(1);
    await page.getByText('Are they real doctors?').click();
    await expect(open).toHaveCount(1);
    await expect(open).toContainText('certified aesthetic doctor');
    await page.getByText('Are they real doctors?').click();
    await expect(open).toHaveCount(0);
  });
});

test('testimonials move by button and arrow key, and no French page shows a testimonial', async ({ page }) => {
  await page.goto('/home');
  const list = page.getByRole('list', { name: 'In their words' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: 'More testimonials' }).click();
  await expect.poll(() => list.evaluate((row) => row.scrollLeft)).toBeGreaterThan(100);
  await page.getByRole('button', { name: 'Previous testimonials' }).click();
  await expect.poll(() => list.evaluate((row) => row.scrollLeft)).toBe(0);
  for (const path of ['/fr/home', '/fr/offer', '/fr/testimonials']) {
    await page.goto(path);
    await expect(page.locator('blockquote'), path).toHaveCount(0);
  }
});

test('the offer page has no link to sign in, and a narrow landing page has five questions instead of six', async ({
  page,
}) => {
  await page.goto('/offer');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toHaveCount(0);
  await page.goto('/home');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  const questions = page.locator('#questions details:visible');
  await expect(questions).toHaveCount(6);
  await page.setViewportSize({ width: 899, height: 900 });
  await expect(questions).toHaveCount(5);
});

test('public pages show a signed-in person a link to their dashboard, and after signing out a link to sign in', async ({
  browser,
}) => {
  const page = await arrive(browser, 'alice', '/home');
  const [header, footer] = [page.locator('.site-header'), page.locator('.site-footer')];
  await expect(header.getByRole('link', { name: 'Sign In' })).toHaveCount(0);
  await expect(footer.getByRole('link', { name: 'Sign In' })).toHaveCount(0);
  await expect(footer.getByRole('link', { name: 'My dashboard' })).toBeVisible();
  await page.goto('/fr/faq');
  await header.getByRole('link', { name: 'Mon espace' }).click();
  await page.waitForURL('**/fr/dashboard');
  await page.context().clearCookies();
  await page.goto('/home');
  await expect(header.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'My dashboard' })).toHaveCount(0);
  await page.context().close();
});

test('a link to our page on another site shows an image in the language of the page', async ({ page, request }) => {
  for (const [path, picture] of [
    ['/home', 'share.png'],
    ['/fr/home', 'share.fr.png'],
  ] as const) {
    await page.goto(path);
    const address = await page.locator('meta[property="og:image"]').getAttribute('content');
    expect(new URL(address ?? '').pathname).toBe(`/${picture}`);
    expect((await request.get(`/${picture}`)).headers()['content-type']).toBe('image/png');
  }
});

test('search engines find robots.txt and the sitemap, and an unknown address is a 404', async ({ page, request }) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain('/fr/sitemap.xml');
  const map = await request.get('/fr/sitemap.xml');
  expect(map.headers()['content-type']).toContain('xml');
  const addresses = [...(await map.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address!);
  expect(addresses.length).toBeGreaterThan(5);
  for (const address of addresses) expect((await request.get(new URL(address).pathname)).status(), address).toBe(200);
  expect((await request.get('/manifest.webmanifest')).status()).toBe(200);

  await page.goto('/faq');
  const data = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(data!).mainEntity).toHaveLength(16);

  expect((await page.goto('/fr/nulle-part'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('n’existe pas');
});
