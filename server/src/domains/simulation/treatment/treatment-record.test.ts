import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { StudioCase } from '#contract/cases.ts';
import { nothingStated } from '#contract/safety.ts';
import type { RecordContent, UsedProduct } from '#contract/treatment-records.ts';
import {
  correctTreatment,
  exportLot,
  findLot,
  getCaseRecords,
  getMyPassport,
  openCase,
  recordTreatment,
  reopenCase,
  requestRedo,
  saveDraft,
  signAndPublish,
  takeCase,
  uploadTreatmentPhoto,
  verifySignature,
} from '#server/domains/simulation/index.ts';
import { withStaff, withSystem, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aCase, aPicture, aSignedCase, renderAll, signing, somePlan, someRecipes } from '../../../../test/a-case.ts';
import { aWorld, type World } from '../../../../test/world.ts';
import { assertRecord } from './treatment-record.ts';

const toxin: UsedProduct = {
  product: 'botulinum_toxin_a',
  name: 'Toxin A 100',
  manufacturer: 'Acme Pharma',
  lot: 'C7654-C3',
  expires_on: '2099-01-31',
  gtin: null,
  serial: null,
};
const dayIn = (world: World, days: number) =>
  new Date(world.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
const today = (world: World) => dayIn(world, 0);
const aRecord = (world: World, over: Partial<RecordContent> = {}, lot?: string): RecordContent => ({
  visit: 0,
  treated_on: today(world),
  products: [{ ...toxin, ...(lot && { lot }) }],
  points: [
    {
      treatment: 'forehead',
      side: null,
      product: 0,
      amount: 10,
      unit: 'units',
      instrument: 'needle',
      events: ['bruising'],
    },
  ],
  events: [],
  note: '',
  photo_ids: [],
  ...over,
});
const record = (world: World, doctor: SignedIn, case_id: string, over?: Partial<RecordContent>, lot?: string) =>
  recordTreatment(world, doctor, {
    case_id,
    plan_version: 1,
    record: aRecord(world, over, lot),
    idempotency_key: randomUUID(),
  });

test('treatments under a signed plan can be recorded, and each correction is stored as the next version', async () => {
  const world = await aWorld();
  const { doctor, patient, caseId } = await aSignedCase(world);
  const before = await getCaseRecords(world, doctor, caseId);
  expect(before).toMatchObject({ plan_version: 1, records: [], earlier: [] });
  expect(before.sessions[0]?.items[0]).toMatchObject({ treatment: 'forehead', dose: 12 });

  const [first] = (await record(world, doctor, caseId)).records;
  expect(first).toMatchObject({
    version: 1,
    correction: null,
    doses: [{ treatment: 'forehead', unit: 'units', planned: 12, done: 10 }],
  });
  const correcting = {
    case_id: caseId,
    record_id: first?.id ?? '',
    base_version: 1,
    correction: 'The second vial was forgotten',
    record: aRecord(world, { note: 'two vials' }),
    idempotency_key: randomUUID(),
  };
  const corrected = await correctTreatment(world, doctor, correcting);
  expect(corrected.records).toMatchObject([{ id: first?.id, version: 2, note: 'two vials' }]);
  expect(corrected.earlier).toMatchObject([{ id: first?.id, version: 1, note: '', treated_on: today(world) }]);
  // A correction from another window that still shows the first version is refused.
  await expect(correctTreatment(world, doctor, { ...correcting, idempotency_key: randomUUID() })).rejects.toMatchObject(
    {
      code: 'RECORD_OUTDATED',
      data: { version: 2 },
    },
  );
  await expect(
    correctTreatment(world, doctor, { ...correcting, record_id: randomUUID(), idempotency_key: randomUUID() }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  // The repeated click creates no version, and the patient sees only the newest version.
  const looks = async () =>
    (await world.db.selectFrom('audit_log').select('id').where('action', '=', 'treatment.viewed').execute()).length;
  const looked = await looks();
  expect((await correctTreatment(world, doctor, correcting)).records).toMatchObject([{ version: 2 }]);
  // The repeated click shows the records again, which is logged as viewing them.
  expect(await looks()).toBe(looked + 1);
  expect((await getMyPassport(world, patient.userId)).records).toMatchObject([{ version: 2 }]);

  const states = [];
  for (const { verification_code } of [...corrected.records, ...corrected.earlier])
    states.push((await verifySignature(world, verification_code)).state);
  expect(states).toEqual(['valid', 'superseded']);
});

/** Makes the doctor sign the next version of an opened case, with another dose and an earliest day for its visits. */
async function signNext(world: World, doctor: SignedIn, opened: StudioCase): Promise<number> {
  const sessions = (somePlan.sessions ?? []).map((session) => ({
    ...session,
    items: session.items.map((item) => ({ ...item, dose: 8 })),
  }));
  const safety = { ...nothingStated, zones: ['infraorbital_artery'], not_before: dayIn(world, 100) };
  const { version } = await saveDraft(world, doctor, opened.id, opened.draft.version, {
    ...opened.draft,
    recipes: someRecipes,
    plan: { ...somePlan, sessions, safety },
  });
  const seal = await renderAll(world, doctor, opened, version);
  await signAndPublish(world, doctor, signing(opened.id, seal, version));
  return version;
}

test('a recorded visit belongs to the current round until a plan is signed that the patient requested as a redo', async () => {
  const world = await aWorld();
  const { doctor, patient, caseId } = await aSignedCase(world);
  await record(world, doctor, caseId);
  const isCurrent = async () => (await getCaseRecords(world, doctor, caseId)).records.map((one) => one.is_current);
  world.clock.advance(3_600_000);
  await requestRedo(world, patient.userId, { case_id: caseId, wishes: 'Softer', idempotency_key: randomUUID() });
  const taken = await takeCase(world, doctor, caseId);
  expect(await isCurrent()).toEqual([true]);
  await signNext(world, doctor, taken);
  expect(await isCurrent()).toEqual([false]);
});

test('a correction belongs to the plan under which the treatment was given, even if another plan was signed since', async () => {
  const world = await aWorld();
  const { doctor, caseId } = await aSignedCase(world);
  const [first] = (await record(world, doctor, caseId)).records;
  const opened = await reopenCase(world, doctor, caseId, 'only a talk is left');
  const version = await signNext(world, doctor, opened);

  const { records } = await correctTreatment(world, doctor, {
    case_id: caseId,
    record_id: first?.id ?? '',
    base_version: 1,
    correction: 'a slip of the pen',
    record: aRecord(world),
    idempotency_key: randomUUID(),
  });
  // The correction of the plan starts no new round.
  expect(records).toMatchObject([
    { version: 2, plan_version: 1, is_current: true, doses: [{ treatment: 'forehead', planned: 12 }] },
  ]);
  // A page that still shows the first plan stores no record, and repeats the call with the newest plan.
  await expect(record(world, doctor, caseId)).rejects.toMatchObject({ code: 'PLAN_OUTDATED', data: { version } });
  const again = { case_id: caseId, plan_version: version, record: aRecord(world), idempotency_key: randomUUID() };
  const [newest] = (await recordTreatment(world, doctor, again)).records.filter(({ id }) => id !== first?.id);
  expect(newest).toMatchObject({ plan_version: version, doses: [{ treatment: 'forehead', planned: 8 }] });
  // The form of a correction offers the visits of the plan to which the record belongs.
  expect(records[0]?.plan_sessions[0]?.items).toMatchObject([{ treatment: 'forehead', dose: 12 }]);
  expect(newest?.plan_sessions[0]?.items).toMatchObject([{ treatment: 'forehead', dose: 8 }]);
});

test('no role of the service can change a treatment record, skip a version or move a record to another case', async () => {
  const world = await aWorld();
  const { doctor, caseId } = await aSignedCase(world);
  const [kept] = (await record(world, doctor, caseId)).records;
  const update = sql`update treatment_records set note = 'changed' where id = ${kept?.id}`;
  await expect(withSystem(world.system, (tx) => update.execute(tx))).rejects.toThrow('permission denied');
  await expect(withStaff(world.db, doctor.userId, (tx) => update.execute(tx))).rejects.toThrow('permission denied');
  await expect(
    withStaff(world.db, doctor.userId, (tx) => sql`delete from treatment_records`.execute(tx)),
  ).rejects.toThrow('permission denied');
  const other = await aSignedCase(world, doctor);
  const copy = (version: number, id: string) => sql`
    insert into treatment_records (id, version, case_id, plan_version, treated_on, products, points, events, note, photo_ids, correction,
      recorded_by, practitioner_name, registration_number, registration_body, recorded_at, seal, verification_code)
    select id, ${version}, ${id}::uuid, plan_version, treated_on, products, points, events, note, photo_ids, 'why', recorded_by, practitioner_name,
      registration_number, registration_body, recorded_at, seal, ${randomUUID()} from treatment_records where id = ${kept?.id} and version = 1`;
  for (const [version, id] of [
    [3, caseId],
    [2, other.caseId],
  ] as const)
    await expect(
      withStaff(world.db, doctor.userId, (tx) => copy(version, id).execute(tx)),
      `version ${version}`,
    ).rejects.toThrow('does not follow');
  // The check of a record's code detects a change that was made directly in the database.
  await world.database.owner.query('alter table treatment_records no force row level security');
  await world.database.owner.query(`update treatment_records set note = 'changed' where id = $1`, [kept?.id]);
  expect(await verifySignature(world, kept?.verification_code ?? '')).toMatchObject({ state: 'broken' });
});

test('only the doctor in charge and a doctor with emergency access can record a treatment', async () => {
  const world = await aWorld();
  const { doctor, patient, caseId } = await aSignedCase(world);
  await record(world, doctor, caseId);
  const colleague = await world.practitioner();
  await expect(getCaseRecords(world, colleague, caseId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(record(world, colleague, caseId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const count = async (read: (tx: never) => Promise<{ rows: unknown[] }>, who: SignedIn, as: typeof withStaff) =>
    (await as(world.db, who.userId, read as never)) as { rows: unknown[] };
  const rows = (tx: Parameters<Parameters<typeof withStaff>[2]>[0]) =>
    sql`select id from treatment_records`.execute(tx);
  expect((await count(rows as never, colleague, withStaff)).rows).toHaveLength(0);
  expect((await count(rows as never, await world.admin(), withStaff)).rows).toHaveLength(0);
  expect((await count(rows as never, doctor, withStaff)).rows).toHaveLength(1);
  expect((await count(rows as never, patient, withUser as never)).rows).toHaveLength(1);
  expect((await count(rows as never, await world.patient(), withUser as never)).rows).toHaveLength(0);
  expect((await getMyPassport(world, (await world.patient()).userId)).records).toEqual([]);

  await openCase(world, colleague, caseId, { reason: 'covering', note: 'treats her while I am away' });
  const [, second] = (await record(world, colleague, caseId, { visit: null })).records;
  expect(second).toBeDefined();
});

test('a treatment record without a signed plan is refused, and each wrong part of a record is named', async () => {
  const world = await aWorld();
  const { caseId: unsigned } = await aCase(world);
  const { doctor, caseId } = await aSignedCase(world);
  await expect(record(world, doctor, unsigned)).rejects.toMatchObject({ code: 'CASE_NOT_SIGNED' });
  const [point] = aRecord(world).points;
  if (!point) throw new Error('a record has a point');
  const refused = async (over: Partial<RecordContent>) => {
    const error = await record(world, doctor, caseId, over).catch((thrown: unknown) => thrown);
    return (error as { data?: { fields?: unknown } }).data?.fields;
  };
  expect(await refused({ treated_on: '2099-01-01', visit: 9 })).toEqual({
    treated_on: ['in_future'],
    visit: ['unknown'],
  });
  expect(await refused({ treated_on: '2001-01-01' })).toEqual({ treated_on: ['too_early'] });
  expect(await refused({ products: [{ ...toxin, lot: null, expires_on: null }] })).toEqual({
    'products.0.lot': ['required'],
    'products.0.expires_on': ['required'],
  });
  expect(await refused({ products: [{ ...toxin, product: 'chalk' }] })).toEqual({ 'products.0.product': ['unknown'] });
  expect(await refused({ points: [{ ...point, product: 1 }] })).toEqual({ 'points.0.product': ['out_of_range'] });
  expect(await refused({ points: [{ ...point, treatment: 'toes' }] })).toEqual({
    'points.0.treatment': ['out_of_range'],
  });
  expect(await refused({ points: [{ ...point, unit: 'mL' }] })).toEqual({ 'points.0.unit': ['out_of_range'] });
  expect(await refused({ points: [{ ...point, amount: null }] })).toEqual({ 'points.0.amount': ['out_of_range'] });
  expect(await refused({ photo_ids: [randomUUID()] })).toEqual({ photo_ids: ['unknown'] });
  expect((await getCaseRecords(world, doctor, caseId)).records).toEqual([]);
});

/** Each row has the time of the signature, the time of the record, the day of the treatment, and the refusal. */
test.each([
  // A doctor in Auckland (UTC+13) records a treatment half an hour after midnight.
  ['2026-12-03T11:00:00Z', '2026-12-03T11:30:00Z', '2026-12-04', undefined],
  // The day begins first in UTC+14.
  ['2026-12-03T09:00:00Z', '2026-12-03T10:00:00Z', '2026-12-04', undefined],
  ['2026-12-03T09:00:00Z', '2026-12-03T09:59:59.999Z', '2026-12-04', 'in_future'],
  // The day of the signature ends last in UTC-12.
  ['2026-12-03T11:59:59.999Z', '2026-12-05T09:00:00Z', '2026-12-02', undefined],
  ['2026-12-03T12:00:00Z', '2026-12-05T09:00:00Z', '2026-12-02', 'too_early'],
])('a plan signed at %s, a record made at %s, treated on %s: %s', (signed, now, treated_on, refusal) => {
  const content = { visit: null, treated_on, products: [], points: [], events: [], note: '', photo_ids: [] };
  const fieldsOf = () => {
    try {
      assertRecord(content, { sessions: [], signed_at: new Date(signed), now: new Date(now) });
    } catch (error) {
      return (error as { data: { fields: unknown } }).data.fields;
    }
    return undefined;
  };
  expect(fieldsOf()).toEqual(refusal && { treated_on: [refusal] });
});

test('the search for a lot finds its patients in any spelling, uses only newest versions, and is logged for each', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const admin = await world.admin();
  const given = ['C7654-C3', 'c7654 c3', 'C7654C3', 'C7654C4'];
  const made = [];
  for (const lot of given) {
    const one = await aSignedCase(world, doctor);
    const [kept] = (await record(world, doctor, one.caseId, {}, lot)).records;
    made.push({ ...one, recordId: kept?.id ?? '' });
  }
  const found = await findLot(world, admin, ' c7654-c3 ');
  expect(found.map(({ patient_id, lot }) => [patient_id, lot]).sort()).toEqual(
    made
      .slice(0, 3)
      .map(({ patient }, at) => [patient.userId, given[at]])
      .sort(),
  );
  expect(found.every(({ is_exact }) => is_exact)).toBe(true);

  // The correction contains another lot number, so the recall of the first lot no longer includes this patient.
  await correctTreatment(world, doctor, {
    case_id: made[0]?.caseId ?? '',
    record_id: made[0]?.recordId ?? '',
    base_version: 1,
    correction: 'Misread the label',
    record: aRecord(world, {}, 'C7654C4'),
    idempotency_key: randomUUID(),
  });
  expect(await findLot(world, admin, 'C7654C3')).toHaveLength(2);
  expect(await findLot(world, admin, 'C7654C4')).toHaveLength(2);
  expect(await findLot(world, admin, 'C7654')).toEqual([]);

  const { rows } = await sql<{ patient_id: string | null }>`
    select patient_id from audit_log where action = 'lot.searched' and patient_id = ${made[1]?.patient.userId}`.execute(
    world.db,
  );
  expect(rows).toHaveLength(2);
  // When a doctor calls the database function, it returns no patients.
  const asDoctor = await withStaff(world.db, doctor.userId, (tx) =>
    sql`select * from patients_of_lot('C7654C3')`.execute(tx),
  );
  expect(asDoctor.rows).toEqual([]);
});

test('the search for a lot finds O written for 0 or I for 1, and marks it as another spelling', async () => {
  const world = await aWorld();
  const { doctor, caseId } = await aSignedCase(world);
  await record(world, doctor, caseId, {}, 'LO1-I0');
  expect(await findLot(world, await world.admin(), 'l01-10')).toMatchObject([{ lot: 'LO1-I0', is_exact: false }]);
});

test('the recall list of a lot is exported as a CSV file without formulas, and the export is logged', async () => {
  const world = await aWorld();
  const { doctor, patient, caseId } = await aSignedCase(world);
  await record(world, doctor, caseId, { products: [{ ...toxin, name: '=1+1', manufacturer: 'A, B' }] });
  const admin = await world.admin();
  const file = await exportLot(world, admin, 'C7654-C3');
  expect(file.name).toMatch(/^recall-C7654-C3-\d{4}-\d\d-\d\d\.csv$/);
  const [head, line] = (await file.text()).trimEnd().split('\r\n');
  expect(head).toContain('patient_name,email,phone,is_closed,case_number,treated_on');
  expect(line).toContain(',\'=1+1,"A, B",C7654-C3,2099-01-31,');
  const { rows } =
    await sql`select 1 from audit_log where action = 'lot.exported' and patient_id = ${patient.userId}`.execute(
      world.db,
    );
  expect(rows).toHaveLength(1);
});

test('a photo of a visit is stored with the treatment record, and deleted after a day without one', async () => {
  const world = await aWorld();
  const { doctor, patient, caseId } = await aSignedCase(world);
  const kept = await uploadTreatmentPhoto(world, doctor, caseId, await aPicture(10));
  const left = await uploadTreatmentPhoto(world, doctor, caseId, await aPicture(20));
  await record(world, doctor, caseId, { photo_ids: [kept.id] });
  world.clock.advance(2 * 86_400_000);
  await world.jobs.runNow('simulation.deleteUnnamedPhotos', {});
  const { rows } = await withSystem(world.system, (tx) =>
    sql<{ id: string }>`select id from treatment_photos where id in (${kept.id}, ${left.id})`.execute(tx),
  );
  expect(rows).toEqual([{ id: kept.id }]);
  const [shown] = (await getMyPassport(world, patient.userId)).records;
  expect(shown?.photos).toMatchObject([{ id: kept.id }]);
  const other = await aSignedCase(world, doctor);
  await expect(record(world, doctor, other.caseId, { photo_ids: [kept.id] })).rejects.toMatchObject({
    data: { fields: { photo_ids: ['unknown'] } },
  });
});
