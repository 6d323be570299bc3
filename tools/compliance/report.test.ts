import { expect, test } from 'vitest';
import en from '#messages/en/compliance.json' with { type: 'json' };
import { accessibilityTests, controls } from '#web/features/site/compliance/evidence.ts';
import report from '#web/features/site/compliance/report.json' with { type: 'json' };
import { countTests, writeReport } from './report.ts';

test('every claim of the public reports has tests and a text, and a text without tests is not published', () => {
  for (const count of [...Object.values(report.controls), ...Object.values(report.accessibility)])
    expect(count).toBeGreaterThan(0);
  const claims = Object.keys(en).filter((key) => /^(control|test)\./.test(key));
  const proven = [
    ...Object.keys(controls).map((control) => `control.${control}`),
    ...Object.keys(accessibilityTests).map((name) => `test.${name}`),
  ];
  expect(claims.toSorted()).toEqual(proven.toSorted());
});

test('the date of the report changes only when its content changes', () => {
  expect(JSON.parse(writeReport('2030-01-01'))).toEqual(report);
});

test('only calls that define tests are counted as tests', () => {
  const text = `test('one', () => {});\n  test.each([1])('two', () => {});\nfor (const a of b) test(a, () => {});\ntest.use({});\nlatest(1);\nit.test = 1;`;
  expect(countTests(text)).toBe(3);
});
