import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { Poses } from '#contract/intake.ts';
import { noMarkings } from '#contract/markings.ts';
import { withSystem } from '#server/platform/db/db.ts';
import {
  aCase,
  aDraftedCase,
  aPatientWithPhotos,
  consentToSimulation,
  renderAll,
  signing,
  somePlan,
  someRecipes,
  takePhoto,
} from '../../../test/a-case.ts';
import { codeOf } from '../../../test/code-of.ts';
import { aWorld, type World } from '../../../test/world.ts';
import {
  getStudioCase,
  listMyCases,
  listStudioCases,
  releaseCase,
  saveDraft,
  signAndPublish,
  takeCase,
} from './index.ts';
import { openCaseWhenReady } from './open-case.ts';

const draft = { style: 'natural', recipes: someRecipes, plan: somePlan, markings: noMarkings() } as const;
const openCases = { status: 'open', limit: 50 } as const;
const auditOf = (world: World, action: string) =>
  world.db.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('id').execute();

test('a case is opened when the third pose is taken, and is due after the hours of the plan', async () => {
  const world = await aWorld();
  const patient = await aPatientWithPhotos(world, ['front', 'right']);
  expect(await listMyCases(world, patient.userId)).toEqual([]);

  await takePhoto(world, patient, 'left');
  await world.outbox.drain();
  const [mine, ...others] = await listMyCases(world, patient.userId);
  expect(others).toEqual([]);
  expect(mine).toMatchObject({
    status: 'received',
    plan: 'free',
    due_at: '2026-11-23T09:00:00.000Z',
    practitioner_name: null,
    taken_at: null,
  });
  expect(mine?.number).toMatch(/^FL-\d{4}$/);
  expect(world.told).toContainEqual({ to: { role: 'practitioner' }, event: { kind: 'queue.changed', id: mine?.id } });
});

test('trust 9: no case is opened before the patient has given a birth date, and one is opened once it is given', async () => {
  const world = await aWorld();
  const patient = await aPatientWithPhotos(world, Poses, null);
  const browser = world.browserOf(patient);
  expect(await listMyCases(world, patient.userId)).toEqual([]);
  expect((await browser.post('/rpc/request_simulation', { idempotency_key: randomUUID() })).json).toMatchObject({
    code: 'BIRTH_DATE_MISSING',
  });
  const save = (birth_date: string | null) =>
    browser.post('/rpc/set_my_details', {
      first_name: 'Claire',
      last_name: 'Moreau',
      phone: null,
      birth_date,
      language: 'en',
    });
  const statuses = async () => {
    await world.outbox.drain();
    return (await listMyCases(world, patient.userId)).map(({ status }) => status);
  };
  await save(null);
  expect(await statuses()).toEqual([]);
  expect((await save('2009-01-01')).json).toMatchObject({ code: 'UNDER_AGE' });
  expect(await statuses()).toEqual([]);
  world.clock.advance(3_600_000);
  expect((await save('1990-01-01')).status).toBe(200);
  expect(await statuses()).toEqual(['received']);
  // The delivery time begins when the birth date is given, not when the photos are taken.
  expect((await listMyCases(world, patient.userId))[0]?.due_at).toBe('2026-11-23T10:00:00.000Z');
});

test('no case is left out between two pages of the queue, even if several are due at the same moment', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const all = [await aCase(world), await aCase(world), await aCase(world)].map(({ caseId }) => caseId);
  const walk = async (status: 'open' | 'published') => {
    const seen: string[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const page = await listStudioCases(world, doctor, { status, limit: 1, after });
      seen.push(...page.rows.map(({ id }) => id));
      after = page.next;
    }
    return seen.sort();
  };
  expect(await walk('open')).toEqual(all.sort());
  await withSystem(world.system, (tx) =>
    tx.updateTable('cases').set({ status: 'published', published_at: world.clock.now() }).execute(),
  );
  expect(await walk('published')).toEqual(all);
});

test('a doctor finds the next case on which they may work, even if other cases are due earlier', async () => {
  const world = await aWorld();
  const [doctor, other] = [await world.practitioner(), await world.practitioner()];
  const workable = async (who = doctor) =>
    (await listStudioCases(world, who, { status: 'open', filter: 'workable', limit: 1 })).rows.map(({ id }) => id);
  const set = (id: string, values: object) =>
    withSystem(world.system, (tx) => tx.updateTable('cases').set(values).where('id', '=', id).execute());
  const later = async () => {
    world.clock.advance(60_000);
    return (await aCase(world)).caseId;
  };
  // The cases are received in this order, so they are due in this order.
  await set(await later(), { practitioner_id: other.userId, status: 'in_review', taken_at: world.clock.now() });
  await set(await later(), { assigned_to: other.userId });
  await set(await later(), { waits_since: world.clock.now() });
  expect(await workable()).toEqual([]);
  const free = await later();
  const own = await later();
  await set(own, { assigned_to: doctor.userId });
  expect(await workable()).toEqual([free]);
  await set(free, { assigned_to: other.userId });
  expect(await workable()).toEqual([own]);
});

test('the queue shows no name of a patient, and viewing it is recorded', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId } = await aCase(world);
  const queue = await listStudioCases(world, doctor, openCases);
  expect(queue.rows).toMatchObject([{ id: caseId, photo_count: 3, age_years: 41, practitioner_name: null }]);
  expect(JSON.stringify(queue)).not.toContain(patient.userId);
  expect(JSON.stringify(queue)).not.toContain('Claire');
  expect(await auditOf(world, 'queue.viewed')).toMatchObject([
    { actor_id: doctor.userId, details: { cases: [caseId], locked: [] } },
  ]);
});

test('the first view of a case after another doctor released it is recorded, even if the list has the same cases', async () => {
  const world = await aWorld();
  const [doctor, other] = [await world.practitioner(), await world.practitioner()];
  const { caseId } = await aCase(world);
  await takeCase(world, other, caseId);
  const look = () => listStudioCases(world, doctor, openCases);
  expect([(await look()).rows[0]?.age_years, (await look()).rows[0]?.age_years]).toEqual([null, null]);
  await releaseCase(world, other, caseId);
  expect((await look()).rows[0]?.age_years).toBe(41);
  expect((await auditOf(world, 'queue.viewed')).map(({ details }) => details)).toMatchObject([
    { cases: [caseId], locked: [caseId] },
    { cases: [caseId], locked: [] },
  ]);
});

test('if two doctors take a case at once, only one gets it, and the other sees who has it', async () => {
  const world = await aWorld();
  const { caseId } = await aCase(world);
  const [one, two] = [await world.practitioner(), await world.practitioner()];
  const results = await Promise.all([one, two].map((doctor) => codeOf(takeCase(world, doctor, caseId))));
  expect(results.sort()).toEqual(['CASE_TAKEN', 'done']);
  const loser = (await codeOf(getStudioCase(world, one, caseId))) === 'NOT_FOUND' ? one : two;
  await expect(takeCase(world, loser, caseId)).rejects.toMatchObject({
    code: 'CASE_TAKEN',
    data: { practitioner_name: expect.stringContaining('Vasseur') },
  });
  expect(await codeOf(saveDraft(world, loser, caseId, 0, draft))).toBe('CASE_TAKEN');
});

test('trust 7: every view of a case is recorded, with the photos that were shown', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId } = await aCase(world);
  const shown = await getStudioCase(world, doctor, caseId);
  expect(shown.patient).toMatchObject({ first_name: 'Claire', age_years: 41 });
  expect(await auditOf(world, 'case.viewed')).toMatchObject([
    {
      actor_id: doctor.userId,
      actor_role: 'practitioner',
      patient_id: patient.userId,
      reason: 'treatment',
      details: { photos: shown.photos.map((photo) => photo.id) },
    },
  ]);
});

test('a photo that the patient takes again before a doctor has begun is used for the case', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId } = await aCase(world);
  world.clock.advance(1000);
  const retaken = await takePhoto(world, patient, 'front');
  await world.outbox.drain();
  const taken = await takeCase(world, doctor, caseId);
  expect(taken.photos.find((photo) => photo.pose === 'front')?.id).toBe(retaken);
  await takePhoto(world, patient, 'front');
  await world.outbox.drain();
  expect((await getStudioCase(world, doctor, caseId)).photos.find((photo) => photo.pose === 'front')?.id).toBe(retaken);
});

test('releasing a case does not delete its draft, so that the next doctor can continue it', async () => {
  const world = await aWorld();
  const [one, two] = [await world.practitioner(), await world.practitioner()];
  const { caseId } = await aDraftedCase(world, one, { pictures: false });
  expect(await releaseCase(world, one, caseId)).toEqual({ status: 'received' });
  expect(await codeOf(saveDraft(world, one, caseId, 1, draft))).toBe('CASE_NOT_OPEN');
  const taken = await takeCase(world, two, caseId);
  expect(taken).toMatchObject({ practitioner_id: two.userId, draft: { version: 1, plan: somePlan } });
  expect(await renderAll(world, two, taken, 1)).toMatch(/^[0-9a-f]{64}$/);
});

test('trust 2: if a patient withdraws the consent, the case leaves the queue and photo links stop working at once', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId, seal } = await aDraftedCase(world, doctor);
  expect((await listStudioCases(world, doctor, openCases)).counts).toEqual({ open: 1, mine: 1, published: 0 });
  const [photo] = (await getStudioCase(world, doctor, caseId)).photos;
  const link = new URL(photo?.url ?? '', 'http://flaira.test');
  const openPhoto = () => world.photos.open(photo?.id ?? '', link.searchParams);
  expect(await openPhoto()).not.toBeNull();
  const withdrawn = await world.browserOf(patient).post('/rpc/withdraw_consent', { purpose: 'simulation' });
  expect(withdrawn.status).toBe(200);
  expect(await openPhoto()).toBeNull();
  expect(await codeOf(getStudioCase(world, doctor, caseId))).toBe('NOT_FOUND');
  expect(await codeOf(signAndPublish(world, doctor, signing(caseId, seal)))).toBe('NOT_FOUND');
  await world.outbox.drain();
  expect(await listStudioCases(world, doctor, openCases)).toEqual({
    rows: [],
    next: null,
    counts: { open: 0, mine: 0, published: 0 },
  });
  expect(await listMyCases(world, patient.userId)).toMatchObject([{ status: 'withdrawn' }]);
});

test('a new consent of the patient opens a case with the existing photos', async () => {
  const world = await aWorld();
  const { patient } = await aCase(world);
  const browser = world.browserOf(patient);
  await browser.post('/rpc/withdraw_consent', { purpose: 'simulation' });
  await world.outbox.drain();
  await browser.post('/rpc/give_consent', consentToSimulation);
  await world.outbox.drain();
  const states = async () => (await listMyCases(world, patient.userId)).map(({ status }) => status).sort();
  expect(await states()).toEqual(['received', 'withdrawn']);
  // The consent is withdrawn and given again before any domain receives the events, so the waiting case is not
  // withdrawn.
  await browser.post('/rpc/withdraw_consent', { purpose: 'simulation' });
  await browser.post('/rpc/give_consent', consentToSimulation);
  await world.outbox.drain();
  expect(await states()).toEqual(['received', 'withdrawn']);
});

test('a delayed update of the photos of a case does not replace a newer photo', async () => {
  const world = await aWorld();
  const { patient, caseId } = await aCase(world);
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
  const holder = withSystem(world.system, async (tx) => {
    await tx.selectFrom('cases').selectAll().where('id', '=', caseId).forUpdate().execute();
    held();
    await mayEnd;
  });
  await isHeld;
  const late = openCaseWhenReady(world, patient.userId);
  await vi.waitFor(async () => {
    // The query uses `world.system`, because `pg_stat_activity` hides the waits of other database roles.
    const { rows } =
      await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
        world.system,
      );
    expect(rows).toHaveLength(1);
  });
  world.clock.advance(1000);
  const newest = await takePhoto(world, patient, 'front');
  end();
  await Promise.all([holder, late]);
  const photos = await withSystem(world.system, (tx) =>
    tx.selectFrom('case_photos').select('photo_id').where('case_id', '=', caseId).where('pose', '=', 'front').execute(),
  );
  expect(photos).toEqual([{ photo_id: newest }]);
});
