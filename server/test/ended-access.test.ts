import { expect, test } from 'vitest';
import { getStudioCase } from '#server/domains/simulation/index.ts';
import { aCase } from './a-case.ts';
import { aWorld } from './world.ts';

test.each([
  ['admin_verify_practitioner', { is_verified: false }],
  ['admin_suspend_user', { is_suspended: true, reason: 'left' }],
  ['admin_set_user_role', { role: 'patient', reason: 'left' }],
  ['admin_end_user_sessions', { reason: 'a lost telephone' }],
])('trust 6: %s ends at once the links to photos that the doctor was given', async (path, input) => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { caseId } = await aCase(world);
  const [photo] = (await getStudioCase(world, doctor, caseId)).photos;
  const link = new URL(photo?.url ?? '', 'http://flaira.test');
  expect(await world.photos.open(photo?.id ?? '', link.searchParams)).not.toBeNull();
  const admin = world.browserOf(await world.admin());
  expect((await admin.post(`/rpc/${path}`, { user_id: doctor.userId, ...input })).status).toBe(200);
  expect(await world.photos.open(photo?.id ?? '', link.searchParams)).toBeNull();
});
