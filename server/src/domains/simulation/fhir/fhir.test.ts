import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import {
  chooseClinicalSet,
  openCase,
  recordTreatment,
  uploadClinicalPhoto,
  uploadTreatmentPhoto,
} from '#server/domains/simulation/index.ts';
import { nothingStated, type SafetyStatement } from '#contract/safety.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { ingestPhoto } from '#server/platform/images/ingest.ts';
import { plannedItem } from '#engine/plan/planned.ts';
import { aPicture, aSignedCase, somePlan, tellHealth } from '../../../../test/a-case.ts';
import { aWorld, type World } from '../../../../test/world.ts';
import { carePlanOf } from './resources.ts';

type Json = ReturnType<typeof JSON.parse>;

const schema = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../test/fhir/fhir.schema.json'), 'utf8'));
const isR4 = new Ajv({ strict: false, allErrors: false }).compile(schema);
const ofType = (bundle: Json, type: string): Json[] =>
  bundle.entry.map(({ resource }: Json) => resource).filter(({ resourceType }: Json) => resourceType === type);

async function aTreatedCase(world: World) {
  const made = await aSignedCase(world);
  const visit = await uploadTreatmentPhoto(world, made.doctor, made.caseId, await aPicture(70));
  await tellHealth(world, made.patient, { pregnancy: { answer: 'yes', details: 'since May' } });
  await recordTreatment(world, made.doctor, {
    case_id: made.caseId,
    plan_version: 1,
    idempotency_key: randomUUID(),
    record: {
      visit: 0,
      treated_on: '2026-11-20',
      products: [
        {
          product: 'botulinum_toxin_a',
          name: 'Toxin A 100',
          manufacturer: 'Acme Pharma',
          lot: 'C7654-C3',
          expires_on: '2099-01-31',
          gtin: null,
          serial: null,
        },
      ],
      points: [
        { treatment: 'forehead', side: null, product: 0, amount: 10, unit: 'units', instrument: 'needle', events: [] },
      ],
      events: ['faintness'],
      note: 'lay down for ten minutes',
      photo_ids: [visit.id],
    },
  });
  return { ...made, visitPhoto: visit.id };
}

/** Returns those references that point to a resource that the bundle does not contain. */
function looseEnds(bundle: Json): string[] {
  const there = new Set(bundle.entry.map(({ fullUrl }: Json) => fullUrl));
  const named = [...JSON.stringify(bundle).matchAll(/"reference":"([^"]+)"/g)].map(([, reference]) => reference ?? '');
  return named.filter((reference) => !there.has(reference));
}

async function exported(world: World, patient: Parameters<World['browserOf']>[0]) {
  const { json } = await world.browserOf(patient).post('/rpc/request_my_export');
  await world.jobs.runNow('privacy.buildExport', { export_id: json.id });
  const row = await withSystem(world.system, (tx) =>
    tx.selectFrom('exports').selectAll().where('id', '=', json.id).executeTakeFirstOrThrow(),
  );
  const parts: Buffer[] = [];
  for await (const part of world.archives.read({ userId: row.user_id }, row.id, row.parts))
    parts.push(Buffer.from(part));
  return unzipSync(Buffer.concat(parts));
}

test('the schema of this test refuses fields and values that FHIR R4 does not define', () => {
  const bundle = (resource: object) => ({ resourceType: 'Bundle', type: 'collection', entry: [{ resource }] });
  expect(isR4(bundle({ resourceType: 'Patient', birthDate: '1980-02-01' }))).toBe(true);
  expect(isR4(bundle({ resourceType: 'Patient', birthDate: '1 February' }))).toBe(false);
  expect(isR4(bundle({ resourceType: 'Patient', colour: 'red' }))).toBe(false);
  expect(isR4(bundle({ resourceType: 'CarePlan', status: 'active', intent: 'proposal', subject: {} }))).toBe(true);
  expect(isR4(bundle({ resourceType: 'CarePlan', status: 'active', intent: 'proposal' }))).toBe(false);
  expect(isR4({ ...bundle({ resourceType: 'Patient' }), type: 'parcel' })).toBe(false);
});

test("a person's export contains a FHIR R4 bundle that refers to the images of the export", async () => {
  const world = await aWorld();
  const { patient, doctor, caseId } = await aTreatedCase(world);
  const other = await aSignedCase(world);
  const files = await exported(world, patient);
  const bundle = JSON.parse(strFromU8(files['fhir.json'] ?? new Uint8Array()));
  expect(isR4(bundle), JSON.stringify(isR4.errors?.[0])).toBe(true);
  expect(looseEnds(bundle)).toEqual([]);
  for (const type of [
    'Patient',
    'Consent',
    'Media',
    'DocumentReference',
    'Procedure',
    'QuestionnaireResponse',
    'CarePlan',
    'Practitioner',
  ])
    expect(ofType(bundle, type), type).not.toEqual([]);
  expect(ofType(bundle, 'Patient')).toMatchObject([{ id: patient.userId, telecom: [{ system: 'email' }] }]);
  for (const { content } of ofType(bundle, 'Media')) expect(Object.keys(files)).toContain(content.url);
  for (const { content } of ofType(bundle, 'DocumentReference'))
    expect(Object.keys(files)).toContain(content[0].attachment.url);
  expect(ofType(bundle, 'CarePlan')).toMatchObject([
    {
      id: caseId,
      status: 'active',
      intent: 'proposal',
      activity: [{ detail: { status: 'not-started', quantity: { value: 12, unit: 'U' }, code: { text: 'Forehead' } } }],
    },
  ]);
  expect(ofType(bundle, 'Procedure')).toMatchObject([
    {
      status: 'completed',
      performedDateTime: '2026-11-20',
      complication: [{ text: 'faintness' }],
      code: { text: 'Forehead' },
    },
  ]);
  expect(JSON.stringify(ofType(bundle, 'Procedure'))).toContain('10 U, Toxin A 100 (Acme Pharma), lot C7654-C3');
  const history = ofType(bundle, 'QuestionnaireResponse').find(({ questionnaire }) =>
    questionnaire.endsWith('medical-history'),
  );
  expect(history.item).toContainEqual(
    expect.objectContaining({
      linkId: 'pregnancy',
      answer: [{ valueCoding: expect.objectContaining({ code: 'yes' }) }, { valueString: 'since May' }],
    }),
  );
  for (const secret of [doctor.userId, other.patient.userId, other.caseId])
    expect(JSON.stringify(bundle)).not.toContain(secret);
});

test.each([
  ['forehead', 12, { value: 12, unit: 'U' }, 'Visit 1, upper face, 12 U'],
  ['crows_feet', 12, { value: 24, unit: 'U' }, 'Visit 1, upper face, 12 U each side'],
  ['crows_feet', { right: 10, left: 12 }, { value: 22, unit: 'U' }, 'Visit 1, upper face, right 10, left 12 U'],
  ['forehead', { right: 5, left: 7 }, { value: 12, unit: 'U' }, 'Visit 1, upper face, right 5, left 7 U'],
  ['cheek', 0.75, { value: 1.5, unit: 'mL' }, 'Visit 1, mid face, 0.75 mL each side'],
  ['cheek', { right: 0.1, left: 0.2 }, { value: 0.3, unit: 'mL' }, 'Visit 1, mid face, right 0.1, left 0.2 mL'],
  ['chin', 1, { value: 1, unit: 'mL' }, 'Visit 1, lower face, 1 mL'],
  ['redness', 40, undefined, 'Visit 1, skin, 40 % each side'],
  ['redness', { right: 40, left: 60 }, undefined, 'Visit 1, skin, right 40, left 60 %'],
] as const)(
  'trust 12: a FHIR plan states the whole amount of %s for the dose %o',
  (treatment, dose, quantity, description) => {
    const item = { ...plannedItem(treatment, dose), reasons: [], sentence: null };
    const plan = { ...somePlan, sessions: [{ weeks_after: 0, review: false, items: [item] }] };
    const at = new Date('2026-11-20');
    const signed = { case_id: 'c', number: 'FL-1', seal: 's', signed_at: at, practitioner: 'd' };
    const { activity } = carePlanOf({ site: 's', patientId: 'p', nameOf: (name) => name }, plan, signed, at);
    expect(activity).toHaveLength(1);
    const [{ detail }] = activity as [{ detail: { quantity?: object; description: string } }];
    expect(detail.description).toBe(description);
    expect(detail).toMatchObject(quantity ? { quantity } : {});
    expect(detail.quantity === undefined).toBe(quantity === undefined);
  },
);

test('a FHIR plan states the earliest day, and each reason with the answer to which it was given', () => {
  const at = new Date('2026-11-20');
  const signed = { case_id: 'c', number: 'FL-1', seal: 's', signed_at: at, practitioner: 'd' };
  const notesOf = (safety: SafetyStatement) =>
    carePlanOf({ site: 's', patientId: 'p', nameOf: (name) => name }, { ...somePlan, safety }, signed, at)['note'];
  const said = { text: somePlan.note_to_patient };
  expect(notesOf(nothingStated)).toEqual([said]);
  const safety: SafetyStatement = {
    asked: { on: '2026-11-19', channel: 'in_person', text: 'Only pollen.' },
    reasons: [
      { question: 'anticoagulants', text: 'Stopped ten days ago.', given_to: { answer: 'yes', details: 'aspirin' } },
      { question: 'earlier_fillers', text: 'Two years ago.' },
    ],
    zones: [],
    not_before: '2027-02-28',
  };
  expect(notesOf(safety)).toEqual([
    said,
    { text: 'Health questions asked on 2026-11-19, in person: Only pollen.' },
    { text: 'anticoagulants, answered yes, aspirin: Stopped ten days ago.' },
    { text: 'earlier fillers: Two years ago.' },
    { text: 'First visit not before 2027-02-28' },
  ]);
});

test('a FHIR bundle has photos of a visit, the clinical series with data on its taking, and imported data', async () => {
  const world = await aWorld();
  const { patient, doctor, caseId, visitPhoto } = await aTreatedCase(world);
  await chooseClinicalSet(world, doctor, caseId, 'doctor');
  await uploadClinicalPhoto(world, doctor, caseId, {
    view: 'profile_left',
    taken_on: '2026-11-20',
    device: 'Nikon D7500, 60 mm',
    distance_cm: 90,
    light: 'flash',
    bytes: await aPicture(71),
  });
  const broughtAlong = await withSystem(world.system, async (tx) => {
    const picture = await ingestPhoto(await aPicture(72));
    const owner = { userId: patient.userId };
    const { id, sha256 } = await world.photos.save(tx, { owner, bucket: 'imported', path: 'a.jpg', picture });
    const from = { user_id: patient.userId, import_id: null, ground: 'care' as const, consent_reference: '' };
    const made_at = world.clock.now();
    await tx
      .insertInto('imported_photos')
      .values({ ...from, id, pose: 'left', is_verified: false, taken_on: '2024-05-03', sha256, made_at })
      .execute();
    await tx
      .insertInto('imported_treatments')
      .values({
        ...from,
        treated_on: '2024-05-03',
        kind: 'botulinum_toxin',
        treatment: null,
        words: 'Botox front',
        area: 'Front',
        product: 'Vistabel',
        lot: 'C123',
        amount: 12.5,
        unit: 'U',
        practitioner: 'Dr Roux',
        note: '',
        made_at,
      })
      .execute();
    return id;
  });
  const files = await exported(world, patient);
  const own = JSON.parse(strFromU8(files['fhir.json'] ?? new Uint8Array()));
  const taken = (await world.browserOf(doctor).post('/rpc/export_case', { case_id: caseId })).json;
  for (const bundle of [own, taken]) {
    expect(isR4(bundle), JSON.stringify(isR4.errors?.[0])).toBe(true);
    expect(looseEnds(bundle)).toEqual([]);
    const media = ofType(bundle, 'Media');
    const visit = ofType(bundle, 'Procedure').find(({ basedOn }) => basedOn);
    expect(media.find(({ id }) => id === visitPhoto)).toMatchObject({
      createdDateTime: '2026-11-20',
      partOf: [{ reference: `urn:uuid:${visit.id}` }],
    });
    expect(media).toContainEqual(
      expect.objectContaining({
        createdDateTime: '2026-11-20',
        deviceName: 'Nikon D7500, 60 mm',
        note: [{ text: 'Distance 90 cm, light: flash, taken by the doctor' }],
      }),
    );
    expect(media.find(({ id }) => id === broughtAlong)).toMatchObject({
      createdDateTime: '2024-05-03',
      note: [{ text: 'Brought along from another system, not recorded here' }],
    });
    expect(ofType(bundle, 'Procedure').find(({ basedOn }) => !basedOn)).toMatchObject({
      performedDateTime: '2024-05-03',
      code: { text: 'Botox front' },
      performer: [{ actor: { display: 'Dr Roux' } }],
      note: [{ text: 'Brought along from another system, not recorded here' }, { text: 'Vistabel, lot C123, 12.5 U' }],
    });
  }
  for (const { content } of ofType(own, 'Media')) expect(Object.keys(files)).toContain(content.url);
  for (const { content } of ofType(taken, 'Media')) expect(content.data).toMatch(/^[A-Za-z0-9+/]+=*$/);
});

test('the doctor in charge exports a case as FHIR with its images, without hidden data, and the export is logged', async () => {
  const world = await aWorld();
  const { patient, doctor, caseId } = await aTreatedCase(world);
  await withSystem(world.system, (tx) =>
    tx.updateTable('users').set({ phone: '+33 6 12 34 56 78' }).where('id', '=', patient.userId).execute(),
  );
  // The patient answers again after the signature. The export contains the newest answers with their own date.
  world.clock.advance(3_600_000);
  await tellHealth(world, patient, { allergies: { answer: 'yes', details: 'lidocaine' } });
  const answer = await world.browserOf(doctor).post('/rpc/export_case', { case_id: caseId });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toContain('.fhir.json');
  const bundle = answer.json;
  expect(isR4(bundle), JSON.stringify(isR4.errors?.[0])).toBe(true);
  expect(looseEnds(bundle)).toEqual([]);
  const { photo_id, stored } = await withSystem(world.system, async (tx) => {
    const row = await tx
      .selectFrom('case_photos')
      .select('photo_id')
      .where('case_id', '=', caseId)
      .executeTakeFirstOrThrow();
    return { ...row, stored: await world.photos.read(tx, row.photo_id) };
  });
  const [history] = ofType(bundle, 'QuestionnaireResponse').filter(({ questionnaire }) =>
    questionnaire.endsWith('history'),
  );
  expect(history.authored).toBe(world.clock.now().toISOString());
  expect(JSON.stringify(history)).toContain('lidocaine');
  expect(Date.parse(ofType(bundle, 'CarePlan')[0].created)).toBeLessThan(Date.parse(history.authored));
  const [media] = ofType(bundle, 'Media').filter(({ id }) => id === photo_id);
  expect(media.content.data).toBe(stored?.toString('base64'));
  expect(ofType(bundle, 'Consent')).toHaveLength(1);
  const [person] = ofType(bundle, 'Patient');
  for (const field of ['telecom', 'birthDate']) expect(person).not.toHaveProperty(field);
  const log = (await world.browserOf(patient).post('/rpc/list_my_access_log')).json.rows;
  expect(log).toContainEqual(expect.objectContaining({ action: 'case.exported', actor_role: 'practitioner' }));
});

test('a FHIR export is refused without emergency access, without a doctor in charge, and without consent', async () => {
  const world = await aWorld();
  const { patient, doctor, caseId } = await aSignedCase(world);
  const colleague = await world.practitioner();
  const ask = async (by: Parameters<World['browserOf']>[0], case_id = caseId) =>
    (await world.browserOf(by).post('/rpc/export_case', { case_id })).status;
  const hold = (by: object) =>
    withSystem(world.system, (tx) => tx.updateTable('cases').set(by).where('id', '=', caseId).execute());
  expect(await ask(colleague)).toBe(404);
  expect(await ask(patient)).toBe(403);
  expect(await ask(await world.admin())).toBe(403);
  expect(await ask(await world.practitioner({ secondFactor: false }))).toBe(403);
  expect(await ask(doctor, randomUUID())).toBe(404);
  await openCase(world, colleague, caseId, { reason: 'covering', note: 'on call tonight' });
  expect(await ask(colleague)).toBe(200);
  world.clock.advance(61 * 60_000);
  expect(await ask(colleague)).toBe(404);
  await hold({ status: 'received', practitioner_id: null, assigned_to: null });
  expect(await ask(colleague)).toBe(404);
  await hold({ assigned_to: doctor.userId });
  expect(await ask(doctor)).toBe(200);
  await withSystem(world.system, (tx) =>
    tx.updateTable('consents').set({ withdrawn_at: new Date() }).where('user_id', '=', patient.userId).execute(),
  );
  expect(await ask(doctor)).toBe(404);
});
