/**
 * npm run bench -- --only api, or: node tools/bench/api.ts [--posts 10000] [--seconds 2] [--turns 5] [--only dashboard]
 * [--folder data/bench-community]
 *
 * Measures reads of the API by 20 readers who never pause. It alternates with measurements of a bare node:http handler
 * that runs the same statements on the same database and writes the same answers. It prints how many answers a second
 * the service gives, as a number and as a share of the bare handler's answers. It also prints how much repeated
 * measurements differ. The CPU time of one answer, which it prints too, is more reliable on a busy machine.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { usageOf } from '../run/process-usage.ts';
import { generate } from './community/generate.ts';
import { measure } from './community/measure.ts';
import { type Page, pages } from './community/pages.ts';
import { startBare, startService } from './community/servers.ts';
import { openBench } from './community/set-up.ts';
import { median, tell } from './rows.ts';

const { values: options } = parseArgs({
  options: {
    posts: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '2' },
    turns: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    folder: { type: 'string', default: join(import.meta.dirname, '../../data/bench-community') },
  },
});
const posts = Number(options.posts);
const READERS = 20;
const seconds = Number(options.seconds);
const LEAST = 0.6;
const read = (name: string, path: string, input: object = {}): Page => ({ name, path: `/rpc/${path}`, input });
const reads = [
  ...pages.filter(({ name }) => ['feed, hot', 'community page', 'post, 1,000 comments'].includes(name)),
  read('dashboard', 'get_dashboard_summary'),
  read('notifications', 'list_notifications'),
];

const bench = await openBench(options.folder);
try {
  const database = await bench.database(posts, (url) =>
    generate(url, { channels: 1000, members: 20_000, posts, comments: posts * 3 }, () => {}),
  );
  const service = await startService(database);
  try {
    for (const page of reads.filter(({ name }) => name.includes(options.only))) await compare(service, database, page);
  } finally {
    await service.stop();
  }
} finally {
  await bench.stop();
}

type Service = Awaited<ReturnType<typeof startService>>;

async function compare(service: Service, database: string, page: Page): Promise<void> {
  const bare = await startBare(database, await service.record(page, READERS));
  const ours: number[] = [];
  const theirs: number[] = [];
  const costs = { service: [] as number[], database: [] as number[], bare: [] as number[] };
  try {
    for (let turn = 0; turn < Number(options.turns); turn++) {
      const before = [cpuOf(service.pid), cpuOf(bench.pid)] as const;
      const measured = await measure(service, page, READERS, seconds);
      if (measured.failures > 0) throw new Error(`${page.name}: ${measured.failures} answers failed`);
      costs.service.push(((cpuOf(service.pid) - before[0]) * 1000) / measured.answers);
      costs.database.push(((cpuOf(bench.pid) - before[1]) * 1000) / measured.answers);
      ours.push(measured.perSecond);
      const bareBefore = cpuOf(bare.pid) + cpuOf(bench.pid);
      const plain = await measure(bare, page, READERS, seconds);
      costs.bare.push(((cpuOf(bare.pid) + cpuOf(bench.pid) - bareBefore) * 1000) / plain.answers);
      theirs.push(plain.perSecond);
    }
  } finally {
    await bare.stop();
  }
  const [value, baseline] = [median(ours), median(theirs)];
  const ratios = ours.map((one, turn) => one / (theirs[turn] ?? Number.NaN));
  const ratio = median(ratios);
  const spread = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
  const [service_ms, database_ms] = [median(costs.service), median(costs.database)];
  console.log(
    `${page.name.padEnd(24)}${value.toFixed(0).padStart(6)} a second, bare ${baseline.toFixed(0).padStart(6)}, ratio ${ratio.toFixed(2)} (${spread}, at least ${LEAST}); CPU ms: service ${service_ms.toFixed(2)}, database ${database_ms.toFixed(2)}, bare in all ${median(costs.bare).toFixed(2)}`,
  );
  tell({ part: 'api', name: page.name, value, unit: 'a second', baseline, ratio, least: LEAST });
  const [all_ms, bare_ms] = [service_ms + database_ms, median(costs.bare)];
  tell({
    part: 'api',
    name: `${page.name}: CPU of both`,
    value: all_ms,
    unit: 'ms',
    baseline: bare_ms,
    ratio: bare_ms / all_ms,
  });
  tell({ part: 'api', name: `${page.name}: CPU of the service`, value: service_ms, unit: 'ms' });
  tell({ part: 'api', name: `${page.name}: CPU of the database`, value: database_ms, unit: 'ms' });
}

/**
 * Returns the CPU seconds that a process and its descendants have used until now, or NaN if the machine has no /proc.
 */
function cpuOf(pid: number): number {
  const all = pidsOfAll().flatMap((one) => {
    const usage = usageOf(one);
    return usage ? [{ pid: one, ...usage }] : [];
  });
  const family = new Set([pid]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const one of all) if (family.has(one.parent)) family.add(one.pid);
  }
  const mine = all.filter((one) => family.has(one.pid));
  return mine.length > 0 ? mine.reduce((sum, { cpu_s }) => sum + cpu_s, 0) : Number.NaN;
}

function pidsOfAll(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}
