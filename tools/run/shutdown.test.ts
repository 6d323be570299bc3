import { expect, test } from 'vitest';
import { untilStopped } from './shutdown.ts';

const never = new Promise<string>(() => {});

test('a requested stop is not an error', async () => {
  await expect(untilStopped(Promise.resolve('SIGTERM'), { service: never })).resolves.toBeUndefined();
});

test('the error names a program that ends without a request', async () => {
  await expect(untilStopped(never, { service: never, database: Promise.resolve(0) })).rejects.toThrow(
    'The database ended by itself',
  );
});
