import { ORPCError } from '@orpc/client';
import { expect, test } from 'vitest';
import { Attempts } from './attempts.ts';

const refused = (fields: Record<string, string[]>) => new ORPCError('INVALID_INPUT', { status: 400, data: { fields } });
const reused = refused({ idempotency_key: ['reused'] });

test('all attempts to send a text share a key until the service says that it was used for other content', () => {
  const attempts = new Attempts();
  const { key } = attempts;
  for (const error of [new TypeError('Failed to fetch'), refused({ title: ['invalid'] }), new ORPCError('SUSPENDED')])
    expect(attempts.failed(error)).toBe(false);
  expect(attempts.key).toBe(key);
  expect(attempts.failed(reused)).toBe(true);
  expect(attempts.key).not.toBe(key);
});
