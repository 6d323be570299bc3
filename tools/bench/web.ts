/**
 * npm run bench:web [-- --runs 3 --url http://localhost:4600 --only /home,/fr/home]
 *
 * Runs Lighthouse with its phone setting on the public pages that must be fast and on the community pages of a member.
 * It prints the scores, the paint times, the layout shift and the transferred bytes, each with its limit. Without
 * --url, the tool serves its own build on demo data. Lighthouse (176 MB) is not a dependency of the project; it is
 * installed when this tool first runs. Times are simulated from one load and depend on the machine. The tool also
 * prints Lighthouse's benchmark index, which rates the speed of the machine, so that two tables can be compared. The
 * tool fails if a value is outside its limit or a page is missing.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../run/project.ts';
import { startProgram, untilAnswers } from '../run/service.ts';
import { leaveWhenAsked } from '../run/shutdown.ts';
import { main, say } from '../setup/say.mjs';
import { holds, median, tell } from './rows.ts';
import { measure, type Report } from './web/lighthouse.ts';
import { addressOf, isForMembers, memberPages, publicPages, signIn } from './web/pages.ts';

interface Column {
  readonly name: string;
  readonly most?: number;
  readonly least?: number;
  of(report: Report): number;
}

/** The columns of the result table. Each one shows a measure, with its unit in the name, and has a limit. */
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
/**
 * Pages for signed-in people load the scripts of the app, and no search engine sees them, so they have separate limits.
 */
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

const PORT = 4699;
/** The longest time that the service may take to start. The first start builds the pages and makes the demo data. */
const START_PATIENCE_MS = 300_000;
const MISSED = ' ✗';

await main(async () => {
  const { values } = parseArgs({
    options: { runs: { type: 'string', default: '1' }, url: { type: 'string' }, only: { type: 'string' } },
  });
  leaveWhenAsked();
  const asked = values.only?.split(',') ?? [...publicPages, ...memberPages];
  const service = values.url ? undefined : await serve();
  try {
    const missed = await measureAll(values.url ?? `http://localhost:${PORT}`, asked, Number(values.runs));
    if (missed > 0) process.exitCode = 1;
  } finally {
    await service?.stop();
  }
});

async function serve() {
  const env = { PORT: String(PORT), PUBLIC_URL: `http://localhost:${PORT}`, LOG_LEVEL: 'warn' };
  const service = startProgram([join(root, 'tools/run/serve-for-tests.ts')], env);
  await untilAnswers(`http://localhost:${PORT}/readyz`, service, START_PATIENCE_MS);
  return service;
}

async function measureAll(base: string, asked: readonly string[], runs: number): Promise<number> {
  const ofMembers = asked.filter(isForMembers);
  const forAll = asked.filter((page) => !isForMembers(page));
  let missed = forAll.length > 0 ? await measureTable({ base, runs, pages: forAll, columns }) : 0;
  if (ofMembers.length > 0) {
    const cookie = await signIn(base);
    const pages = await Promise.all(ofMembers.map((page) => addressOf(base, page, cookie)));
    missed += await measureTable({ base, runs, pages, columns: memberColumns, cookie });
  }
  return missed;
}

interface Table {
  readonly base: string;
  /** Number of measurements of each page. The table shows their median. */
  readonly runs: number;
  readonly pages: readonly string[];
  readonly columns: readonly Column[];
  /** The signed-in person who views the pages. */
  readonly cookie?: string;
}

/** Prints the table. Returns the number of values outside their limits plus the number of missing pages. */
async function measureTable({ base, runs, pages, columns: shown, cookie }: Table): Promise<number> {
  const limit = ({ most, least }: Column): string => (most === undefined ? `≥ ${least}` : `≤ ${most}`);
  print(
    'page',
    shown.map(({ name }) => name),
  );
  print('limit', shown.map(limit));
  let missed = 0;
  const indexes: number[] = [];
  for (const page of pages) {
    if ((await fetch(base + page)).status !== 200) {
      print(`${page} (not there)`, []);
      missed++;
      continue;
    }
    const reports: Report[] = [];
    for (let run = 0; run < runs; run++) reports.push(await measure(base + page, cookie));
    indexes.push(...reports.map(({ environment }) => environment.benchmarkIndex));
    const cells = shown.map((column) => judge(page, column, median(reports.map(column.of))));
    missed += cells.filter((cell) => cell.endsWith(MISSED)).length;
    print(page, cells);
  }
  say(`\nmedian of ${runs}; speed index of this machine ${Math.round(median(indexes))}`);
  return missed;
}

function judge(page: string, { name, most, least }: Column, measured: number): string {
  const limits = { ...(most !== undefined && { most }), ...(least !== undefined && { least }) };
  const row = { part: 'landing', name: `${page}, ${name}`, value: measured, unit: '', ...limits };
  tell(row);
  return `${Number(measured.toFixed(2))}${holds(row) === false ? MISSED : ''}`;
}

function print(name: string, cells: readonly string[]): void {
  say(`${name.padEnd(18)}${cells.map((cell) => cell.padStart(9)).join('')}`);
}
