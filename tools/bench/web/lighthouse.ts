import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { borrow } from '../../run/borrow.ts';
import { findChromium } from '../../setup/chromium.mjs';

interface Audit {
  numericValue?: number;
  details?: { items?: Record<string, unknown>[] };
}

/** Fields of a Lighthouse report. */
export interface Report {
  categories: Record<string, { score: number }>;
  audits: Record<string, Audit>;
  environment: { benchmarkIndex: number };
}

/**
 * Loads one page as a phone does, and returns Lighthouse's report. `cookie` is the cookie of the person who views the
 * page.
 */
export async function measure(url: string, cookie?: string): Promise<Report> {
  const folder = await borrow('lighthouse', { lighthouse: '13.5.0' });
  const out = mkdtempSync(join(tmpdir(), 'flaira-lighthouse-'));
  const file = join(out, 'report.json');
  const flags = `--headless=new --disable-dev-shm-usage${process.getuid?.() === 0 ? ' --no-sandbox' : ''}`;
  const args = [
    join(folder, 'node_modules/lighthouse/cli/index.js'),
    url,
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    ...(cookie ? [`--extra-headers=${JSON.stringify({ cookie })}`] : []),
  ];
  const env = { ...process.env, CHROME_PATH: findChromium() };
  try {
    await promisify(execFile)(process.execPath, [...args, `--chrome-flags=${flags}`], { env, timeout: 180_000 });
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
