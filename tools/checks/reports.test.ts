import { expect, test } from 'vitest';
import { judged, readPlaywright, readVitest } from './reports.ts';

test('failed unit tests are named with their error, and a file that could not be loaded counts', () => {
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
  const of = (title: string, status: string) => ({ title, tests: [{ status }] });
  const inner = { file: 'a.e2e.ts', specs: [of('nearly', 'flaky'), of('good', 'expected')] };
  const report = {
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 2 },
    suites: [{ file: 'a.e2e.ts', specs: [of('bad', 'unexpected')], suites: [inner] }],
  };
  expect(readPlaywright(JSON.stringify(report))).toEqual({
    passed: 2,
    failed: 1,
    skipped: 2,
    failures: ['a.e2e.ts: bad'],
    secondTries: ['a.e2e.ts: nearly'],
  });
});

test('two tests that needed a second try are only reported, but three count as failed', () => {
  const run = { passed: 9, failed: 0, skipped: 0, failures: [] };
  const two = judged({ ...run, secondTries: ['a', 'b'] });
  expect(two).toMatchObject({ passed: 9, failed: 0, failures: [] });
  expect(two.note).toContain('second try: b');
  expect(judged({ ...run, secondTries: ['a', 'b', 'c'] })).toMatchObject({
    passed: 6,
    failed: 3,
    failures: ['a', 'b', 'c'],
  });
});
