import { expect, test } from '@playwright/test';
import { english, french } from '#tools/fonts/cuts.ts';
import { as, rpc } from './support/community.ts';

/** The characters that the small font files contain. */
const small = new Set(`${english}${french}\n`);
const isLargeFont = (name: string): boolean => name.endsWith('.woff2') && !/english|french|signs/.test(name);

test('a first visit to the community loads few bytes', async ({ browser }) => {
  const known = await as(browser, 'alice');
  const context = await browser.newContext({
    storageState: await known.context().storageState(),
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  const sizes = new Map<string, number>();
  const names = new Map<string, string>();
  // The document contains the answers to the page's first queries. The page must not send these queries.
  const questions: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/rpc/')) questions.push(pathname + request.postData());
  });
  const askedInVain = async () => {
    const answers = JSON.parse((await page.locator('#first-answers').textContent()) ?? '') as object;
    expect(Object.keys(answers).length).toBeGreaterThan(2);
    return questions.filter((question, at) => question in answers || questions.indexOf(question) !== at);
  };
  await client.send('Network.enable');
  client.on('Network.responseReceived', ({ requestId, response }) => void names.set(requestId, response.url));
  client.on(
    'Network.loadingFinished',
    ({ requestId, encodedDataLength }) => void sizes.set(requestId, encodedDataLength),
  );
  await page.goto('/community');
  await expect(page.getByRole('article').first()).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('first-view')).toHaveCount(0);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  // Waits until the network is idle, so that the test counts the calls that the page makes after it has appeared.
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  // The sum leaves out three kinds of responses, because posts of other tests can change them. They are the document,
  // which contains the newest posts (9 kB with the demo data), images of posts, and fonts for letters that our own
  // texts do not have.
  const words = await page.locator('body').innerText();
  const pictures = new Set(
    await page
      .getByRole('article')
      .locator('img')
      .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src)),
  );
  const isOfPosts = (name: string) =>
    name === page.url() || pictures.has(name) || (isLargeFont(name) && [...words].some((letter) => !small.has(letter)));
  const all = [...sizes]
    .map(([id, bytes]) => ({ name: names.get(id) ?? '', bytes }))
    .filter(({ name }) => !isOfPosts(name));
  const sum = (part: typeof all) => Math.round(part.reduce((total, { bytes }) => total + bytes, 0) / 1000);
  const fonts = all.filter(({ name }) => name.endsWith('.woff2'));
  // Every signed-in page loads the files of the shell. The document of `/notifications` names these files.
  const shell = await (await page.request.get('/notifications')).text();
  const beyond = all.filter(({ name }) => !shell.includes(`"${new URL(name).pathname}`));
  console.log(
    `first visit: ${sum(all)} kB over the wire in ${all.length} answers, ${sum(beyond)} kB beyond the shell, fonts ${sum(fonts)} kB`,
  );
  expect(all.some(({ name }) => name.includes('rich-editor'))).toBe(false);
  expect(fonts.filter(({ name }) => isLargeFont(name))).toEqual([]);
  expect(sum(beyond)).toBeLessThanOrEqual(150);
  expect(sum(all)).toBeLessThanOrEqual(291);
  expect(await askedInVain()).toEqual([]);
  // The newest posts are in the document itself, before any script runs.
  const newest = await page.getByRole('article').first().getByRole('heading').innerText();
  const plain = await browser.newContext({ storageState: await context.storageState(), javaScriptEnabled: false });
  const early = await plain.newPage();
  await early.goto('/community');
  await expect(early.getByRole('heading', { name: newest })).toBeVisible();
  // The test also checks the first view of other pages of the community. A page must not repeat a query, and its layout
  // must not shift.
  await page.addInitScript(() => {
    const moved = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) window.moved += entry.value;
    });
    window.moved = 0;
    moved.observe({ type: 'layout-shift', buffered: true });
  });
  const { rows } = await rpc<{ rows: { id: string; title: string }[] }>(page, 'list_channel_posts', {
    slug: 'skincarescience',
    sort: 'latest',
  });
  const [first] = rows;
  for (const [address, words] of [
    ['/community/explore', 'SkincareScience'],
    ['/community/f/skincarescience', first?.title],
    [`/community/p/${first?.id}`, first?.title],
    ['/community/t/peeling', '#peeling'],
    ['/community/search?q=peel', 'Posts'],
  ] as const) {
    await early.goto(address);
    await expect(
      early
        .locator('first-view')
        .getByText(words ?? '')
        .first(),
      address,
    ).toBeVisible();
    questions.length = 0;
    await page.goto(address);
    await expect(page.locator('first-view')).toHaveCount(0);
    await page.waitForLoadState('networkidle');
    expect(await askedInVain(), address).toEqual([]);
    expect(await page.evaluate(() => window.moved)).toBeLessThanOrEqual(0.02);
  }
});

declare global {
  interface Window {
    moved: number;
  }
}
