/**
 * node tools/bench/capacity.ts [FILE, default data/bench.json]
 *
 * Prints how many cores and how much storage the service needs for different numbers of accounts. The table in
 * docs/operations.md has these values. The tool computes them from the results of `npm run bench -- --only api,ingest`
 * and from the assumptions below. Replace the assumptions with values of /metrics once the product is in use.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run/project.ts';
import type { Row } from './rows.ts';

/** Number of reads a second that one active person causes: one every ten seconds. */
const READS_PER_PERSON_S = 0.1;
/** Share of all accounts that is online in the busiest hour. */
const PRESENT = 0.02;
/** New patients a day, as a share of all accounts. A fifth of them arrive in the busiest hour. */
const NEW_A_DAY = 0.002;
const IN_BUSIEST_HOUR = 0.2;
/**
 * Images of a case: three photos, and nine signed renderings (three styles of three poses), each marked and encoded
 * like a photo.
 */
const PICTURES_PER_CASE = 12;
/** The highest acceptable load of a core in the busiest hour, as a share. */
const FULL = 0.6;
const PEOPLE = [1_000, 10_000, 100_000, 1_000_000];

const rows = JSON.parse(readFileSync(process.argv[2] ?? join(root, 'data/bench.json'), 'utf8')) as Row[];
const valueOf = (part: string, name: string): number => {
  const row = rows.find((one) => one.part === part && one.name === name);
  if (!row) throw new Error(`${part}, ${name} was not measured: npm run bench -- --only api,ingest`);
  return row.value;
};
const reads = ['feed, hot', 'community page', 'post, 1,000 comments', 'dashboard', 'notifications'];
const mean = (suffix: string): number =>
  reads.reduce((sum, name) => sum + valueOf('api', `${name}: ${suffix}`), 0) / reads.length;
const service_ms = mean('CPU of the service');
const database_ms = mean('CPU of the database');
const picture_ms = valueOf('ingest', '3 MP, CPU');
const picture_kB = valueOf('ingest', '3 MP, stored');

console.log(
  `A read costs ${service_ms.toFixed(1)} ms of the service and ${database_ms.toFixed(1)} ms of the database (mean of ${reads.length}), a picture of 3 MP ${picture_ms.toFixed(0)} ms and ${picture_kB.toFixed(0)} kB.\n`,
);
console.log(
  '| people with an account | there at once | reads a second | pictures an hour | cores: services | cores: database | pictures a year |',
);
console.log('| --- | --- | --- | --- | --- | --- | --- |');
for (const people of PEOPLE) console.log(`| ${cellsOf(people).join(' | ')} |`);

function cellsOf(people: number): string[] {
  const number = (value: number): string => value.toLocaleString('en');
  const present = people * PRESENT;
  const reads_s = present * READS_PER_PERSON_S;
  const cases_h = people * NEW_A_DAY * IN_BUSIEST_HOUR;
  const pictures_h = cases_h * PICTURES_PER_CASE;
  const services = (reads_s * service_ms + (pictures_h / 3600) * picture_ms) / 1000 / FULL;
  const database = (reads_s * database_ms) / 1000 / FULL;
  const gigabytes = (people * NEW_A_DAY * 365 * PICTURES_PER_CASE * picture_kB) / 1e6;
  return [
    number(people),
    number(present),
    number(Math.round(reads_s)),
    number(Math.round(pictures_h)),
    services.toFixed(2),
    database.toFixed(2),
    gigabytes >= 1000 ? `${(gigabytes / 1000).toFixed(1)} TB` : `${Math.round(gigabytes)} GB`,
  ];
}
