import type { Outcome } from './step.ts';

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** A file that could not be loaded has no test that failed, and counts as one. */
export function readVitest(text: string): Outcome {
  const report = JSON.parse(text) as VitestReport;
  const failures = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    return status === 'failed' && failed.length === 0 ? [name] : failed.map((test) => `${name}: ${test.fullName}`);
  });
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
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

/** A test that passed at its second try has passed, and is named. */
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

/** A machine that stumbles once is no news; more than this are stories that do not hold. */
const MOST_SECOND_TRIES = 2;

/** Says which stories needed a second try, and counts them as failed where they are too many. */
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
