import { expect, test } from 'vitest';
import { untilStopped } from './shutdown.ts';

const never = new Promise<string>(() => {});

test('stopping the programs on request is not an error', async () => {
  await expect(untilStopped(Promise.resolve('SIGTERM'), { service: never })).resolves.toBeUndefined();
});

test('a program that ends without a request is an error that names it', async () => {
  await expect(untilStopped(never, { service: never, database: Promise.resolve(0) })).rejects.toThrow(
    'The database ended by itself',
  );
});
