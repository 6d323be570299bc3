/**
 * npm run bench:web [-- --runs 3] [-- --url http://localhost:4600] [-- --only /home,/fr/home]
 *
 * Lighthouse, as a telephone sees them, on the public pages that must be fast and on those of the community, as a member sees them: scores, paint and
 * shift, and what is transferred, each beside its limit. Without --url it serves a build of its own on demo data. Lighthouse (176 MB) is no dependency: it is installed when this tool first runs.
 * Times are simulated from one load and scale with the machine; its speed index is printed, so that two tables can be compared.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { DEMO_PASSWORD } from '../demo/people.ts';
import { median, tell } from './rows.ts';
import { borrow } from '../run/borrow.ts';
import { root } from '../run/project.ts';
import { findChromium } from '../setup/chromium.mjs';
import { main } from '../setup/say.mjs';

const publicPages = ['/home', '/offer', '/fr/home', '/fr/offer', '/pricing', '/faq', '/practitioners'];
/** For who is signed in; drawn in the browser, so they have limits of their own. */
const memberPages = [
  '/community',
  '/fr/community',
  '/community/explore',
  '/community/f/skincarescience',
  '/community/t/peeling',
  '/community/p/newest',
  '/community/search?q=skin',
];
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

interface Column {
  readonly name: string;
  readonly most?: number;
  readonly least?: number;
  of(report: Report): number;
}

/** What is measured, its unit, and the most or least it may be. */
const columns: readonly Column[] = [
  { name: 'perf', least: 99, of: (report) => score(report, 'performance') },
  { name: 'a11y', least: 100, of: (report) => score(report, 'accessibility') },
  { name: 'best', least: 100, of: (report) => score(report, 'best-practices') },
  { name: 'seo', least: 100, of: (report) => score(report, 'seo') },
  { name: 'LCP s', most: 1.2, of: (report) => value(report, 'largest-contentful-paint') / 1000 },
  { name: 'CLS', most: 0.02, of: (report) => value(report, 'cumulative-layout-shift') },
  { name: 'TBT ms', most: 50, of: (report) => value(report, 'total-blocking-time') },
  { name: 'kB', most: 200, of: (report) => transferred(report, () => true) },
  { name: 'JS kB', most: 100, of: (report) => transferred(report, ({ resourceType }) => resourceType === 'Script') },
  {
    name: 'hosts',
    most: 1,
    of: (report) =>
      new Set(
        requests(report)
          .filter(({ url }) => String(url).startsWith('http'))
          .map(({ url }) => new URL(String(url)).host),
      ).size,
  },
];
/** No search engine sees them. */
const forMembers: Readonly<Record<string, Partial<Column>>> = {
  perf: { least: 90 },
  seo: { least: 0 },
  'LCP s': { most: 2 },
  'TBT ms': { most: 200 },
  kB: { most: 300 },
  'JS kB': { most: 220 },
};
const memberColumns = columns.map((column) => ({ ...column, ...forMembers[column.name] }));

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

interface Table {
  readonly pages: readonly string[];
  readonly columns: readonly Column[];
  /** Of who looks at them. */
  readonly cookie?: string;
}

/** Prints the table and answers how many values are outside their limits. */
async function measureAll(base: string, runs: number, { pages, columns, cookie }: Table): Promise<number> {
  const folder = await borrow('lighthouse', { lighthouse: '13.5.0' });
  const limit = ({ most, least }: Column): string => (most === undefined ? `≥ ${least}` : `≤ ${most}`);
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
    for (let run = 0; run < runs; run++) reports.push(await measure(folder, base + page, cookie));
    indexes.push(...reports.map(({ environment }) => environment.benchmarkIndex));
    const shown = columns.map((column) => {
      const measured = median(reports.map(column.of));
      const isOver = measured > (column.most ?? Number.POSITIVE_INFINITY) || measured < (column.least ?? 0);
      if (isOver) failed++;
      const { name, most, least } = column;
      const limits = { ...(most !== undefined && { most }), ...(least !== undefined && { least }) };
      tell({ part: 'landing', name: `${page}, ${name}`, value: measured, unit: '', ...limits });
      return `${Number(measured.toFixed(2))}${isOver ? ' ✗' : ''}`;
    });
    print(page, shown);
  }
  process.stdout.write(`\nmedian of ${runs}; speed index of this machine ${Math.round(median(indexes))}\n`);
  return failed;
}

const print = (name: string, cells: readonly string[]): void =>
  void process.stdout.write(`${name.padEnd(18)}${cells.map((cell) => cell.padStart(9)).join('')}\n`);

async function measure(folder: string, url: string, cookie?: string): Promise<Report> {
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

/** The newest post has another address in each set of demo data. */
async function addressOf(base: string, page: string, cookie: string): Promise<string> {
  if (!page.endsWith('/newest')) return page;
  const headers = { 'content-type': 'application/json', origin: base, cookie };
  const answer = await fetch(`${base}/rpc/list_feed`, { method: 'POST', headers, body: '{"sort":"latest"}' });
  const { rows } = (await answer.json()) as { rows: { id: string }[] };
  return page.replace('newest', rows[0]?.id ?? 'none');
}

/** A member of the demo data. */
async function signIn(base: string): Promise<string> {
  const answer = await fetch(`${base}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: base },
    body: JSON.stringify({ email: 'alice@flaira.example', password: DEMO_PASSWORD }),
  });
  if (!answer.ok) throw new Error(`nobody can sign in: ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}

await main(async () => {
  const { values } = parseArgs({
    options: { runs: { type: 'string', default: '1' }, url: { type: 'string' }, only: { type: 'string' } },
  });
  const service = values.url ? undefined : await serve();
  const base = values.url ?? `http://localhost:${PORT}`;
  try {
    const asked = values.only?.split(',') ?? [...publicPages, ...memberPages];
    const isForMembers = (page: string): boolean => page.includes('/community');
    const runs = Number(values.runs);
    const table = async (pages: readonly string[], more: Omit<Table, 'pages'>) =>
      pages.length > 0 ? measureAll(base, runs, { pages, ...more }) : 0;
    let failed = await table(
      asked.filter((page) => !isForMembers(page)),
      { columns },
    );
    const ofMembers = asked.filter(isForMembers);
    if (ofMembers.length > 0) {
      const cookie = await signIn(base);
      const addresses = await Promise.all(ofMembers.map((page) => addressOf(base, page, cookie)));
      failed += await table(addresses, { columns: memberColumns, cookie });
    }
    if (failed > 0) process.exitCode = 1;
  } finally {
    service?.kill('SIGTERM');
  }
});
