import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment, nodeModule, root } from '../run/project.ts';
import { makeDemoStand } from '../run/demo-stand.ts';
import { buildWebIfStale } from '../run/web-build.ts';
import { ensureOtherBrowsers } from '../setup/browsers.mjs';
import { ensureChromium } from '../setup/chromium.mjs';
import { judged, readPlaywright, readVitest } from './reports.ts';
import { type Outcome, type Step, check, command, node, totalOf } from './step.ts';

/**
 * Runs a test runner with live output, and reads the counts from its report. If a runner fails without a failed test,
 * the step reports one failure.
 */
async function counted(
  run: (report: string) => ReturnType<typeof node>,
  read: (report: string) => Outcome,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'flaira-report-'));
  const report = join(folder, 'report.json');
  try {
    const { code, output } = await run(report);
    if (!existsSync(report)) return check(false, `${output}\nThe runner ended with code ${code} and left no report.`);
    const outcome = read(readFileSync(report, 'utf8'));
    if (code === 0 || outcome.failed > 0) return outcome;
    return { ...outcome, failed: 1, output: `${output}\nNo test failed, but the runner ended with code ${code}.` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Makes glibc keep freed memory in the process instead of returning it to the system, and request memory in large
 * pages. The engine's tests allocate a hundred images a second. On a virtual machine, requesting each page of this
 * memory again would take half of their time.
 */
const keepMemory = {
  MALLOC_MMAP_THRESHOLD_: String(2 ** 30),
  MALLOC_TRIM_THRESHOLD_: String(2 ** 31),
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
};

/** The build machine stops a run after 90 minutes. This limit leaves time for the set-up and the quick steps. */
const UNIT_TIMEOUT_MS = 70 * 60_000;

/**
 * Runs the unit tests. Some of them need Chromium. They draw with the engine's WebGL renderer there, and compare the
 * result with the drawing of the CPU renderer.
 */
async function vitest(args: readonly string[]): Promise<Outcome> {
  await ensureChromium();
  const flags = ['run', '--retry=1', '--reporter=default', '--reporter=json', ...args];
  const outcome = await counted(
    (report) =>
      node([nodeModule('vitest/vitest.mjs'), ...flags, `--outputFile.json=${report}`], {
        isLive: true,
        timeoutMs: UNIT_TIMEOUT_MS,
        env: environment({ NODE_ENV: 'test', ...keepMemory }),
      }),
    readVitest,
  );
  return judged(outcome);
}

async function web(): Promise<Outcome> {
  try {
    await buildWebIfStale('http://localhost:4600');
  } catch (error) {
    return { passed: 0, failed: 2, skipped: 0, output: (error as Error).message };
  }
  const budget = await command(['tools/check-bundle.ts']);
  return { ...budget, passed: budget.passed + 1 };
}

async function playwright(args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  return counted(
    (report) =>
      node([nodeModule('@playwright/test/cli.js'), 'test', '--reporter=list,json', ...args], {
        isLive: true,
        timeoutMs: 2_400_000,
        env: environment({ NODE_ENV: 'test', PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env }),
      }),
    readPlaywright,
  );
}

/** Number of parts of the browser tests. Each part has its own service and database, so that no part sees another's data. */
const PARTS = 8;

/**
 * A program that measures the speed of the processors. It takes about 0.3 s on a quick machine. If it takes longer than
 * `quickEnough_s`, a second browser makes pages so slow that tests reach their time limits.
 */
const measureLoops = `for (let sum = 0, at = 0; at < 2e8; at += 1) sum += at % 7`;
const quickEnough_s = 0.8;

/**
 * Returns how many parts of the browser tests run at a time: two if the machine computes twice as much with two
 * processes as with one, otherwise one. One part uses half of two processors, because the browser, the service and the
 * database wait for each other. Virtual processors that share one core do not compute twice as much.
 */
async function partsAtATime(): Promise<number> {
  const measure = async (processes: number): Promise<number> => {
    const start = performance.now();
    await Promise.all(Array.from({ length: processes }, () => node(['-e', measureLoops])));
    return (performance.now() - start) / 1000;
  };
  const alone_s = Math.min(await measure(1), await measure(1));
  const together_s = Math.min(await measure(2), await measure(2));
  return together_s < quickEnough_s && together_s < 1.3 * alone_s ? 2 : 1;
}

/**
 * A build machine stops a run after 90 minutes. On a machine that is three to four times slower than usual, parts that
 * have not begun after `partsBeginBefore_min` minutes are left out. The output names their tests. The minutes count
 * from the start of `npm test`.
 */
const partsBeginBefore_min = 66;
const DAY_MS = 86_400_000;

/**
 * Returns true for browser tests that repeat the paths of other tests: by keyboard, in each language, in old browsers,
 * or to check messages word for word. They form the last parts.
 */
const isTour = (name: string): boolean => /^(?:keyboard|languages|messages|oldest-browsers)/.test(name);

/** A test file and its size in bytes. The size roughly predicts how long the tests run. */
interface Weighed {
  readonly name: string;
  readonly size: number;
}

function stories(): Weighed[] {
  const names = readdirSync(join(root, 'e2e')).filter((name) => name.endsWith('.e2e.ts'));
  const order = names.sort((a, b) => Number(isTour(a)) - Number(isTour(b)) || (a < b ? -1 : 1));
  return order.map((name) => ({ name: `e2e/${name}`, size: lengthOf(name) }));
}

/** Returns the length of a browser test in bytes: its own code and the shared steps that it imports. */
function lengthOf(story: string): number {
  const text = readFileSync(join(root, 'e2e', story), 'utf8');
  const shared = [...text.matchAll(/'\.\/(support\/[\w-]+\.ts)'/g)].map(([, path = '']) => path);
  return [story, ...shared].reduce((sum, path) => sum + statSync(join(root, 'e2e', path)).size, 0);
}

async function browser(args: readonly string[]): Promise<Outcome> {
  await ensureChromium();
  if (args.length > 0) return playwright(args);
  await buildWebIfStale('http://localhost:4600');
  const { stop, ...stand } = await makeDemoStand();
  const hasTime = () => process.env.CI === undefined || performance.now() < partsBeginBefore_min * 60_000;
  const outcomes: Outcome[] = [];
  try {
    const parts = rotated(partsOf(stories(), PARTS), Math.floor(Date.now() / DAY_MS));
    const run = async (files: readonly Weighed[], at: number): Promise<void> => {
      const names = files.map(({ name }) => name);
      const port = process.env.E2E_PORT && { E2E_PORT: String(Number(process.env.E2E_PORT) + at) };
      const env = { DEMO_STAND: JSON.stringify(stand), ...port };
      outcomes.push(await playwright([...names, `--output=test-results/${at}`], env));
    };
    const left = await runParts(parts, { atATime: await partsAtATime(), hasTime, run });
    return withoutThose(judged(totalOf(outcomes)), left.flat());
  } finally {
    await stop();
  }
}

/** Splits the files into parts of about the same size, without changing the order of the files. */
export function partsOf<File extends Weighed>(files: readonly File[], count: number): File[][] {
  const sizeOf = (some: readonly File[]) => some.reduce((sum, { size }) => sum + size, 0);
  const whole = sizeOf(files);
  const parts = Array.from({ length: count }, (): File[] => []);
  let before = 0;
  for (const file of files) {
    parts[Math.floor((count * (before + file.size / 2)) / whole)]?.push(file);
    before += file.size;
  }
  return parts.filter((part) => part.length > 0);
}

/**
 * Returns the parts in their order for the given day. Each day begins with the part that was second on the day before.
 * On a slow machine the last parts are left out, and these must not be the same tests every day.
 */
export function rotated<Part>(parts: readonly Part[], day: number): Part[] {
  const first = day % parts.length;
  return [...parts.slice(first), ...parts.slice(0, first)];
}

/** Runs the parts in their order, `atATime` at a time, and returns those that had not begun when the time ran out. */
export async function runParts<Part>(
  parts: readonly Part[],
  options: { atATime: number; hasTime: () => boolean; run: (part: Part, at: number) => Promise<void> },
): Promise<readonly Part[]> {
  const waiting = [...parts.entries()];
  const lane = async (): Promise<void> => {
    const next = options.hasTime() ? waiting.shift() : undefined;
    if (!next) return;
    await options.run(next[1], next[0]);
    await lane();
  };
  await Promise.all(Array.from({ length: options.atATime }, lane));
  return waiting.map(([, part]) => part);
}

/** Adds the names of the files that were left out. Each file is reported as one skipped test. */
function withoutThose(outcome: Outcome, files: readonly Weighed[]): Outcome {
  if (files.length === 0) return outcome;
  const names = files.map(({ name }) => name).join(', ');
  const left = `! left out, because ${partsBeginBefore_min} minutes are over: ${names}`;
  return {
    ...outcome,
    skipped: outcome.skipped + files.length,
    note: [outcome.note, left].filter(Boolean).join('\n'),
  };
}

/**
 * Runs the browser tests for Firefox and WebKit. If these browsers are missing and cannot be installed, the step
 * reports this and runs nothing.
 */
async function otherBrowsers(args: readonly string[]): Promise<Outcome> {
  const found = await ensureOtherBrowsers();
  const missing = (['firefox', 'webkit'] as const).filter((name) => !found.includes(name));
  const note = missing.map((name) => `! ${name} is not installed: its walks are skipped.`).join('\n');
  if (found.length === 0) return { passed: 0, failed: 0, skipped: missing.length, note };
  const projects = found.map((name) => `--project=${name}`);
  const outcome = judged(await playwright(['--config=e2e/browsers/playwright.config.ts', ...projects, ...args]));
  return {
    ...outcome,
    skipped: outcome.skipped + missing.length,
    note: [outcome.note, note].filter(Boolean).join('\n'),
  };
}

export const slowSteps: readonly Step[] = [
  { name: 'unit', title: 'Unit and database tests', run: vitest },
  { name: 'web', title: 'Web build and its budget', run: web },
  { name: 'browser', title: 'Browser tests', run: browser },
  { name: 'browsers', title: 'Firefox and WebKit', isExtra: true, run: otherBrowsers },
];
