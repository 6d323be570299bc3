import { expect, test } from 'vitest';
import { aWorld } from '../../../test/world.ts';
import { createAuth } from './create-auth.ts';

test('our tables have every column that the library Better Auth writes', async () => {
  const world = await aWorld();
  const { explicitSchemaCheck } = await createAuth(world).$context;
  expect(explicitSchemaCheck).toBeDefined();
  await expect(explicitSchemaCheck?.()).resolves.toBeUndefined();
  await world.database.owner.query('alter table sessions rename column token to name');
  const later = await createAuth(world).$context;
  await expect(later.explicitSchemaCheck?.()).rejects.toThrow('token');
});
