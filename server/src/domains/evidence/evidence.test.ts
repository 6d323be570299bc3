import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, expect, test, vi } from 'vitest';
import { ConsentVersions } from '#contract/identity.ts';
import type { RecordContent } from '#contract/treatment-records.ts';
import { clinicalVersion } from '#engine/clinical.ts';
import { emptyRecipe, engineVersion } from '#engine/recipe.ts';
import { appendUserPhoto, uploadUserPhoto } from '#server/domains/intake/index.ts';
import { recordConsent, setBirthDate } from '#server/domains/identity/index.ts';
import { listMyCases, recordTreatment, signAndPublish } from '#server/domains/simulation/index.ts';
import { withSystem, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { consentToSimulation, drawCase, signing, takePhoto, someBirthDate } from '../../../test/a-case.ts';
import { aWorld, PASSWORD, type World } from '../../../test/world.ts';
import { measureFace } from './measure-face.ts';
import type { MeasurementRow } from './evidence.queries.ts';
import { cellsOf, computeReport, getEvidence, resultsOf } from './report.ts';

// On an idle machine, a test that compares several photos takes up to 16 s.
vi.setConfig({ testTimeout: 60_000 });

const DAY_MS = 86_400_000;
const facePath = (name: string) => new URL(`../../../../engine/data/faces/${name}.jpg`, import.meta.url);
let photo: Buffer;
let side: Buffer;
beforeAll(async () => {
  const small = async (name: string) =>
    sharp(await readFile(facePath(name)))
      .resize(800)
      .jpeg()
      .toBuffer();
  [photo, side] = [await small('A-front'), await small('A-right')];
});

const given = { ...emptyRecipe, treatments: { chin: 2, cheek: { right: 1, left: 1 }, redness: 40 } };

test('comparing two photos of a face returns one reading for each measurable zone, and no image or landmark', async () => {
  const read = await measureFace({ before: photo, after: photo, repeats: [photo], given });
  expect(read).toMatchObject({ outcome: 'measured', tone: null });
  expect(read.zones.map(({ treatment, dose }) => [treatment, dose])).toEqual([
    ['chin', 2],
    ['cheek', 1],
  ]);
  expect(read.zones[0]?.mm?.seen).toBeCloseTo(0, 6);
  expect(Object.keys(read).sort()).toEqual(['outcome', 'tone', 'zones']);
});

test('comparing photos reports a turned head and a photo without a face as different outcomes', async () => {
  const plain = await sharp({ create: { width: 640, height: 640, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer();
  expect(await measureFace({ before: photo, after: side, repeats: [], given })).toMatchObject({ outcome: 'turned' });
  expect(await measureFace({ before: photo, after: plain, repeats: [], given })).toMatchObject({ outcome: 'no_face' });
  expect(await measureFace({ before: photo, after: photo, repeats: [plain], given })).toMatchObject({
    outcome: 'measured',
  });
});

const aRecord = (treated_on: string): RecordContent => ({
  visit: null,
  treated_on,
  products: [
    {
      product: 'ha_firm',
      name: 'Gel 20',
      manufacturer: 'Acme Pharma',
      lot: 'G1',
      expires_on: '2099-01-31',
      gtin: null,
      serial: null,
    },
  ],
  points: [{ treatment: 'chin', side: null, product: 0, amount: 2, unit: 'mL', instrument: 'needle', events: [] }],
  events: [],
  note: '',
  photo_ids: [],
});
const dayOf = (world: World) => world.clock.now().toISOString().slice(0, 10);
const take = async (world: World, { userId }: SignedIn, bytes: Buffer) => {
  const { path } = await uploadUserPhoto(world, userId, { pose: 'front', bytes, isVerified: true });
  return appendUserPhoto(world, userId, 'front', path);
};
const agree = async (world: World, patient: SignedIn) => {
  const given = { purpose: 'evidence', version: ConsentVersions.evidence, language: 'en' };
  expect((await world.browserOf(patient).post('/rpc/give_consent', given)).status).toBe(200);
};
const withdraw = async (world: World, patient: SignedIn, purpose: 'evidence' | 'marketing') => {
  expect((await world.browserOf(patient).post('/rpc/withdraw_consent', { purpose })).status).toBe(200);
};

/** Makes a signed case with a photo of a face. The treatment takes place today. */
async function aTreatedCase(world: World) {
  const [doctor, patient] = [await world.practitioner(), await world.patient()];
  await withUser(world.db, patient.userId, async (tx) => {
    await recordConsent(tx, patient, consentToSimulation, world.clock.now());
    await setBirthDate(tx, patient.userId, someBirthDate);
  });
  await take(world, patient, photo);
  for (const pose of ['right', 'left'] as const) await takePhoto(world, patient, pose);
  await world.outbox.drain();
  const caseId = (await listMyCases(world, patient.userId))[0]!.id;
  await signAndPublish(world, doctor, signing(caseId, await drawCase(world, doctor, patient, caseId)));
  const record = () =>
    recordTreatment(world, doctor, {
      case_id: caseId,
      plan_version: 1,
      record: aRecord(dayOf(world)),
      idempotency_key: randomUUID(),
    });
  await record();
  await world.outbox.drain();
  return { patient, caseId, record };
}
/**
 * Takes a photo two weeks after the treatment, and then advances the clock until the window of the outcome check is
 * over.
 */
async function takeOutcome(world: World, patient: SignedIn) {
  world.clock.advance(14 * DAY_MS);
  await take(world, patient, await sharp(photo).jpeg({ quality: 70 }).toBuffer());
  world.clock.advance(8 * DAY_MS);
}
const measureNow = (world: World) => world.jobs.runNow('evidence.measure', {});
const looks = (world: World) => withSystem(world.system, (tx) => tx.selectFrom('evidence_looks').selectAll().execute());
const measured = (world: World) =>
  withSystem(world.system, (tx) => tx.selectFrom('evidence_measurements').selectAll().execute());

test('a result is measured after its window is over, and only for people who consented', async () => {
  const world = await aWorld();
  const { patient, caseId } = await aTreatedCase(world);
  await takeOutcome(world, patient);
  await measureNow(world);
  expect(await looks(world)).toEqual([]);
  await agree(world, patient);
  await measureNow(world);
  expect(await looks(world)).toMatchObject([
    { case_id: caseId, period: 'two_weeks', outcome: 'measured', dataset: clinicalVersion, engine: engineVersion },
  ]);
  const [chin, ...others] = await measured(world);
  expect(others).toEqual([]);
  expect(chin).toMatchObject({ case_id: caseId, treatment: 'chin', dose: 2, dose_band: 'usual', tone: null });
  // The second photo is the first photo, compressed again, so no zone moves by more than the measurement error.
  expect(Math.abs(chin!.seen_mm!)).toBeLessThan(chin!.error_mm!);
  expect(chin!.simulated_mm).toBeGreaterThan(0.3);

  // The same photos are measured only once with each version of the engine.
  const [first] = await looks(world);
  world.clock.advance(DAY_MS);
  await measureNow(world);
  expect(await looks(world)).toEqual([first]);
  await withSystem(world.system, (tx) => tx.updateTable('evidence_looks').set({ engine: 1 }).execute());
  await measureNow(world);
  expect((await looks(world))[0]).toMatchObject({ engine: engineVersion });
  expect(await measured(world)).toHaveLength(1);

  // A person sees only their own rows in the database.
  const stranger = await world.patient();
  const seen = (userId: string) =>
    withUser(world.db, userId, (tx) => tx.selectFrom('evidence_measurements').select('treatment').execute());
  expect(await seen(patient.userId)).toEqual([{ treatment: 'chin' }]);
  expect(await seen(stranger.userId)).toEqual([]);
});

test('withdrawing the consent deletes every measurement, and nothing is measured afterwards', async () => {
  const world = await aWorld();
  const { patient } = await aTreatedCase(world);
  await agree(world, patient);
  await takeOutcome(world, patient);
  await measureNow(world);
  expect(await measured(world)).toHaveLength(1);
  await withdraw(world, patient, 'marketing');
  await world.outbox.drain();
  expect(await measured(world)).toHaveLength(1);
  await withdraw(world, patient, 'evidence');
  await world.outbox.drain();
  expect([await looks(world), await measured(world)]).toEqual([[], []]);
  await measureNow(world);
  expect(await looks(world)).toEqual([]);
});

test('no photo of a kept medical record is measured after the account was erased', async () => {
  const world = await aWorld();
  const { patient } = await aTreatedCase(world);
  await agree(world, patient);
  await takeOutcome(world, patient);
  const browser = world.browserOf(patient);
  await browser.post('/api/auth/confirm-password', { password: PASSWORD });
  expect((await browser.post('/rpc/erase_my_account', { is_final: true })).status).toBe(200);
  await world.outbox.drain();
  const inForce = () =>
    withSystem(world.system, (tx) =>
      tx.selectFrom('consents').select('purpose').where('withdrawn_at', 'is', null).execute(),
    );
  expect(await inForce()).toEqual([{ purpose: 'simulation' }]);
  await measureNow(world);
  expect(await looks(world)).toEqual([]);
  // A consent of a closed account does not count, even if it was never withdrawn.
  await withSystem(world.system, (tx) => tx.updateTable('consents').set({ withdrawn_at: null }).execute());
  await measureNow(world);
  expect(await looks(world)).toEqual([]);
});

test('nothing is stored if the consent is withdrawn while the photos are compared', async () => {
  const world = await aWorld();
  const { patient } = await aTreatedCase(world);
  await agree(world, patient);
  await takeOutcome(world, patient);
  const { read } = world.photos;
  world.photos.read = async (...asked) => {
    await withdraw(world, patient, 'evidence');
    return read(...asked);
  };
  await measureNow(world);
  expect(await looks(world)).toEqual([]);
});

test('no photo is opened after its person has withdrawn the consent, even if the nightly job has already begun', async () => {
  const world = await aWorld();
  const people = [(await aTreatedCase(world)).patient, (await aTreatedCase(world)).patient];
  for (const patient of people) await agree(world, patient);
  world.clock.advance(14 * DAY_MS);
  for (const patient of people) await take(world, patient, await sharp(photo).jpeg({ quality: 70 }).toBuffer());
  world.clock.advance(8 * DAY_MS);
  const { read } = world.photos;
  let opened = 0;
  world.photos.read = async (...asked) => {
    if (opened++ === 0) for (const patient of people) await withdraw(world, patient, 'evidence');
    return read(...asked);
  };
  await measureNow(world);
  // The job opened only the two photos of one person.
  expect(opened).toBe(2);
  expect(await looks(world)).toEqual([]);
});

test('a second treatment record deletes the measurements of its case, because more was injected', async () => {
  const world = await aWorld();
  const { patient, record } = await aTreatedCase(world);
  await agree(world, patient);
  await takeOutcome(world, patient);
  await measureNow(world);
  expect(await looks(world)).toHaveLength(1);
  await record();
  await world.outbox.drain();
  expect(await looks(world)).toEqual([]);
});

/**
 * Returns one measurement of the chin for each person. The measured change is the likely change of 2 mm plus `beyond`.
 */
const rowsOf = (people: number, beyond: number, over: Partial<MeasurementRow> = {}): MeasurementRow[] =>
  Array.from({ length: people }, (_, n) => ({
    case_id: `case ${n}`,
    user_id: `person ${n}`,
    period: 'two_weeks',
    treatment: 'chin',
    dose: 2,
    dose_band: 'usual',
    tone: null,
    simulated_mm: 2,
    seen_mm: 2 + beyond + (n % 2 === 0 ? 0.1 : -0.1),
    error_mm: 0.3,
    simulated_light: null,
    seen_light: null,
    error_light: null,
    ...over,
  }));

test('figures are split by treatment, check, measure, dose and tone, and groups below ten people are not merged', () => {
  const nine = rowsOf(9, 0.5);
  expect(cellsOf(nine)).toMatchObject([{ treatment: 'chin', tone: 'unknown', count: null, result: null }]);
  expect(cellsOf([...nine, ...rowsOf(9, 0.5, { tone: 'dark' })]).map(({ result }) => result)).toEqual([null, null]);
  expect(cellsOf(rowsOf(12, 0.5, { tone: 'tan', simulated_light: 1, seen_light: 1, error_light: 2 }))).toMatchObject([
    { measure: 'light', dose: 'usual', tone: 'tan', count: 10, result: { finding: 'none', covered: { mean: 1 } } },
    { measure: 'mm', period: 'two_weeks', count: 10, result: { finding: 'more', error: { mean: 0.5 } } },
  ]);
  // After three months, nine tenths of the effect are predicted, so the same change is above the prediction.
  expect(cellsOf(rowsOf(10, 0, { period: 'three_months' }))[0]?.result?.error.mean).toBeCloseTo(0.2, 9);
});

test('zones that move are corrected in millimetres, others in lightness, both in the simulated direction', () => {
  const [both, light] = [
    { simulated_mm: -2, seen_mm: -1.5, simulated_light: 3, seen_light: 9, error_light: 2 },
    { treatment: 'dark_circles', simulated_mm: null, seen_mm: null, simulated_light: 4, seen_light: 2, error_light: 2 },
  ];
  expect(resultsOf([...rowsOf(1, 0, both), ...rowsOf(1, 0, light)])).toEqual([
    { person: expect.any(String), treatment: 'chin', stated: 2, seen: 1.5 },
    { person: expect.any(String), treatment: 'dark_circles', stated: expect.any(Number), seen: 2 },
  ]);
});

test('a report is computed once a month from current measurements, and everyone can read it', async () => {
  const world = await aWorld();
  const versions = { dataset: clinicalVersion, engine: engineVersion, zones: expect.any(Array) as string[] };
  expect(await getEvidence(world)).toEqual({ computed_at: null, people: 0, cells: [], ...versions });
  expect((await getEvidence(world)).zones).toContain('lip_flip');
  expect((await getEvidence(world)).zones).not.toContain('redness');
  await world.jobs.runNow('evidence.report', {});
  const empty = await getEvidence(world);
  expect(empty).toEqual({ computed_at: world.clock.now().toISOString(), people: 0, cells: [], ...versions });

  const { patient } = await aTreatedCase(world);
  await agree(world, patient);
  await takeOutcome(world, patient);
  await measureNow(world);
  world.clock.advance(-15 * DAY_MS);
  await computeReport(world);
  expect(await getEvidence(world)).toEqual(empty);
  world.clock.advance(60 * DAY_MS);
  await computeReport(world);
  // Only one person was measured, so the report shows no counts.
  expect(await getEvidence(world)).toMatchObject({ people: null, cells: [{ treatment: 'chin', count: null }, {}] });
  await withSystem(world.system, (tx) => tx.updateTable('evidence_looks').set({ engine: 1 }).execute());
  world.clock.advance(31 * DAY_MS);
  await computeReport(world);
  expect(await getEvidence(world)).toMatchObject({ people: 0, cells: [] });
});
