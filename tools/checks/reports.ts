import { stripVTControlCharacters } from 'node:util';
import type { Outcome } from './step.ts';

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly VitestResult[];
  }[];
}
interface VitestResult {
  readonly status: string;
  readonly fullName: string;
  /** One entry for each failed try. A test that passed at its second try has one entry. */
  readonly failureMessages: readonly string[];
}

const firstLine = (message = ''): string => message.split('\n', 1).join('').slice(0, 300);

/**
 * Reads Vitest's report. A file that could not be loaded contains no failed test, so the file itself is reported as one
 * failed test. Each name is followed by the first line of its error, because long logs are cut.
 */
export function readVitest(text: string): Outcome {
  const report = JSON.parse(text) as VitestReport;
  const named = (wanted: 'failed' | 'passed') =>
    report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status, failureMessages }) => status === wanted && failureMessages.length > 0)
        .map(({ fullName, failureMessages }) => `${name}: ${fullName} (${firstLine(failureMessages.at(-1))})`),
    );
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  const failures = [...named('failed'), ...unloaded.map(({ name }) => name)];
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
    secondTries: named('passed'),
  };
}

interface Suite {
  readonly file: string;
  readonly suites?: readonly Suite[];
  readonly specs: readonly { readonly title: string; readonly tests: readonly PlaywrightTest[] }[];
}
interface PlaywrightTest {
  readonly status: string;
  /** One entry for each try. */
  readonly results: readonly {
    readonly errors: readonly { readonly message: string; readonly location?: { readonly line: number } }[];
  }[];
}
interface PlaywrightReport {
  readonly stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>;
  readonly suites: readonly Suite[];
}

/**
 * Reads Playwright's report. A test that passed at its second try is reported as passed, but the outcome names it. Each
 * name is followed by the line and the first lines of its newest error.
 */
export function readPlaywright(text: string): Outcome {
  const { stats, suites } = JSON.parse(text) as PlaywrightReport;
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: suites.flatMap((suite) => namesOf(suite, 'unexpected')),
    secondTries: suites.flatMap((suite) => namesOf(suite, 'flaky')),
  };
}

/** Returns how many tests may need a second try on a slow machine: two, or three if there are more than 200 tests. */
const mostSecondTries = (tests: number): number => Math.min(3, Math.max(2, Math.ceil(tests / 100)));

/** Names the tests that needed a second try. If there are too many of these tests, they are reported as failed. */
export function judged(outcome: Outcome): Outcome {
  const { passed, failed, failures = [], secondTries = [] } = outcome;
  if (secondTries.length === 0) return outcome;
  if (secondTries.length <= mostSecondTries(passed + failed))
    return { ...outcome, note: secondTries.map((name) => `! only at the second try: ${name}`).join('\n') };
  return {
    ...outcome,
    passed: passed - secondTries.length,
    failed: failed + secondTries.length,
    failures: [...failures, ...secondTries],
  };
}

function namesOf({ file, suites = [], specs }: Suite, wanted: string): string[] {
  const named = specs.flatMap(({ title, tests }) =>
    tests.filter(({ status }) => status === wanted).map((test) => `${file}: ${title}${reasonOf(test)}`),
  );
  return [...named, ...suites.flatMap((suite) => namesOf(suite, wanted))];
}

function reasonOf({ results }: PlaywrightTest): string {
  const error = results.findLast(({ errors }) => errors.length > 0)?.errors[0];
  if (!error) return '';
  const lines = stripVTControlCharacters(error.message)
    .split('\n')
    .map((line) => line.trim());
  const start = lines.filter(Boolean).slice(0, 4).join(' · ').slice(0, 400);
  return ` (${error.location ? `line ${error.location.line}: ` : ''}${start})`;
}
