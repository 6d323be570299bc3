import { expect, test } from 'vitest';
import { judged, readPlaywright, readVitest } from './reports.ts';

test('failed unit tests are named with their error, and a file that could not be loaded counts as failed', () => {
  const passed = { status: 'passed', fullName: 'good', failureMessages: [] };
  const bad = {
    status: 'failed',
    fullName: 'bad',
    failureMessages: ['Error: first', 'Error: second\n    at b.test.ts:1'],
  };
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      {
        name: 'a.test.ts',
        status: 'passed',
        assertionResults: [passed, { ...passed, failureMessages: ['Error: late\nat'] }],
      },
      { name: 'b.test.ts', status: 'failed', assertionResults: [bad] },
      { name: 'c.test.ts', status: 'failed', assertionResults: [] },
    ],
  };
  expect(readVitest(JSON.stringify(report))).toEqual({
    passed: 3,
    failed: 2,
    skipped: 2,
    failures: ['b.test.ts: bad (Error: second)', 'c.test.ts'],
    secondTries: ['a.test.ts: good (Error: late)'],
  });
});

test('failed browser tests are named at every level of the report, and so are tests that needed a second try', () => {
  const message = '\u001B[31mError: expected 2\u001B[39m\n\n  got 1';
  const errors = [{ message, location: { line: 7 } }];
  const of = (title: string, status: string) => ({
    title,
    tests: [{ status, results: [{ errors: status === 'expected' ? [] : errors }, { errors: [] }] }],
  });
  const inner = { file: 'a.e2e.ts', specs: [of('nearly', 'flaky'), of('good', 'expected')] };
  const report = {
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 2 },
    suites: [{ file: 'a.e2e.ts', specs: [of('bad', 'unexpected')], suites: [inner] }],
  };
  expect(readPlaywright(JSON.stringify(report))).toEqual({
    passed: 2,
    failed: 1,
    skipped: 2,
    failures: ['a.e2e.ts: bad (line 7: Error: expected 2 · got 1)'],
    secondTries: ['a.e2e.ts: nearly (line 7: Error: expected 2 · got 1)'],
  });
});

test.each([
  { tests: 9, most: 2 },
  { tests: 200, most: 2 },
  { tests: 300, most: 3 },
  { tests: 9000, most: 3 },
])(
  'of $tests tests, $most may need a second try; if one more does, all that needed one count as failed',
  ({ tests, most }) => {
    const run = { passed: tests, failed: 0, skipped: 0, failures: [] };
    const names = Array.from({ length: most }, (_, at) => `story ${at}`);
    const few = judged({ ...run, secondTries: names });
    expect(few).toMatchObject({ passed: tests, failed: 0, failures: [] });
    expect(few.note).toContain('second try: story 1');
    expect(judged({ ...run, secondTries: [...names, 'last'] })).toMatchObject({
      passed: tests - most - 1,
      failed: most + 1,
      failures: [...names, 'last'],
    });
  },
);
