import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { otherRules, regionRules } from '#contract/regions.ts';
import { accessibilityTests, controls } from '#web/features/site/compliance/evidence.ts';
import { root } from '../run/project.ts';

export const REPORT = 'web/app/features/site/compliance/report.json';

interface Report {
  /** The day on which the table of rules, the claims or the numbers of tests last changed. */
  readonly date: string;
  readonly digest: string;
  readonly controls: Readonly<Record<string, number>>;
  readonly accessibility: Readonly<Record<string, number>>;
}

/**
 * Returns the number of calls of `test` and `test.each` in the text of a test file. A `test.each` counts once, however
 * many rows it has.
 */
export const countTests = (text: string): number => text.match(/(?:^|[\s;])test(?:\.each)?\(/gm)?.length ?? 0;

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const counted = (claims: Readonly<Record<string, readonly string[]>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(claims).map(([claim, files]) => [
      claim,
      files.reduce((sum, file) => sum + countTests(read(file)), 0),
    ]),
  );

/**
 * Returns the content of the public reports of /legal. The date stays the same until the table of rules, the claims or
 * the number of tests change.
 */
export function writeReport(today: string): string {
  const found = { controls: counted(controls), accessibility: counted(accessibilityTests) };
  const content = JSON.stringify([regionRules, otherRules, controls, accessibilityTests, found]);
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 16);
  const before = existsSync(join(root, REPORT)) ? (JSON.parse(read(REPORT)) as Report) : undefined;
  const date = before?.digest === digest ? before.date : today;
  return `${JSON.stringify({ date, digest, ...found } satisfies Report, null, 2)}\n`;
}
