/**
 * npm run mutants [-- PART…] [--lanes 2] [--all]
 *
 * Mutation testing of the files of tools/mutants/table.ts (or of those whose path contains a PART). The tool runs the
 * file's own tests against each deliberate fault. Prints survivors with their lines, and the share of killed mutants
 * for each file. Fails if the tests kill less than 90 % of the mutants of a file. Survivors that no test has to kill
 * are in tools/mutants/accepted.json, each with its reason; --all lists them too.
 */
import { parseArgs } from 'node:util';
import acceptedList from './mutants/accepted.json' with { type: 'json' };
import type { Mutant } from './mutants/find-mutants.ts';
import { type FileResult, Runner } from './mutants/run-mutants.ts';
import { guarded } from './mutants/table.ts';
import { main, say, SetupError } from './setup/say.mjs';

const LEAST = 0.9;
const accepted: readonly { file: string; source: string; change: string; reason: string }[] = acceptedList;

const { values, positionals } = parseArgs({
  options: { lanes: { type: 'string', default: '2' }, all: { type: 'boolean', default: false } },
  allowPositionals: true,
});

const isAccepted = (file: string, { source, change }: Mutant): boolean =>
  accepted.some((one) => one.file === file && one.source === source && one.change === change);

function report({ file, total, survivors }: FileResult, seconds: number): boolean {
  const open = survivors.filter((mutant) => !isAccepted(file, mutant));
  for (const mutant of values.all ? survivors : open) {
    say(`  ${file}:${mutant.line}  ${mutant.change}${isAccepted(file, mutant) ? '  (accepted)' : ''}`);
    say(`      ${mutant.source}`);
  }
  const counted = total - (survivors.length - open.length);
  const share = counted === 0 ? 1 : (counted - open.length) / counted;
  const score = `${counted - open.length}/${counted}`.padStart(8);
  const aside = survivors.length > open.length ? `, ${survivors.length - open.length} accepted` : '';
  say(
    `${share >= LEAST ? 'ok  ' : 'LOW '} ${score} ${(share * 100).toFixed(0).padStart(4)} %  ${file} (${seconds.toFixed(0)} s${aside})`,
  );
  return share >= LEAST;
}

async function lane(queue: string[]): Promise<boolean> {
  const runner = new Runner();
  let holds = true;
  try {
    for (let file = queue.shift(); file; file = queue.shift()) {
      const started = performance.now();
      const result = await runner.measure(file, guarded[file] ?? []);
      holds = report(result, (performance.now() - started) / 1000) && holds;
    }
  } finally {
    await runner.close();
  }
  return holds;
}

await main(async () => {
  const files = Object.keys(guarded).filter(
    (file) => positionals.length === 0 || positionals.some((part) => file.includes(part)),
  );
  if (files.length === 0) throw new SetupError(`no guarded file is called ${positionals.join(' or ')}`);
  const lanes = await Promise.all(Array.from({ length: Number(values.lanes) }, () => lane(files)));
  if (!lanes.every(Boolean)) throw new SetupError('under 90 % of the mutants were killed');
});
