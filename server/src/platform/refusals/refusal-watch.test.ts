import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { createRefusalWatch } from './refusal-watch.ts';

const LIMITS = { account: 5, address: 12, delay_ms: 300 };

const entries = (world: World) =>
  world.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'subject_type', 'patient_id'])
    .where('action', 'like', 'access.%')
    .orderBy('id')
    .execute();

const counted = (world: World) =>
  world.system
    .selectFrom('refusal_counts')
    .select(['refusals', 'decoys', 'alarmed_at'])
    .orderBy('refusals', 'desc')
    .execute();

/**
 * Waits until the watch has written its counts, which takes up to two seconds. The watch is inside the service, so the
 * test cannot call its `flush`.
 */
async function untilCounted(world: World, refusals: number): Promise<void> {
  await expect.poll(async () => (await counted(world))[0]?.refusals, { timeout: 10_000 }).toBe(refusals);
}

test('trust 32: an account that is refused again and again causes one log entry, and gets slower refusals', async () => {
  const world = await aWorld({ refusals: LIMITS });
  const patient = await world.patient();
  const browser = world.browserOf(patient);
  const ask = () => browser.post('/rpc/get_my_simulation', { case_id: randomUUID() });
  for (let i = 0; i < 6; i++) expect((await ask()).status).toBe(404);
  await untilCounted(world, 6);
  expect(await entries(world)).toEqual([
    { action: 'access.probing', actor_id: patient.userId, subject_type: 'account', patient_id: null },
  ]);

  const begin = performance.now();
  expect((await ask()).status).toBe(404);
  expect(performance.now() - begin).toBeGreaterThan(LIMITS.delay_ms - 20);
  await untilCounted(world, 7);
  expect(await entries(world)).toHaveLength(1);
  // Calls that are not refused are as quick as before, and other callers are not delayed.
  expect((await browser.post('/rpc/who_am_i')).status).toBe(200);
  const rows = await world.system.selectFrom('refusal_counts').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(patient.userId);
});

test.each([
  ['an address', () => '198.51.100.7'],
  ['a network of IPv6', (person: number) => `2001:db8:0:7::${person}`],
])(
  'trust 32: refusals from %s are counted across its accounts, and the log entry names none of them',
  async (_what, addressOf) => {
    const world = await aWorld({ refusals: LIMITS });
    for (let person = 0; person < 3; person++) {
      const browser = world.browserOf(await world.patient(), addressOf(person));
      for (let i = 0; i < 5; i++) await browser.post('/rpc/get_my_simulation', { case_id: randomUUID() });
    }
    await untilCounted(world, 15);
    expect(await entries(world)).toEqual([
      { action: 'access.probing', actor_id: 'visitor', subject_type: 'address', patient_id: null },
    ]);
  },
);

test('trust 32: a call with the id of a decoy causes a log entry and an alarm at once', async () => {
  const world = await aWorld();
  const patient = await world.patient();
  const { rows } = await sql<{
    id: string;
    table_name: string;
  }>`select id, table_name from decoys() order by table_name, id`.execute(world.system);
  const decoy = rows.find(({ table_name }) => table_name === 'cases');
  const answer = await world.browserOf(patient).post('/rpc/get_my_simulation', { case_id: decoy?.id.toUpperCase() });
  expect(answer.status).toBe(404);
  expect(await entries(world)).toEqual([
    { action: 'access.decoy', actor_id: patient.userId, subject_type: 'table', patient_id: null },
  ]);
  const { json } = await world.browserOf(await world.admin()).post('/rpc/admin_get_health');
  expect(json.refusals).toMatchObject({ stood_out: 1, decoys: 1, last_alarm_at: expect.any(String) });
});

test('trust 32: tables of patient data have two decoy ids each, which no row has and requests cannot read', async () => {
  const world = await aWorld();
  const { rows } = await sql<{ table_name: string; ids: string[] }>`
    select table_name, array_agg(id::text) as ids from decoys() group by table_name`.execute(world.system);
  const names = rows.map(({ table_name }) => table_name);
  for (const table of ['cases', 'photos', 'appointments', 'urgent_reports', 'case_messages', 'users'])
    expect(names).toContain(table);
  for (const { table_name, ids } of rows) {
    expect(ids).toHaveLength(2);
    const found = await withSystem(world.system, (tx) =>
      sql`select from ${sql.table(table_name)} where id = any(${ids}::uuid[])`.execute(tx),
    );
    expect(found.rows).toEqual([]);
  }
  for (const login of [world.db, world.system])
    await expect(sql`select from decoy_ids`.execute(login)).rejects.toMatchObject({ code: '42501' });
  await expect(sql`select from decoys()`.execute(world.db)).rejects.toMatchObject({ code: '42501' });
});

test('at most 20 refusals are delayed at the same time, and further ones are sent at once', async () => {
  const world = await aWorld();
  const watch = createRefusalWatch({ ...world, key: world.config.linkKey }, { account: 0, address: 0, delay_ms: 400 });
  const asked = { caller: world.visitor(), ip: '203.0.113.1', name: 'x' };
  await watch.refused(asked, 'NOT_FOUND');
  await watch.flush();
  const begin = performance.now();
  const waits = Array.from({ length: 60 }, () =>
    watch.refused(asked, 'NOT_FOUND').then(() => performance.now() - begin),
  );
  const quick = (await Promise.all(waits)).filter((elapsed_ms) => elapsed_ms < 200);
  expect(quick).toHaveLength(40);
  expect(watch.counted).toEqual({ refusals: 61, alarms: 1 });
});
