import { beforeEach, expect, test } from 'vitest';
import type { CalibrationCorrection } from '#contract/calibrations.ts';
import type { Recipes } from '#contract/drafts.ts';
import { noMarkings } from '#contract/markings.ts';
import { clinicalVersion } from '#engine/clinical.ts';
import { doseResponse } from '#engine/dose-response.ts';
import { type Calibration, engineVersion } from '#engine/recipe.ts';
import { saveDraft, takeCase } from '#server/domains/simulation/index.ts';
import { withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aCase, somePlan, someRecipes } from '../../../test/a-case.ts';
import { codeOf } from '../../../test/code-of.ts';
import { aWorld, type World } from '../../../test/world.ts';

const corrections: CalibrationCorrection[] = [
  {
    treatment: 'chin',
    count: 60,
    ratio: { mean: 0.8, low: 0.75, high: 0.85 },
    factor: 0.85,
    v0: { now: doseResponse.chin.v0, proposed: 5 },
  },
  {
    treatment: 'lip_flip',
    count: 30,
    ratio: { mean: 1.3, low: 1.1, high: 1.5 },
    factor: 1.18,
    v0: { now: doseResponse.lip_flip.v0, proposed: 2.5 },
  },
];

let world: World;
let admin: SignedIn;
let doctor: SignedIn;
beforeEach(async () => {
  world = await aWorld();
  admin = await world.admin({ first_name: 'Jeanne' });
  doctor = await world.practitioner({ first_name: 'Hélène' });
});
const ask = async (who: SignedIn, name: string, input: object = {}) => {
  const { status, json } = await world.browserOf(who).post(`/rpc/${name}`, input);
  return { status, json };
};
const read = async (who: SignedIn) => (await ask(who, 'get_calibrations')).json;
/** Stores a monthly report that offers corrections. */
const report = (month: string, dataset = clinicalVersion, offered = corrections) =>
  withSystem(world.system, (tx) =>
    tx
      .insertInto('evidence_reports')
      .values({
        month,
        computed_at: world.clock.now(),
        dataset,
        engine: engineVersion,
        people: 90,
        cells: '[]',
        corrections: JSON.stringify(offered),
      })
      .execute(),
  );
const propose = (to = 'offered', who = admin) => ask(who, 'propose_calibration', { to });
const look = (number: number, treatment: string, who = doctor) => ask(who, 'draw_calibration', { number, treatment });
const decide = (number: number, decision: string, who = doctor) =>
  ask(who, 'decide_calibration', { number, decision, reason: 'Seen' });

/** Lets an administrator propose a calibration, and lets a doctor look at it and approve it. */
async function approve(to = 'offered') {
  const { json } = await propose(to);
  for (const treatment of json.changed) await look(json.number, treatment);
  return decide(json.number, 'approved');
}

test('an administrator proposes corrections, and a doctor can approve them only after looking at each treatment', {
  timeout: 60_000,
}, async () => {
  await report('2026-11-01');
  expect(await read(doctor)).toMatchObject({ in_force: null, offered: corrections, open: null, looked: [], past: [] });
  const { json: open } = await propose();
  expect(open).toMatchObject({ corrections, changed: ['chin', 'lip_flip'], decision: null });
  expect(open.proposed_name).toMatch(/^Jeanne/);
  expect((await decide(open.number, 'approved')).json).toMatchObject({
    code: 'CALIBRATION_NOT_LOOKED',
    data: { treatments: ['chin', 'lip_flip'] },
  });
  const { json: drawn } = await look(open.number, 'chin');
  expect(drawn.dose).toBe(doseResponse.chin.usual[1]);
  expect(drawn.faces.map(({ name }: { name: string }) => name)).toEqual(['A', 'B', 'C']);
  for (const { before, now, proposed } of drawn.faces) {
    expect(new Set([before, now, proposed]).size).toBe(3);
    expect(proposed).toMatch(/^data:image\/jpeg;base64,/);
  }
  // The administrator has looked at this treatment, but the doctor must look at it as well.
  await look(open.number, 'lip_flip', admin);
  expect((await decide(open.number, 'approved')).json.data).toEqual({ treatments: ['lip_flip'] });
  await look(open.number, 'lip_flip');
  expect((await read(doctor)).looked).toEqual(['chin', 'lip_flip']);
  const { json: approved } = await decide(open.number, 'approved');
  expect(approved).toMatchObject({ decision: 'approved', decided_at: world.clock.now().toISOString(), reason: 'Seen' });
  expect(approved.decided_name).toMatch(/^Hélène/);
  expect(approved.decided_registration).toMatch(/\d/);
  // The report was measured with the previous table, so its corrections are not offered for the new table.
  expect(await read(admin)).toMatchObject({ in_force: open.number, offered: [], open: null });
  expect((await decide(open.number, 'declined')).json.code).toBe('CALIBRATION_NOT_OPEN');
});

test.each<[string, string, (number: number) => Promise<{ status: number }>, number]>([
  ['an administrator decides nothing', 'admin', (number) => decide(number, 'approved', admin), 403],
  ['a patient decides nothing', 'patient', async (number) => decide(number, 'approved', await world.patient()), 403],
  [
    'a doctor who is not verified decides nothing',
    'unverified',
    async (number) => decide(number, 'approved', await world.practitioner({ verified: false })),
    403,
  ],
  [
    'a doctor without a second factor decides nothing',
    'factor',
    async (number) => decide(number, 'approved', await world.practitioner({ secondFactor: false })),
    403,
  ],
  ['a doctor proposes nothing', 'doctor', () => propose('offered', doctor), 403],
  ['a doctor withdraws nothing', 'doctor', (number) => ask(doctor, 'withdraw_calibration', { number }), 403],
  ['a patient reads nothing', 'patient', async () => ask(await world.patient(), 'get_calibrations'), 403],
])('%s', async (_title, _who, act, status) => {
  await report('2026-11-01');
  const { json } = await propose();
  expect((await act(json.number)).status).toBe(status);
  expect((await read(admin)).open).toMatchObject({ number: json.number, decision: null });
});

test('nobody can decide on a proposal that they made themselves', async () => {
  await report('2026-11-01');
  const { json } = await propose();
  for (const treatment of json.changed) await look(json.number, treatment);
  await world.database.owner.query('update dose_calibrations set proposed_by = $1', [doctor.userId]);
  expect((await decide(json.number, 'approved')).status).toBe(404);
  expect((await read(admin)).in_force).toBeNull();
});

test('only one proposal of corrections can be open, and none can be made without corrections in the report', async () => {
  expect((await propose()).json.code).toBe('CALIBRATION_EMPTY');
  expect((await propose('dataset')).json.code).toBe('CALIBRATION_EMPTY');
  await report('2026-11-01');
  const two = await Promise.all([propose(), propose()]);
  expect(two.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { number } = (await read(admin)).open;
  expect((await ask(admin, 'withdraw_calibration', { number })).json.decision).toBe('withdrawn');
  expect((await look(number, 'chin')).json.code).toBe('CALIBRATION_NOT_OPEN');
  expect((await propose()).status).toBe(200);
});

test('a report of another table or engine version offers no corrections', async () => {
  await report('2026-11-01', `${clinicalVersion}+7`);
  expect((await read(admin)).offered).toEqual([]);
});

test('a proposal of corrections can no longer be approved after another table came into force', async () => {
  await report('2026-11-01');
  const { json } = await propose();
  for (const treatment of json.changed) await look(json.number, treatment);
  await world.database.owner.query('update dose_calibrations set base = 99');
  expect((await decide(json.number, 'approved')).json.code).toBe('CALIBRATION_STALE');
  expect((await decide(json.number, 'declined')).status).toBe(200);
});

test('drafts must use the table in force, and a return to the table of the dataset needs a decision too', {
  timeout: 60_000,
}, async () => {
  const { caseId } = await aCase(world);
  await takeCase(world, doctor, caseId);
  const draft = { style: 'natural', recipes: someRecipes, plan: somePlan, markings: noMarkings() } as const;
  await report('2026-11-01');
  const { json: approved } = await approve();
  const code = (recipes: Recipes) => codeOf(saveDraft(world, doctor, caseId, 0, { ...draft, recipes }));
  expect(await code(someRecipes)).toBe('CLINICAL_DATASET_OUTDATED');
  const { json: shown } = await ask(doctor, 'get_studio_case', { case_id: caseId });
  expect(shown.calibration).toEqual({ number: approved.number, v0: { chin: 5, lip_flip: 2.5 } });
  const stamped = (calibration: Calibration) =>
    Object.fromEntries(
      Object.entries(someRecipes).map(([style, recipe]) => [style, { ...recipe, calibration }]),
    ) as unknown as Recipes;
  // The service refuses a calibration whose values differ from the stored ones.
  expect(await code(stamped({ ...shown.calibration, v0: { chin: 0.1 } }))).toBe('CLINICAL_DATASET_OUTDATED');
  expect(await code(stamped(shown.calibration))).toBe('done');
  expect((await approve('dataset')).json.decision).toBe('approved');
  expect(await read(admin)).toMatchObject({ in_force: null });
});
