/**
 * npm run sheets:site -- --url http://localhost:4600 [--out FOLDER] [--only /home,/faq] [--widths 390,1440] [--languages en,fr]
 *
 * Every public page as six widths see it, in both languages: one picture each, written to FOLDER (by default in the system's temporary folder).
 * Prints what can be measured of a page that is set badly: width to spare, words cut off, a last line of one short word.
 */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { inLanguage, type Language, pages } from '#web/paths.ts';
import { findChromium } from './setup/chromium.mjs';
import { main, say } from './setup/say.mjs';
import { faultsOnPage } from './sheets/page-faults.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:4600' },
    out: { type: 'string', default: join(tmpdir(), 'flaira-site') },
    only: { type: 'string' },
    widths: { type: 'string', default: '390,1440,360,768,899,900' },
    languages: { type: 'string', default: 'en,fr' },
  },
});

/** What a build does not name: pages drawn in the browser, one practitioner, an address that does not exist. */
const more = ['/practitioners/helene-vasseur', '/thank-you', '/community-diagnostic', '/no-such-page'];
const isPicture = (path: string): boolean => !/[:.]|\/404$/.test(path);
const all = [...pages.filter((page) => page.prerender && isPicture(page.path)).map(({ path }) => path), ...more];
const wanted = values.only?.split(',') ?? all;

await main(async () => {
  mkdirSync(values.out, { recursive: true });
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [...sandbox, '--disable-dev-shm-usage'],
  });
  try {
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    for (const width of values.widths.split(',').map(Number)) {
      await page.setViewportSize({ width, height: width < 768 ? 800 : 900 });
      for (const language of values.languages.split(',') as Language[]) {
        for (const path of wanted) {
          const address = inLanguage(path, language);
          await page.goto(values.url + address, { waitUntil: 'load' });
          await page.evaluate(() => document.fonts.ready);
          for (const fault of await page.evaluate(faultsOnPage)) say(`${address} at ${width}: ${fault}`);
          const name = `${path.slice(1).replaceAll('/', '-')}-${language}-${width}.jpg`;
          await page.screenshot({ path: join(values.out, name), fullPage: true, type: 'jpeg', quality: 80 });
        }
      }
    }
  } finally {
    await browser.close();
  }
  say(`Pictures in ${values.out}`);
});
