import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { plannedItem } from '#engine/plan/planned.ts';
import { withStaff, withSystem } from '#server/platform/db/db.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { listReceivedDoses } from './index.ts';

interface Story {
  /** Each signed version: the day of the signature, and the visits with the interval in weeks and the dose in mL. */
  readonly signed: readonly [on: string, ...visits: [weeks_after: number, mL: number][]][];
  /** The days on which the patient requested a redo. */
  readonly redos?: readonly string[];
  /** The day of the first visit, as the patient gave it. */
  readonly told?: string;
  readonly records?: readonly [version: number, visit: number | null, on: string, mL: number][];
  /** The amounts that count, newest first, with the index of the visit in the plan. */
  readonly counted: readonly (readonly [on: string, mL: number, visit?: number])[];
}

/** The current day is 20 November 2026. These sums were written by hand. */
const stories: Record<string, Story> = {
  'no visit of a plan for which nobody named a day': { signed: [['2026-01-01', [0, 6]]], counted: [] },
  'visits at their intervals from the day that the patient gave': {
    signed: [['2026-01-01', [0, 6], [4, 4], [48, 2]]],
    told: '2026-01-05',
    counted: [
      ['2026-02-02', 4, 1],
      ['2026-01-05', 6, 0],
    ],
  },
  'the first visit, which the patient told, if only the second one has a record': {
    signed: [['2026-01-01', [0, 6], [4, 4], [4, 3]]],
    told: '2026-01-05',
    records: [[1, 1, '2026-02-04', 5]],
    counted: [
      ['2026-02-04', 5, 1],
      ['2026-01-05', 6, 0],
    ],
  },
  'a visit before the first one with a record, although the patient told no day': {
    signed: [['2026-01-01', [0, 6], [4, 4]]],
    records: [[1, 1, '2026-02-04', 5]],
    counted: [
      ['2026-02-04', 5, 1],
      ['2026-01-07', 6, 0],
    ],
  },
  'a visit before the first one with a record, although a correction removed the one with the record': {
    signed: [
      ['2026-01-01', [0, 6], [4, 4]],
      ['2026-03-01', [0, 6]],
    ],
    records: [[1, 1, '2026-02-04', 5]],
    counted: [
      ['2026-02-04', 5, 1],
      ['2026-01-07', 6, 0],
    ],
  },
  'a visit once if the patient told a day before that of its record': {
    signed: [['2026-01-01', [0, 6]]],
    told: '2026-01-05',
    records: [[1, 0, '2026-01-07', 5]],
    counted: [['2026-01-07', 5, 0]],
  },
  'a visit in two parts, and a record that names no visit': {
    signed: [['2026-01-01', [0, 6]]],
    records: [
      [1, 0, '2026-01-07', 5],
      [1, 0, '2026-01-14', 1],
      [1, null, '2026-03-01', 2],
    ],
    counted: [
      ['2026-03-01', 2],
      ['2026-01-14', 1, 0],
      ['2026-01-07', 5, 0],
    ],
  },
  'a visit of a corrected plan once': {
    signed: [
      ['2026-01-01', [0, 6]],
      ['2026-01-20', [0, 6]],
    ],
    told: '2026-01-05',
    records: [[2, 0, '2026-01-07', 5]],
    counted: [['2026-01-07', 5, 0]],
  },
  'each visit with the version that was signed by the day after it': {
    signed: [
      ['2026-01-06', [0, 6], [4, 4]],
      ['2026-01-20', [0, 1], [4, 3]],
    ],
    told: '2026-01-05',
    counted: [
      ['2026-02-02', 3, 1],
      ['2026-01-05', 6, 0],
    ],
  },
  'a visit that a correction removed': {
    signed: [
      ['2026-01-01', [0, 6], [4, 4]],
      ['2026-01-20', [0, 6]],
    ],
    told: '2026-01-05',
    counted: [
      ['2026-02-02', 4, 1],
      ['2026-01-05', 6, 0],
    ],
  },
  'the visit before a redo, which the patient told, and the recorded visit after it': {
    signed: [
      ['2026-01-01', [0, 6]],
      ['2026-03-10', [0, 2]],
    ],
    redos: ['2026-03-01'],
    told: '2026-01-05',
    records: [[2, 0, '2026-04-01', 2]],
    counted: [
      ['2026-04-01', 2, 0],
      ['2026-01-05', 6],
    ],
  },
  'no visit of a plan that a redo replaced before its first visit': {
    signed: [
      ['2026-01-01', [0, 6], [4, 4]],
      ['2026-03-10', [0, 2]],
    ],
    redos: ['2026-03-01'],
    told: '2026-03-20',
    counted: [['2026-03-20', 2, 0]],
  },
  'a visit before a redo that is not signed yet, which is no visit of the new plan': {
    signed: [['2026-01-01', [0, 6]]],
    redos: ['2026-03-01'],
    records: [[1, 0, '2026-01-07', 5]],
    counted: [['2026-01-07', 5]],
  },
};

async function aStory(world: World, { signed, redos = [], told, records = [] }: Story) {
  const { userId: patient_id } = await world.patient();
  const { userId: doctorId } = await world.practitioner();
  const id = await withSystem(world.system, async (tx) => {
    const { id: caseId } = await tx
      .insertInto('cases')
      .values({
        patient_id,
        status: 'published',
        plan: 'free',
        received_at: new Date('2025-12-30'),
        due_at: new Date('2026-01-02'),
        practitioner_id: doctorId,
        published_at: new Date('2026-01-01'),
        taken_at: null,
        withdrawn_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [at, [on, ...visits]] of signed.entries()) {
      const sessions = visits.map(([weeks_after, mL]) => ({ weeks_after, items: [plannedItem('chin', mL)] }));
      await sql`insert into drafts (case_id, version, style, recipes, plan, saved_at)
        values (${caseId}, ${at + 1}, 'natural', '{}', ${JSON.stringify({ items: [], sessions })}::jsonb, ${on})`.execute(
        tx,
      );
      await sql`insert into signatures values (${caseId}, ${at + 1}, ${doctorId}, 'Dr A', '1', 'CNOM', ${'a'.repeat(64)}, ${on},
        ${randomUUID().slice(0, 16)})`.execute(tx);
    }
    for (const on of redos)
      await sql`insert into redo_requests (case_id, wishes, requested_at) values (${caseId}, 'Less', ${on})`.execute(
        tx,
      );
    if (told)
      await sql`insert into treatment_dates values (${caseId}, ${records[0]?.[2] ?? told}, ${told}, now())`.execute(tx);
    for (const [version, visit, on, amount] of records)
      await sql`insert into treatment_records (id, version, case_id, plan_version, visit, treated_on, products, points, events,
          note, photo_ids, practitioner_name, registration_number, registration_body, recorded_at, seal, verification_code)
        values (${randomUUID()}, 1, ${caseId}, ${version}, ${visit}, ${on}, '[]',
          ${JSON.stringify([{ treatment: 'chin', side: null, amount, unit: 'mL' }])}::jsonb, '{}', '', '{}', 'Dr A', '1', 'CNOM',
          now(), ${'b'.repeat(64)}, ${randomUUID()})`.execute(tx);
    return caseId;
  });
  return { id, patient_id, doctorId };
}

test('trust 12: the doses that a patient received under signed plans are counted', async () => {
  const world = await aWorld();
  const now = new Date('2026-11-20T12:00:00Z');
  for (const [what, story] of Object.entries(stories)) {
    const { doctorId, ...of } = await aStory(world, story);
    const received = await withStaff(world.db, doctorId, (tx) => listReceivedDoses(tx, of, now));
    const counted = received.map(({ on, amount, visit }) => (visit === undefined ? [on, amount] : [on, amount, visit]));
    expect(counted, what).toEqual(story.counted);
    const elsewhere = { ...of, id: randomUUID() };
    const other = await withStaff(world.db, doctorId, (tx) => listReceivedDoses(tx, elsewhere, now));
    // For another case, none of these visits is a visit of its plan.
    expect(
      other.every(({ visit }) => visit === undefined),
      what,
    ).toBe(true);
  }
});
