import { expect, test } from 'vitest';
import { setPaymentHold } from '#server/domains/billing/index.ts';
import { withSystem, withUser } from '#server/platform/db/db.ts';
import { aWaitingLine } from '../../../../test/a-waiting-line.ts';

// 10:00 in Paris.
const SLOT = '2026-12-03T09:00:00.000Z';

test('a time that becomes free is kept for the first who waited, and for nobody else', async () => {
  const { world, line, free, run, kept } = await aWaitingLine();
  const people = await line({}, {}, {});
  await run();
  expect(await kept(...people)).toEqual(['-', '-', '-']);
  await free(SLOT);
  await run();
  await run();
  expect(await kept(...people)).toEqual(['12-03T09:00', '-', '-']);
  const [offer] = await world.system.selectFrom('appointment_wait_offers').select(['until', 'outcome']).execute();
  expect(offer).toEqual({ until: new Date('2026-11-20T11:00:03Z'), outcome: null });
});

test.each([
  ['another day', [{ last_day: '2026-12-02' }, {}], ['-', '12-03T09:00']],
  ['another part of the day', [{ part: 'evening' }, { part: 'morning' }], ['-', '12-03T09:00']],
  ['another practitioner', [{ practitioner_id: 'colleague' }, { practitioner_id: 'doctor' }], ['-', '12-03T09:00']],
])('who waits for %s is left out', async (_what, wishes, expected) => {
  const colleague = '00000000-0000-4000-8000-000000000000';
  const { line, free, run, kept, doctor, world } = await aWaitingLine();
  const people = await line(
    ...wishes.map((wish) => ('practitioner_id' in wish ? { practitioner_id: wish.practitioner_id === 'doctor' ? doctor : null } : wish)),
  );
  if (wishes.some((wish) => 'practitioner_id' in wish && wish.practitioner_id === 'colleague')) {
    const other = await world.practitioner();
    await world.system
      .updateTable('appointment_waits')
      .set({ practitioner_id: other.userId })
      .where('patient_id', '=', people[0]?.userId ?? colleague)
      .execute();
  }
  await free(SLOT);
  await run();
  expect(await kept(...people)).toEqual(expected);
});
