import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openGates } from '#engine/gates.ts';
import { plannedItem } from '#engine/plan/planned.ts';
import { isTreatmentName } from '#engine/recipe.ts';
import { withStaff, withSystem } from '#server/platform/db/db.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { listEarlierTreatments, listReceivedDoses } from './index.ts';

/**
 * A visit: the interval in weeks, and the dose of the chin in mL or the name of another treatment. A visit with null
 * has no treatment.
 */
type PlannedVisit = readonly [weeks_after: number, what: number | string | null];

interface Story {
  /** Each signed version: the day of the signature, and the visits. */
  readonly signed: readonly (readonly [on: string, ...visits: PlannedVisit[]])[];
  /** The kinds of the plan items that belong to no visit. */
  readonly kinds?: readonly string[];
  /** The days on which the patient requested a redo. */
  readonly redos?: readonly string[];
  /** The day of the first visit, as the patient gave it. */
  readonly told?: string;
  readonly records?: readonly [version: number, visit: number | null, on: string, mL: number][];
}

interface DoseStory extends Story {
  /** The amounts that count, newest first, with the index of the visit in the plan. */
  readonly counted: readonly (readonly [on: string, mL: number, visit?: number])[];
}

/** The current day is 20 November 2026. These sums were written by hand. */
const stories: Record<string, DoseStory> = {
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
  'the visits before a redo, which the patient told, as visits of their own plan even on days after the redo': {
    signed: [
      ['2026-01-01', [0, 6], [4, 4]],
      ['2026-01-25', [0, 2], [4, 1]],
    ],
    redos: ['2026-01-20'],
    told: '2026-01-05',
    counted: [
      ['2026-02-02', 4],
      ['2026-01-05', 6],
    ],
  },
  'a visit of a redo before its first one with a record, although the patient told the day of a visit before the redo':
    {
      signed: [
        ['2026-01-01', [0, 6]],
        ['2026-03-10', [0, 2], [4, 3]],
      ],
      redos: ['2026-03-01'],
      told: '2026-01-05',
      records: [[2, 1, '2026-04-20', 3]],
      counted: [
        ['2026-04-20', 3, 1],
        ['2026-03-23', 2, 0],
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

const itemOf = (what: number | string) => {
  if (typeof what === 'number') return plannedItem('chin', what);
  return isTreatmentName(what) ? plannedItem(what, 10) : { treatment: what, dose: null, unit: null };
};

async function aStory(world: World, { signed, kinds = [], redos = [], told, records = [] }: Story) {
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
      const sessions = visits.map(([weeks_after, what]) => ({
        weeks_after,
        items: what === null ? [] : [itemOf(what)],
      }));
      const plan = { items: kinds.map((kind) => ({ kind })), sessions };
      await sql`insert into drafts (case_id, version, style, recipes, plan, saved_at)
        values (${caseId}, ${at + 1}, 'natural', '{}', ${JSON.stringify(plan)}::jsonb, ${on})`.execute(tx);
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

interface WaitStory extends Story {
  /** The current day, and the treatment that is planned on it. */
  readonly today: string;
  readonly planned: string;
  /** The earlier treatments, oldest first, with the index of the visit in the plan. */
  readonly had: readonly (readonly [on: string, kind: string, visit?: number])[];
  /** The first day on which the plan may start. Null if the plan may start today. */
  readonly from: string | null;
}

/**
 * The days were written by hand. Toxin waits 12 weeks after toxin. Toxin and filler wait 1 week after a laser or a peel.
 */
const waits: Record<string, WaitStory> = {
  'toxin of the first visit, which the patient told, if only the filler of the second visit has a record': {
    signed: [['2026-01-01', [0, 'glabella'], [3, 2]]],
    told: '2026-01-05',
    records: [[1, 1, '2026-01-26', 2]],
    redos: ['2026-02-08'],
    today: '2026-02-10',
    planned: 'glabella',
    had: [
      ['2026-01-05', 'botox'],
      ['2026-01-26', 'hyaluronic_acid'],
    ],
    from: '2026-03-30',
  },
  'toxin of the first visit, for which the patient told no day, if only the second visit has a record': {
    signed: [['2026-01-01', [0, 'glabella'], [3, 2]]],
    records: [[1, 1, '2026-01-26', 2]],
    redos: ['2026-02-08'],
    today: '2026-02-10',
    planned: 'glabella',
    had: [
      ['2026-01-05', 'botox'],
      ['2026-01-26', 'hyaluronic_acid'],
    ],
    from: '2026-03-30',
  },
  'the last visit of a course of lasers': {
    signed: [['2026-01-01', [0, 'redness'], [4, 'redness'], [4, 'redness']]],
    told: '2026-01-05',
    redos: ['2026-03-03'],
    today: '2026-03-04',
    planned: 'chin',
    had: [
      ['2026-01-05', 'laser'],
      ['2026-02-02', 'laser'],
      ['2026-03-02', 'laser'],
    ],
    from: '2026-03-09',
  },
  'no visit in the future': {
    signed: [['2026-01-01', [0, 'redness'], [4, 'redness'], [4, 'redness']]],
    told: '2026-01-05',
    redos: ['2026-02-27'],
    today: '2026-02-28',
    planned: 'chin',
    had: [
      ['2026-01-05', 'laser'],
      ['2026-02-02', 'laser'],
    ],
    from: null,
  },
  'a treatment without a dose, but no visit without a treatment': {
    signed: [['2026-01-01', [0, 'redness'], [2, null], [4, 'peeling']]],
    told: '2026-01-05',
    redos: ['2026-02-18'],
    today: '2026-02-19',
    planned: 'chin',
    had: [
      ['2026-01-05', 'laser'],
      ['2026-02-16', 'peeling'],
    ],
    from: '2026-02-23',
  },
  'a recorded visit on the day of its record only, and the visits of the current plan with their index': {
    signed: [['2026-01-01', [0, 'redness'], [4, 2], [4, 'glabella']]],
    told: '2026-01-05',
    records: [[1, 1, '2026-02-04', 2]],
    today: '2026-03-04',
    planned: 'glabella',
    had: [
      ['2026-01-05', 'laser', 0],
      ['2026-02-04', 'hyaluronic_acid', 1],
    ],
    from: null,
  },
  'the items of a plan without visits on the day that the patient told': {
    signed: [['2026-01-01']],
    kinds: ['botox'],
    told: '2026-01-05',
    redos: ['2026-02-01'],
    today: '2026-02-10',
    planned: 'glabella',
    had: [['2026-01-05', 'botox']],
    from: '2026-03-30',
  },
};

test('trust 12: a plan waits after every visit that took place or presumably took place', async () => {
  const world = await aWorld();
  for (const [what, { today, planned, had, from, ...story }] of Object.entries(waits)) {
    const { doctorId, ...of } = await aStory(world, story);
    const now = new Date(`${today}T08:00:00Z`);
    const earlier = await withStaff(world.db, doctorId, (tx) => listEarlierTreatments(tx, of, now));
    const listed = earlier.flatMap(({ on, kinds, visit }) =>
      kinds.map((kind) => (visit === undefined ? [on, kind] : [on, kind, visit])),
    );
    expect(listed, what).toEqual(had);
    const gates = openGates({
      recipes: {},
      items: [],
      sessions: [{ weeks_after: 0, items: [{ treatment: planned, dose: 1 }] }],
      last_day: '9999-12-31',
      injections: [],
      is_adult: true,
      health: null,
      health_details: {},
      stated: { asked: null, reasons: [], zones: [], not_before: null },
      // For a plan of another case, none of these treatments is a visit of the plan.
      earlier: earlier.map(({ on, kinds, treatments }) => ({ on, kinds, treatments })),
      received: [],
      pictures: [],
      artefacts: [],
      today,
    });
    expect(gates.find(({ code }) => code === 'interval_since')?.day ?? null, what).toBe(from);
  }
});
