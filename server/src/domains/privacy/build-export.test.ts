import { expect, test } from 'vitest';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { aSignedCase } from '../../../test/a-case.ts';
import { aWorld } from '../../../test/world.ts';
import { buildExport } from './build-export.ts';

test('an export reads all tables as they were at one moment', async () => {
  const world = await aWorld();
  const patient = await world.patient({ first_name: 'Claire' });
  const browser = world.browserOf(patient);
  const { json: requested } = await browser.post('/rpc/request_my_export');
  const seen: string[] = [];
  const personal: Context['personal'] = {
    ...world.personal,
    // This runs between two reads of the export. The person changes their name in the meantime.
    filesOf: async (_ctx, tx, userId) => {
      await world.database.owner.query(`update users set first_name = 'Anna' where id = $1`, [userId]);
      const { first_name } = await tx
        .selectFrom('users')
        .select('first_name')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      seen.push(first_name);
      return [];
    },
  };
  await buildExport({ ...world, personal }, requested.id);
  expect(seen).toEqual(['Claire']);
  expect((await browser.post('/rpc/get_my_export')).json).toMatchObject({ state: 'ready' });
});

test('no email about an export is sent if the person erases the account while the copy is being made', async () => {
  const world = await aWorld();
  const { patient } = await aSignedCase(world);
  const { json: requested } = await world.browserOf(patient).post('/rpc/request_my_export');
  const { email } = await world.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', patient.userId)
    .executeTakeFirstOrThrow();
  const personal: Context['personal'] = {
    ...world.personal,
    filesOf: async () => {
      await withSystem(world.system, (tx) => world.personal.erase(world, tx, { userId: patient.userId, email }));
      return [];
    },
  };
  await buildExport({ ...world, personal }, requested.id);
  expect((await world.mails()).map(({ subject }) => subject)).toEqual([]);
});
