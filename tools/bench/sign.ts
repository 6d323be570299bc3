/**
 * npm run bench -- --only sign, or: node tools/bench/sign.ts [--service http://localhost:4600]
 *
 * Measures how long a doctor needs from an open case to the signed plan. The doctor uses only the keyboard, at the pace
 * of a person, and WebGL runs in software. The benchmark prints the seconds, and for how many of them the doctor waited
 * for renderings. A doctor opens the demo case that has a draft, changes a dose and writes to the patient. The doctor
 * gives a reason for each answer of the patient that requires caution, reviews nine renderings at full size and signs
 * with the password. The benchmark fails above 90 s. With --service it uses a running service with fresh demo data, and
 * signs a case there.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Locator, type Page } from '@playwright/test';
import { DEMO_PASSWORD, staff } from '../demo/people.ts';
import { copyDemoStand, makeDemoStand } from '../run/demo-stand.ts';
import { root } from '../run/project.ts';
import { startService, untilAnswers } from '../run/service.ts';
import { buildWebIfStale } from '../run/web-build.ts';
import { findChromium } from '../setup/chromium.mjs';
import { tell } from './rows.ts';

const LIMIT_S = 90;
const PORT = 4697;
/** A person's pace, in milliseconds. */
const BETWEEN_KEYS = 120;
const BETWEEN_LETTERS = 60;
const PATIENCE_MS = 120_000;
const FAILED_PICTURE = join(root, 'node_modules/.cache/bench-sign.png');

const { service: given } = parseArgs({ options: { service: { type: 'string' } } }).values;

if (given) await measure(given);
else {
  const address = `http://localhost:${PORT}`;
  await buildWebIfStale(address);
  const stand = await makeDemoStand();
  const copy = await copyDemoStand(stand);
  const service = startService({ ...copy.env, PORT: String(PORT), PUBLIC_URL: address, LOG_LEVEL: 'warn' });
  try {
    await untilAnswers(`${address}/readyz`, service);
    await measure(address);
  } finally {
    await service.stop();
    await copy.remove();
    await stand.stop();
  }
}

async function measure(address: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [
      '--disable-dev-shm-usage',
      '--enable-unsafe-swiftshader',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(PATIENCE_MS);
    const data = { email: staff.doctor.email, password: DEMO_PASSWORD };
    const entered = await page.request.post(`${address}/api/auth/sign-in/email`, {
      data,
      headers: { origin: address },
    });
    if (!entered.ok()) throw new Error(`the doctor cannot sign in: ${entered.status()}`);
    await page.goto(`${address}/studio`);
    const listed = await page.request.post(`${address}/rpc/list_studio_cases`, {
      data: { status: 'open' },
      headers: { origin: address },
    });
    const { rows } = (await listed.json()) as { rows: { number: string; status: string }[] };
    const drafted = rows.find(({ status }) => status === 'in_review');
    if (!drafted) throw new Error('no case has a draft');
    const row = page.getByRole('row').filter({ hasText: drafted.number }).first();
    await row.waitFor();
    for (let pressed = 0; (await row.getAttribute('data-chosen')) === null && pressed < 20; pressed++)
      await press(page, 'j');
    const opened = performance.now();
    const sinceOpened = (): number => (performance.now() - opened) / 1000;
    const waited = await signByKeyboard(page, (step) =>
      console.log(`${sinceOpened().toFixed(1).padStart(6)} s  ${step}`),
    ).catch(async (error: unknown) => {
      await page.screenshot({ path: FAILED_PICTURE });
      console.error(`Stopped here: ${FAILED_PICTURE}`);
      throw error;
    });
    const seconds = sinceOpened();
    console.log(
      `${seconds.toFixed(1)} s from open to signed (at most ${LIMIT_S}), ${waited.toFixed(1)} s of them waiting for pictures`,
    );
    tell({ part: 'sign', name: 'open to signed by keyboard', value: seconds, unit: 's', most: LIMIT_S });
    process.exitCode = seconds <= LIMIT_S ? 0 : 1;
  } finally {
    await browser.close();
  }
}

/** Returns the seconds that the review waited for its renderings. */
async function signByKeyboard(page: Page, done: (step: string) => void): Promise<number> {
  await press(page, 'Enter');
  await page.locator('figure[data-ready] [data-pane="simulation"] canvas').waitFor();
  done('the canvas shows the simulation');
  // Raises the dose of the first treatment a little.
  await press(page, 'j');
  await press(page, 'ArrowRight');
  await press(page, 'n');
  const note = page.getByLabel('Note to the patient');
  await tabTo(page, note);
  await page.keyboard.type('We begin with little, and look again after two weeks.', { delay: BETWEEN_LETTERS });
  await page.getByText(/^Saved \d/).waitFor();
  done('the note is written and saved');
  await press(page, 'Control+Enter');
  const review = page.getByRole('dialog').filter({ has: page.getByText('I have reviewed') });
  await review.waitFor();
  done('the review is open');
  // The browser draws the renderings during the following steps.
  for (const reason of await review.getByLabel('Why you propose it all the same').all()) {
    await tabTo(page, reason);
    await page.keyboard.type('Discussed by phone, and agreed.', { delay: BETWEEN_LETTERS });
  }
  done('the reasons are given');
  const before = performance.now();
  await page.getByRole('img', { name: 'Simulation, Left, glamour' }).waitFor();
  const waited = (performance.now() - before) / 1000;
  done('all pictures are drawn');
  await pressOn(page, page.getByRole('button', { name: 'Open the next image' }));
  for (let left = 8; left > 0; left--) {
    await page.getByText(`${left} image`).first().waitFor();
    await pressOn(page, page.getByRole('button', { name: 'Next image', exact: true }));
  }
  await page.getByText('Every image has been seen at full size.').waitFor();
  done('all pictures are seen');
  const accept = page.getByRole('button', { name: 'Accept', exact: true });
  for (let left = await accept.count(); left > 0; left--) {
    await pressOn(page, accept.first());
    await accept.nth(left - 1).waitFor({ state: 'detached' });
  }
  for (const zone of await page.getByRole('checkbox', { name: /^I know this zone/ }).all())
    if (!(await zone.isChecked())) await pressOn(page, zone, 'Space');
  await pressOn(page, page.getByRole('checkbox', { name: /^I have reviewed/ }), 'Space');
  done('every line is settled');
  await press(page, 'Control+Enter');
  await page.getByLabel('Password', { exact: true }).waitFor();
  await page.keyboard.type(DEMO_PASSWORD, { delay: BETWEEN_LETTERS });
  await press(page, 'Enter');
  await page.getByText(/ is signed$/).waitFor();
  return waited;
}

async function press(page: Page, key: string): Promise<void> {
  await new Promise((next) => setTimeout(next, BETWEEN_KEYS));
  await page.keyboard.press(key);
}

async function pressOn(page: Page, wanted: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, wanted);
  await press(page, key);
}

/** Presses Tab, or Shift+Tab if the control is before the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  const liesBefore = await wanted.evaluate(
    (element) =>
      (element.compareDocumentPosition(document.activeElement ?? element) & Node.DOCUMENT_POSITION_FOLLOWING) > 0,
  );
  for (let pressed = 0; pressed < 200; pressed++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(liesBefore ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`Tab does not lead to ${wanted}`);
}
