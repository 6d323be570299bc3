/**
 * npm run bench:community [-- --posts 1000000] [--again] [--only WORD]
 *
 * `--only` selects the pages whose name contains the word.
 *
 * Measures the reads of the communities on a small and on a large data set, which are made once and stored in
 * data/bench-community. For each page it prints the median and the 95th percentile, for one reader and for 50 readers
 * who send requests without a pause. It compares the feed with a bare node:http handler that runs the same statements,
 * in the same run. Service, database and readers share the machine.
 */
import { join } from 'node:path';
import { generate } from './community/generate.ts';
import { measure, type Measured } from './community/measure.ts';
import { pages as allPages, type Page } from './community/pages.ts';
import { openBench } from './community/set-up.ts';
import { median, tell } from './rows.ts';
import { startBare, startService } from './community/servers.ts';

const numberOf = (flag: string, fallback: number): number => {
  const at = process.argv.indexOf(flag);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const SMALL = 10_000;
const large = numberOf('--posts', 1_000_000);
const READERS = 50;
const SECONDS = numberOf('--seconds', 8);
const only = process.argv.includes('--only') ? (process.argv[process.argv.indexOf('--only') + 1] ?? '') : '';
const pages = allPages.filter(({ name }) => name.includes(only));

const bench = await openBench(join(import.meta.dirname, '../../data/bench-community'));
try {
  const results = new Map<string, { alone: Measured; together: Measured }>();
  for (const posts of [SMALL, large]) {
    const database = await bench.database(posts, (url) =>
      generate(url, { channels: 1000, members: 20_000, posts, comments: posts * 3 }, (what) =>
        console.log(`  ${what}`),
      ),
    );
    const service = await startService(database);
    try {
      console.log(`\n${posts.toLocaleString('en')} posts, ${(posts * 3).toLocaleString('en')} comments`);
      console.log('page                      alone p50   p95      50 readers p50    p95      req/s   statements');
      for (const page of pages) results.set(`${posts} ${page.name}`, await report(service, page));
      if (posts === large) await compareWithBare(service, database);
    } finally {
      await service.stop();
    }
  }
  console.log('\nmedian at the large set / at the small one (at most 2)');
  for (const { name } of pages) {
    const [few, many] = [SMALL, large].map((posts) => results.get(`${posts} ${name}`)?.alone.p50 ?? Number.NaN);
    const ratio = (many ?? Number.NaN) / (few ?? Number.NaN);
    console.log(`  ${name.padEnd(28)}${ratio.toFixed(2)}`);
    tell({
      part: 'community',
      name,
      value: many ?? Number.NaN,
      unit: 'ms',
      baseline: few ?? Number.NaN,
      ratio,
      most: 2,
    });
    const { p95 } = results.get(`${large} ${name}`)?.together ?? { p95: Number.NaN };
    tell({ part: 'community', name: `${name}, p95 of ${READERS} readers`, value: p95, unit: 'ms', most: 100 });
  }
} finally {
  await bench.stop();
}

type Service = Awaited<ReturnType<typeof startService>>;

async function report(service: Service, page: Page): Promise<{ alone: Measured; together: Measured }> {
  const alone = await measure(service, page, 1, Math.min(SECONDS, 3));
  const together = await measure(service, page, READERS, SECONDS);
  const statements = (await service.record(page, 1))[0]?.statements.length ?? 0;
  console.log(
    `${page.name.padEnd(26)}${ms(alone.p50)}${ms(alone.p95)}       ${ms(together.p50)}${ms(together.p95)}${together.perSecond.toFixed(0).padStart(11)}${String(statements).padStart(10)}${together.failures ? `  ${together.failures} FAILED` : ''}`,
  );
  return { alone, together };
}

function ms(value: number): string {
  return `${value.toFixed(1).padStart(7)} `;
}

/**
 * Compares the service with a bare handler that sends the same statements. The measurements of the two alternate, so
 * that other work on the machine affects both equally.
 */
async function compareWithBare(service: Service, database: string): Promise<void> {
  const [feed] = pages;
  if (!feed || feed !== allPages[0]) return;
  const bare = await startBare(database, await service.record(feed, READERS));
  try {
    const ratios: number[] = [];
    let last = { ours: 0, theirs: 0 };
    for (let turn = 0; turn < 3; turn++) {
      const ours = await measure(service, feed, READERS, SECONDS);
      const theirs = await measure(bare, feed, READERS, SECONDS);
      ratios.push(ours.perSecond / theirs.perSecond);
      last = { ours: ours.perSecond, theirs: theirs.perSecond };
      console.log(
        `\nfeed ${ours.perSecond.toFixed(0)} req/s, bare handler with the same statements ${theirs.perSecond.toFixed(0)} req/s: ${(ours.perSecond / theirs.perSecond).toFixed(2)}`,
      );
    }
    const ratio = median(ratios);
    console.log(`median ratio ${ratio.toFixed(2)} (at least 0.6)`);
    const { ours: value, theirs: baseline } = last;
    tell({ part: 'community', name: 'feed, bare handler', value, unit: 'a second', baseline, ratio, least: 0.6 });
  } finally {
    await bare.stop();
  }
}
