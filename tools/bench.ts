/**
 * npm run bench [-- --only ingest,start] [--full] [--faces FOLDER] [--out FILE]
 *
 * Runs one benchmark after the other and prints one table at the end. Each row has a measured value, and most have a
 * limit. A row may also have a baseline from the same run, such as the same work without our code or with less data,
 * and the ratio of the two. The data sets are small. --full uses large ones, which take an hour to make and measure.
 * The rows are stored in data/bench.json. From this file, `npx node tools/bench/capacity.ts` computes how much hardware
 * a number of accounts needs. Run nothing else on the machine at the same time. The command fails when a value is
 * outside its limit. The skin metrics are measured on the demo faces and on the portraits in FOLDER. Only statistics of
 * these portraits are printed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { holds, type Row, tableOf } from './bench/rows.ts';
import { root } from './run/project.ts';
import { leaveWhenAsked } from './run/shutdown.ts';
import { main, say, SetupError } from './setup/say.mjs';

const { only, full, faces, out } = parseArgs({
  options: {
    only: { type: 'string' },
    full: { type: 'boolean', default: false },
    faces: { type: 'string' },
    out: { type: 'string' },
  },
}).values;

const posts = full ? '1000000' : '50000';
/** The command line of each benchmark, without the program name. */
const parts: Readonly<Record<string, readonly string[]>> = {
  engine: ['engine.ts', ...(full ? [] : ['--small'])],
  metrics: ['metrics.ts', ...(faces ? [resolve(faces)] : [])],
  landing: full ? ['web.ts'] : ['web.ts', '--runs', '1', '--only', '/home,/fr/home'],
  api: ['api.ts'],
  feed: ['community.ts', '--posts', posts, '--only', 'feed', '--seconds', '4'],
  search: ['community.ts', '--posts', posts, '--only', 'search', '--seconds', '4'],
  admin: ['admin.ts', full ? '500000' : '50000'],
  'admin-list': ['admin-list.ts'],
  dashboard: ['dashboard.ts'],
  ingest: ['ingest.ts'],
  abuse: ['abuse.ts'],
  start: ['start.ts'],
  sign: ['sign.ts'],
  slots: ['slots.ts'],
};

await main(async () => {
  const wanted = only?.split(',') ?? Object.keys(parts);
  const unknown = wanted.filter((name) => !(name in parts));
  if (unknown.length > 0)
    throw new SetupError(`No part is named ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}`);
  leaveWhenAsked();
  const folder = mkdtempSync(join(tmpdir(), 'flaira-bench-rows-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const rows: Row[] = [];
  const broken: string[] = [];
  for (const name of wanted) {
    say(`\n# ${name}\n`);
    const file = join(folder, name);
    const code = await run(parts[name] ?? [], file);
    const told = read(file).map((row) => ({ ...row, part: name }));
    rows.push(...told);
    if (code !== 0 && told.every((row) => holds(row) !== false)) broken.push(name);
  }
  keep(rows, wanted);
  say(`\n${tableOf(rows)}\n`);
  if (broken.length > 0) say(`Ended by themselves: ${broken.join(', ')}`);
  process.exitCode = broken.length > 0 || rows.some((row) => holds(row) === false) ? 1 : 0;
});

async function run([script = '', ...args]: readonly string[], file: string): Promise<number> {
  const env = { ...process.env, FLAIRA_BENCH_ROWS: file };
  const path = join(root, 'tools/bench', script);
  const child = spawn(process.execPath, ['--expose-gc', path, ...args], { cwd: root, env, stdio: 'inherit' });
  const abandon = (): boolean => child.kill();
  process.once('exit', abandon);
  const [code] = await once(child, 'exit');
  process.off('exit', abandon);
  return code ?? 1;
}

function read(file: string): Row[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Row);
}

/** Stores the new rows in place of earlier rows of the same benchmarks. */
function keep(rows: readonly Row[], measured: readonly string[]): void {
  const file = out ?? join(root, 'data/bench.json');
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Row[]) : [];
  mkdirSync(dirname(file), { recursive: true });
  const all = [...before.filter(({ part }) => !measured.includes(part)), ...rows];
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
}
