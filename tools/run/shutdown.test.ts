import { expect, test } from 'vitest';
import { untilStopped } from './shutdown.ts';

const never = new Promise<string>(() => {});

test('being asked to stop is no fault', async () => {
  await expect(untilStopped(Promise.resolve('SIGTERM'), { service: never })).resolves.toBeUndefined();
});

test('a program that ends although nobody asked is named', async () => {
  await expect(untilStopped(never, { service: never, database: Promise.resolve(0) })).rejects.toThrow(
    'The database ended by itself',
  );
});
