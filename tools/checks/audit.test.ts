import { expect, test } from 'vitest';
import { judgeAudit } from './audit.ts';

test('a high or critical advisory fails the check of the packages, and a moderate one does not', () => {
  const found = (severity: string) =>
    judgeAudit(JSON.stringify({ vulnerabilities: { left: { severity, range: '<2' } } }));
  expect(found('critical')).toMatchObject({ failed: 1, output: 'left <2: critical. See npm audit.' });
  expect(found('high')).toMatchObject({ failed: 1 });
  expect(found('moderate')).toMatchObject({ passed: 1, failed: 0 });
  expect(judgeAudit('{"vulnerabilities":{}}')).toMatchObject({ passed: 1, failed: 0 });
});

test('if the registry does not answer, the check of the packages says so, and neither passes nor fails', () => {
  for (const answer of ['', '{"message":"405 Method Not Allowed"}', '<html>'])
    expect(judgeAudit(answer)).toMatchObject({
      passed: 0,
      failed: 0,
      note: expect.stringContaining('could not be asked'),
    });
});
