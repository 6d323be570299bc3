/**
 * npm run bench -- --only admin-list, or: node tools/bench/admin-list.ts [--site FOLDER]
 *
 * Measures the admin list in a browser with 500 and with 10,000 appointments, and in the same run with 20 as the
 * baseline. It measures three values: the milliseconds until the first rows appear, the milliseconds of script for each
 * key (J and K, with all rows loaded), and the number of elements in the page. It fails if the first rows take more
 * than a second, or a key takes more than 16 ms. It also fails if either takes more than twice the baseline. `--site`
 * measures an existing web build.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { startTemporary } from '#server/platform/db/embedded/temporary.ts';
import { root } from '../run/project.ts';
import { buildWebIfStale } from '../run/web-build.ts';
import { findChromium } from '../setup/chromium.mjs';
import { fillAppointments } from './admin-data.ts';
import { median, tell } from './rows.ts';
import { aBenchService } from './service.ts';

const SIZES = [20, 500, 10_000] as const;
const PORT = 4696;
const OPENINGS = 5;
const KEYS = 30;
const LIMITS = { key_ms: 16, first_rows_ms: 1000, ratio: 2 };
const PATIENCE_MS = 300_000;
const ROW = 'tbody tr[data-id]';

const { site } = parseArgs({ options: { site: { type: 'string' } } }).values;
if (!site) await buildWebIfStale(`http://127.0.0.1:${PORT}`);

interface Measured {
  readonly first_rows_ms: number;
  readonly key_ms: number;
  readonly elements: number;
}

const folder = mkdtempSync(join(tmpdir(), 'flaira-bench-'));
const postgres = await startTemporary();
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});
try {
  console.log('appointments   first rows, ms   script a key, ms   elements');
  const results: Measured[] = [];
  for (const count of SIZES) {
    const measured = await measureList(browser, count);
    results.push(measured);
    console.log(
      `${count.toLocaleString('en').padStart(12)}${measured.first_rows_ms.toFixed(0).padStart(17)}${measured.key_ms.toFixed(1).padStart(19)}${String(measured.elements).padStart(11)}`,
    );
  }
  process.exitCode = results.slice(1).every((measured, at) => judge(`${SIZES[at + 1]} rows`, measured, results[0]))
    ? 0
    : 1;
} finally {
  await browser.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

function judge(name: string, measured: Measured, baseline: Measured | undefined): boolean {
  const judged = (['first_rows_ms', 'key_ms'] as const).map((what) => {
    const [value, before, most] = [measured[what], baseline?.[what] ?? Number.NaN, LIMITS[what]];
    const ratio = value / before;
    console.log(`${name}, ${what}: ratio ${ratio.toFixed(2)} (at most ${LIMITS.ratio}), at most ${most} ms`);
    tell({ part: 'admin-list', name: `${name}, ${what}`, value, unit: 'ms', most });
    tell({
      part: 'admin-list',
      name: `${name}, ${what} / ${SIZES[0]} rows`,
      value,
      unit: 'ms',
      baseline: before,
      ratio,
      most: LIMITS.ratio,
    });
    return value <= most && ratio <= LIMITS.ratio;
  });
  return judged.every(Boolean);
}

async function measureList(opened: Browser, count: number): Promise<Measured> {
  const service = await aBenchService(postgres, {
    name: `bench_list_${count}`,
    dataDir: join(folder, String(count)),
    fill: (client) => fillAppointments(client, count),
    pages: { port: PORT, folder: site ?? join(root, 'web/build/client') },
  });
  try {
    const names = { first_name: 'Jeanne', last_name: 'Diallo' };
    const { cookie } = await service.person({ email: 'admin@bench.example', ...names, role: 'admin' });
    const context = await opened.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
    await context.addCookies([{ ...cookie, url: service.address }]);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await watchForRows(page);
    const times: number[] = [];
    // The first load fills the caches of browser and service.
    for (let opening = -1; opening < OPENINGS; opening++) {
      await page.goto(`${service.address}/admin`);
      const ms = await page.evaluate(() => window.firstRows);
      if (opening >= 0) times.push(ms);
    }
    await loadAll(page, count);
    const key_ms = await scriptOfKeys(await context.newCDPSession(page), page);
    const elements = await page.evaluate(() => document.querySelectorAll('*').length);
    await context.close();
    return { first_rows_ms: median(times), key_ms, elements };
  } finally {
    await service.stop();
  }
}

declare global {
  interface Window {
    /** Milliseconds from the start of the navigation until the browser painted a row of the list. */
    firstRows: Promise<number>;
  }
}

async function watchForRows(page: Page): Promise<void> {
  await page.addInitScript((row) => {
    window.firstRows = new Promise((resolve) => {
      const look = () => {
        if (document.querySelector(row)) requestAnimationFrame(() => resolve(performance.now()));
        else requestAnimationFrame(look);
      };
      look();
    });
  }, ROW);
}

/** Loads page after page until the list is complete. */
async function loadAll(page: Page, count: number): Promise<void> {
  const whole = page.getByText(`Showing ${count} of ${count} appointments`);
  const more = page.getByRole('button', { name: 'Load more' });
  while (!(await whole.isVisible())) {
    if (await more.isEnabled({ timeout: 100 }).catch(() => false)) await more.click({ timeout: 1000 }).catch(() => {});
    await page.waitForTimeout(50);
  }
}

/** Returns the milliseconds of script for each key press that moves in the list. */
async function scriptOfKeys(session: CDPSession, page: Page): Promise<number> {
  await session.send('Performance.enable');
  const script_ms = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN);
  };
  const times: number[] = [];
  for (let key = -5; key < KEYS; key++) {
    const before = await script_ms();
    await page.keyboard.press(key % 3 === 2 ? 'k' : 'j');
    // The effect of a key may take one or two frames.
    await page.evaluate(
      () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
    );
    const ms = (await script_ms()) - before;
    if (key >= 0) times.push(ms);
  }
  return times.reduce((sum, ms) => sum + ms, 0) / times.length;
}
