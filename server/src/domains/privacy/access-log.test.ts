import { expect, test } from 'vitest';
import { aCase } from '../../../test/a-case.ts';
import { aWorld } from '../../../test/world.ts';

const LOG = '/rpc/list_my_access_log';

test('trust 7: a patient reads who opened their case, and nothing about the cases of other patients', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId } = await aCase(world);
  const { caseId: elsewhere } = await aCase(world);
  const studio = world.browserOf(doctor);
  for (const case_id of [caseId, elsewhere, caseId])
    expect((await studio.post('/rpc/get_studio_case', { case_id })).status).toBe(200);

  const mine = (await world.browserOf(patient).post(LOG)).json;
  expect(mine.rows).toMatchObject([
    { action: 'case.viewed', actor_role: 'practitioner', actor_name: expect.stringMatching(/\w/) },
    { action: 'case.viewed' },
  ]);
  expect(mine.next).toBeNull();
  expect(JSON.stringify(mine)).not.toContain(elsewhere);
  expect((await world.browserOf(await world.patient()).post(LOG)).json.rows).toEqual([]);
  expect((await world.browser().post(LOG)).status).toBe(401);
});

test('trust 7: a long log is read page by page, without gap or repetition', async () => {
  const world = await aWorld();
  const admin = world.browserOf(await world.admin());
  const patient = await world.patient();
  for (let look = 0; look < 43; look++) await admin.post('/rpc/admin_get_user', { user_id: patient.userId });
  const browser = world.browserOf(patient);
  const seen: number[] = [];
  let before: number | null = null;
  do {
    const page: { rows: { id: number }[]; next: number | null } = (await browser.post(LOG, { before })).json;
    seen.push(...page.rows.map(({ id }) => id));
    before = page.next;
  } while (before !== null);
  expect(seen).toHaveLength(43);
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
});
