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
  /** One entry for each failed try. A test that passed at its second try has one. */
  readonly failureMessages: readonly string[];
}

const firstLine = (message = ''): string => message.split('\n', 1).join('').slice(0, 300);

/**
 * Reads Vitest's report. A file that could not be loaded contains no failed test, so the file itself counts as one.
 * Each name is followed by the first line of its error, because long logs are cut.
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
  readonly specs: readonly { readonly title: string; readonly tests: readonly { readonly status: string }[] }[];
}
interface PlaywrightReport {
  readonly stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>;
  readonly suites: readonly Suite[];
}

/** Reads Playwright's report. A test that passed at its second try has passed, but its name is returned. */
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

/** A machine may be slow once. More retries than this mean that tests are unreliable. */
const MOST_SECOND_TRIES = 2;

/** Names the tests that needed a second try. If there are too many, they count as failed. */
export function judged(outcome: Outcome): Outcome {
  const { passed, failed, failures = [], secondTries = [] } = outcome;
  if (secondTries.length === 0) return outcome;
  if (secondTries.length <= MOST_SECOND_TRIES)
    return { ...outcome, note: secondTries.map((name) => `! only at the second try: ${name}`).join('\n') };
  return {
    ...outcome,
    passed: passed - secondTries.length,
    failed: failed + secondTries.length,
    failures: [...failures, ...secondTries],
  };
}

function namesOf({ file, suites = [], specs }: Suite, wanted: string): string[] {
  const named = specs.filter(({ tests }) => tests.some(({ status }) => status === wanted));
  return [...named.map(({ title }) => `${file}: ${title}`), ...suites.flatMap((suite) => namesOf(suite, wanted))];
}
