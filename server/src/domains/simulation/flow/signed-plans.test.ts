import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { validUntil } from '#contract/plan-days.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { aSignedCase } from '../../../../test/a-case.ts';
import { readPdf } from '../../../../test/read-pdf.ts';
import { aWorld } from '../../../../test/world.ts';
import { exportCase } from '../fhir/export-case.ts';
import { getPlanDocument, listSignedPlans } from '../index.ts';

test('the last day of a plan is the day that PostgreSQL computes in Paris', async () => {
  const world = await aWorld();
  const first = Date.UTC(2027, 0, 1);
  // Two moments of each day of two years: one is near midnight in Paris, and 2028 is a leap year.
  const moments = Array.from({ length: 2 * 731 }, (_, n) => new Date(first + n * 43_200_000 + 37_800_000));
  const asked = moments.flatMap((at) => [1, 6, 12, 24].map((months) => ({ at: at.toISOString(), months })));
  const { rows } = await withSystem(world.system, (tx) =>
    sql<{ at: string; months: number; day: string }>`
      select q.at, q.months,
        ((q.at::timestamptz at time zone 'Europe/Paris')::date + make_interval(months => q.months))::date::text as day
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as q(at text, months int)`.execute(tx),
  );
  expect(rows).toHaveLength(asked.length);
  const others = rows.filter(({ at, months, day }) => validUntil(at, months).toISOString().slice(0, 10) !== day);
  expect(others).toEqual([]);
});

test('a plan that is signed on 31 August for six months ends on the last day of February everywhere', async () => {
  // In Paris it is 31 August, 0:30.
  const world = await aWorld({ now: new Date('2026-08-30T22:30:00Z') });
  const { patient, doctor, caseId } = await aSignedCase(world);
  const plansAt = (now: string) => withSystem(world.system, (tx) => listSignedPlans(tx, patient.userId, new Date(now)));
  expect(await plansAt('2027-02-28T22:59:59Z')).toHaveLength(1);
  expect(await plansAt('2027-02-28T23:00:00Z')).toEqual([]);
  const paper = await getPlanDocument(world, patient, caseId, 'en');
  const words = readPdf(Buffer.from(await paper.arrayBuffer())).flat();
  expect(words.map(({ text }) => text)).toContain('28 February 2027');
  const bundle = JSON.parse(await (await exportCase(world, doctor, caseId)).text());
  expect(JSON.stringify(bundle)).toContain('"end":"2027-02-28"');
});
