/**
 * npm run tour -- [--url http://localhost:4600] [--out FOLDER] [--only WORD,…] [--widths 390,1440] [--languages en,fr]
 * [--axe] [--docs]
 *
 * Takes a screenshot of every place in tour/places.ts, in each language and width, from the running product with its
 * demo data. `--only` selects the places whose name contains one of the words. Screenshots go to FOLDER, by default in
 * the system's temporary folder. For each place it prints layout faults that can be measured: horizontal overflow,
 * cut-off words, or a last line of one short word. With `--axe` it also prints serious findings of axe. The tour
 * changes the reading language of the demo accounts. At the end, it sets this language to English. `--docs` makes the
 * images of docs/tour.md instead: the first screen of each place, as WebP.
 */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { launchOptions } from '../playwright.config.ts';
import { DEMO_PASSWORD } from './demo/people.ts';
import { root } from './run/project.ts';
import { main, say, SetupError } from './setup/say.mjs';
import { DESK, illustrations, PHONE, pictureOf } from './tour/illustrations.ts';
import { type Place, places } from './tour/places.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:4600' },
    out: { type: 'string', default: join(tmpdir(), 'flaira-tour') },
    only: { type: 'string', default: '' },
    widths: { type: 'string', default: '390,1440' },
    languages: { type: 'string', default: 'en,fr' },
    axe: { type: 'boolean', default: false },
    docs: { type: 'boolean', default: false },
  },
});
const sessions = new Map<string, object>();

await main(async () => {
  const browser = await chromium.launch(launchOptions);
  try {
    await (values.docs ? illustrate(browser) : visitAll(browser));
  } finally {
    await restoreLanguages(browser);
    await browser.close();
  }
});

async function restoreLanguages(browser: Browser): Promise<void> {
  for (const session of sessions.values()) {
    const context = await browser.newContext({ baseURL: values.url, storageState: session as never });
    await speak(context, 'en');
    await context.close();
  }
}

/** Returns the places whose name contains one of the words of `--only`. */
function wantedOf<Named extends { readonly name: string }>(all: readonly Named[]): Named[] {
  const wanted = all.filter(({ name }) => values.only.split(',').some((word) => name.includes(word)));
  if (wanted.length === 0) throw new SetupError(`No place is named like ${values.only}.`);
  return wanted;
}

/** Takes a screenshot of the whole page of each requested place. */
async function visitAll(browser: Browser): Promise<void> {
  const wanted = wantedOf(places);
  for (const language of values.languages.split(','))
    for (const width of values.widths.split(','))
      for (const place of wanted) await take(browser, place, language, Number(width));
}

/** Makes the images of docs/tour.md. */
async function illustrate(browser: Browser): Promise<void> {
  for (const language of values.languages.split(','))
    for (const { name, isPhone } of wantedOf(illustrations)) {
      const place = places.find((one) => one.name === name);
      if (!place) throw new SetupError(`No place is named ${name}.`);
      const file = join(root, pictureOf({ name, isPhone }, language));
      mkdirSync(dirname(file), { recursive: true });
      const { page, fault } = await arrive(browser, place, language, isPhone ? PHONE : DESK);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.locator('.skeleton-rows').waitFor({ state: 'detached' });
      await page.evaluate(scrollThrough);
      const picture = await page.screenshot();
      await sharp(picture)
        .resize({ width: isPhone ? 390 : 1000 })
        .webp({ quality: 74 })
        .toFile(file);
      say(`${file}${fault}`);
      await page.context().close();
    }
}

/** Changes the reading language of the account. Without an account, the address contains the language. */
function speak(context: BrowserContext, language: string): Promise<unknown> {
  return context.request.post('/rpc/set_my_language', { data: { language }, headers: { origin: values.url } });
}

async function graveFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `axe: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

async function take(browser: Browser, place: Place, language: string, width: number): Promise<void> {
  const file = join(values.out, language, String(width), `${place.name}.png`);
  const { page, fault } = await arrive(browser, place, language, { width, height: width < 600 ? 844 : 900 });
  await page.evaluate(scrollThrough);
  const stumbles = [...(await page.evaluate(faultsOnPage)), ...(values.axe ? await graveFaults(page) : [])];
  mkdirSync(dirname(file), { recursive: true });
  await page.screenshot({ path: file, fullPage: true });
  say([`${file}${fault}`, ...stumbles].join('\n  '));
  await page.context().close();
}

/**
 * Opens a place. If the place names an account (`who`), the browser is signed in with that account. If a step fails,
 * the tour reports this and takes the screenshot anyway.
 */
async function arrive(browser: Browser, place: Place, language: string, viewport: { width: number; height: number }) {
  const context = await browser.newContext({
    baseURL: values.url,
    viewport,
    reducedMotion: 'reduce',
    locale: language,
    ...(place.who && { storageState: (await sessionOf(browser, place.who)) as never }),
  });
  if (place.who) await speak(context, language);
  // The language is stored where the page itself stores it. Otherwise the page would load a second time, in the
  // language of the account, during the tour.
  if (place.who) await context.addInitScript((kept) => localStorage.setItem('flaira.language', kept), language);
  const page = await context.newPage();
  await page.goto(`${language === 'fr' ? '/fr' : ''}${place.path}`);
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {});
  const fault = await Promise.resolve(place.act?.(page)).then(
    () => '',
    (error: Error) => ` (${error.message.split('\n')[0]})`,
  );
  return { page, fault };
}

async function sessionOf(browser: Browser, who: string): Promise<object> {
  const known = sessions.get(who);
  if (known) return known;
  const context = await browser.newContext({ baseURL: values.url, extraHTTPHeaders: { origin: values.url } });
  const data = { email: `${who}@flaira.example`, password: DEMO_PASSWORD };
  const answer = await context.request.post('/api/auth/sign-in/email', { data });
  if (!answer.ok()) throw new Error(`${who} cannot sign in: ${answer.status()}. Is the demo data loaded?`);
  const session = await context.storageState();
  await context.close();
  sessions.set(who, session);
  return session;
}

/** Runs in the page. Returns one sentence for each visible fault that a machine can measure. */
function faultsOnPage(): string[] {
  const isSeen = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const words = (element: Element): string => (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 70);

  const overflow = document.documentElement.scrollWidth - innerWidth;
  const faults = overflow > 0 ? [`${overflow} px wider than the window`] : [];

  // Text for screen readers (`.visually-hidden`) must not make the page longer. The tool removes this text for a moment
  // and compares the heights of the page.
  const height = document.documentElement.scrollHeight;
  const hidden = [...document.querySelectorAll<HTMLElement>('.visually-hidden')];
  for (const element of hidden) element.style.display = 'none';
  const longer = height - document.documentElement.scrollHeight;
  for (const element of hidden) element.style.display = '';
  if (longer > 1) faults.push(`${longer} px longer because of hidden words`);

  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (!isSeen(element) || element.closest('svg, .visually-hidden, .skip-link')) continue;
    const { overflowX } = getComputedStyle(element);
    const isCut = (overflowX === 'hidden' || overflowX === 'clip') && element.scrollWidth > element.clientWidth + 1;
    if (isCut && element.clientWidth > 1 && words(element) && !element.querySelector('img, svg'))
      faults.push(`cut off: ${words(element)}`);
  }

  for (const element of document.querySelectorAll('h1, h2, h3, h4, p, li, dd, summary, blockquote, figcaption')) {
    if (!isSeen(element) || element.querySelector('p, li, div, ul, h2, h3')) continue;
    const range = document.createRange();
    range.selectNodeContents(element);
    const lines = new Map<number, { left: number; right: number }>();
    for (const { bottom, left, right, width } of range.getClientRects()) {
      if (width === 0) continue;
      const line = lines.get(Math.round(bottom / 8)) ?? { left, right };
      lines.set(Math.round(bottom / 8), { left: Math.min(left, line.left), right: Math.max(right, line.right) });
    }
    const widths = [...lines.entries()]
      .sort(([one], [other]) => one - other)
      .map(([, { left, right }]) => right - left);
    const last = widths.at(-1) ?? 0;
    if (widths.length > 1 && last < Math.max(...widths) * 0.15)
      faults.push(`a lonely last word: …${words(element).slice(-40)} (${element.tagName.toLowerCase()})`);
  }
  return faults;
}

/** Runs in the page. Scrolls so that lazily loaded parts are loaded. */
async function scrollThrough(): Promise<void> {
  for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
    scrollTo({ top, behavior: 'instant' });
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  scrollTo({ top: 0, behavior: 'instant' });
}
