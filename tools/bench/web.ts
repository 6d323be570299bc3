/**
 * npm run bench:web [-- --runs 3] [-- --url http://localhost:4600] [-- --only /home,/fr/home]
 *
 * Lighthouse, as a telephone sees them, on the public pages that must be fast: scores, paint and shift, and what is transferred, each beside its
 * limit. Without --url it serves a build of its own on demo data. Lighthouse (176 MB) is no dependency: it is installed when this tool first runs.
 * Times are simulated from one load and scale with the machine; its speed index is printed, so that two tables can be compared.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { borrow } from '../run/borrow.ts';
import { root } from '../run/project.ts';
import { findChromium } from '../setup/chromium.mjs';
import { main } from '../setup/say.mjs';

const publicPages = ['/home', '/offer', '/fr/home', '/fr/offer', '/pricing', '/faq', '/practitioners'];
const PORT = 4699;

interface Audit {
  numericValue?: number;
  details?: { items?: Record<string, unknown>[] };
}
interface Report {
  categories: Record<string, { score: number }>;
  audits: Record<string, Audit>;
  environment: { benchmarkIndex: number };
}

/** What is measured, its unit, and the most or least it may be. */
const columns = [
  { name: 'perf', least: 99, of: (report: Report) => score(report, 'performance') },
  { name: 'a11y', least: 100, of: (report: Report) => score(report, 'accessibility') },
  { name: 'best', least: 100, of: (report: Report) => score(report, 'best-practices') },
  { name: 'seo', least: 100, of: (report: Report) => score(report, 'seo') },
  { name: 'LCP s', most: 1.2, of: (report: Report) => value(report, 'largest-contentful-paint') / 1000 },
  { name: 'CLS', most: 0.02, of: (report: Report) => value(report, 'cumulative-layout-shift') },
  { name: 'TBT ms', most: 50, of: (report: Report) => value(report, 'total-blocking-time') },
  { name: 'kB', most: 200, of: (report: Report) => transferred(report, () => true) },
  {
    name: 'JS kB',
    most: 100,
    of: (report: Report) => transferred(report, ({ resourceType }) => resourceType === 'Script'),
  },
  {
    name: 'hosts',
    most: 1,
    of: (report: Report) =>
      new Set(
        requests(report)
          .filter(({ url }) => String(url).startsWith('http'))
          .map(({ url }) => new URL(String(url)).host),
      ).size,
  },
] as const;
type Column = (typeof columns)[number];

const score = ({ categories }: Report, name: string): number => Math.round((categories[name]?.score ?? 0) * 100);
const value = ({ audits }: Report, name: string): number => audits[name]?.numericValue ?? Number.NaN;
const requests = ({ audits }: Report) => audits['network-requests']?.details?.items ?? [];
const transferred = (report: Report, counts: (item: Record<string, unknown>) => boolean): number =>
  requests(report)
    .filter(counts)
    .reduce((sum, { transferSize }) => sum + Number(transferSize), 0) / 1000;

async function serve() {
  const env = { ...process.env, PORT: String(PORT), PUBLIC_URL: `http://localhost:${PORT}`, LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, ['tools/run/serve-for-tests.ts'], { cwd: root, env, stdio: 'inherit' });
  while (child.exitCode === null && !(await isReady())) await sleep(500);
  return child;
}

const isReady = (): Promise<boolean> =>
  fetch(`http://localhost:${PORT}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Prints the table and answers how many values are outside their limits. */
async function measureAll(base: string, runs: number, pages: readonly string[]): Promise<number> {
  const folder = await borrow('lighthouse', { lighthouse: '13.5.0' });
  const limit = (column: Column): string => ('most' in column ? `≤ ${column.most}` : `≥ ${column.least}`);
  print(
    'page',
    columns.map(({ name }) => name),
  );
  print('limit', columns.map(limit));
  let failed = 0;
  const indexes: number[] = [];
  for (const page of pages) {
    if ((await fetch(base + page)).status !== 200) {
      print(`${page} (not there)`, []);
      continue;
    }
    const reports: Report[] = [];
    for (let run = 0; run < runs; run++) reports.push(await measure(folder, base + page));
    indexes.push(...reports.map(({ environment }) => environment.benchmarkIndex));
    const shown = columns.map((column) => {
      const measured = median(reports.map(column.of));
      const isOver = 'most' in column ? measured > column.most : measured < column.least;
      if (isOver) failed++;
      return `${Number(measured.toFixed(2))}${isOver ? ' ✗' : ''}`;
    });
    print(page, shown);
  }
  process.stdout.write(`\nmedian of ${runs}; speed index of this machine ${Math.round(median(indexes))}\n`);
  return failed;
}

const print = (name: string, cells: readonly string[]): void =>
  void process.stdout.write(`${name.padEnd(18)}${cells.map((cell) => cell.padStart(9)).join('')}\n`);

const median = (numbers: number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;

async function measure(folder: string, url: string): Promise<Report> {
  const out = mkdtempSync(join(tmpdir(), 'flaira-lighthouse-'));
  const file = join(out, 'report.json');
  const flags = `--headless=new --disable-dev-shm-usage${process.getuid?.() === 0 ? ' --no-sandbox' : ''}`;
  const args = [
    join(folder, 'node_modules/lighthouse/cli/index.js'),
    url,
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
  ];
  const env = { ...process.env, CHROME_PATH: findChromium() };
  try {
    await promisify(execFile)(process.execPath, [...args, `--chrome-flags=${flags}`], { env, timeout: 180_000 });
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

await main(async () => {
  const { values } = parseArgs({
    options: { runs: { type: 'string', default: '1' }, url: { type: 'string' }, only: { type: 'string' } },
  });
  const service = values.url ? undefined : await serve();
  const base = values.url ?? `http://localhost:${PORT}`;
  try {
    const failed = await measureAll(base, Number(values.runs), values.only?.split(',') ?? publicPages);
    if (failed > 0) process.exitCode = 1;
  } finally {
    service?.kill('SIGTERM');
  }
});
