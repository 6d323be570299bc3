import { randomUUID } from 'node:crypto';
import { type AnyContractProcedure, isContractProcedure } from '@orpc/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { OPENING_MINUTES } from '#contract/care-relation.ts';
import { contract } from '#contract/index.ts';
import { noMarkings } from '#contract/markings.ts';
import { postCaseMessage } from '#server/domains/care/index.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aCase, aDraftedCase, aPicture, aSignedCase, somePlan, someRecipes, someScores } from './a-case.ts';
import { codeOf } from './code-of.ts';
import { aWorld, type World } from './world.ts';
import {
  answerReopening,
  askReopening,
  assignCase,
  endOpening,
  getStudioCase,
  listStudioCases,
  openCase,
  releaseCase,
  reopenCase,
  takeCase,
} from '#server/domains/simulation/index.ts';

const MINUTE_MS = 60_000;
const why = { reason: 'covering', note: 'Dr Vasseur is away until Monday' } as const;

/** A procedure on a case, with its expected result for each kind of access, and its entry in the audit log. */
interface Step {
  readonly on: 'drafted' | 'signed';
  readonly input?: object;
  /** Fields of the form, if the procedure receives an image. */
  readonly form?: Readonly<Record<string, string>>;
  /**
   * Status for a doctor without access to the case. The default is 404. With 409, the refusal names the doctor in
   * charge, as the queue does.
   */
  readonly locked?: number;
  /** Status for the doctor in charge. The default is 200. */
  readonly inCharge?: number;
  /**
   * Status for a doctor with emergency access (with a stated reason) to the case. The default is 200. The status is 409
   * if only the doctor in charge may do the step.
   */
  readonly opened?: number;
  /** Kind of the entry in the audit log. */
  readonly action?: string;
}

const drawing = { on: 'drafted', locked: 409, opened: 409 } as const;
const draft = { base_version: 1, style: 'natural', recipes: someRecipes, plan: somePlan, markings: noMarkings() };

const aVisit = {
  visit: null,
  // The day on which the clock of the test fixture starts.
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
  events: [],
  photo_ids: [],
};

/** Steps that end a case come last. */
const steps: Record<string, Step> = {
  'simulation.getStudioCase': { on: 'drafted', action: 'case.viewed' },
  'care.getCaseBackground': { on: 'drafted', action: 'history.viewed' },
  'care.listImportedPhotos': { on: 'drafted', action: 'photo.viewed' },
  'care.listCaseMessages': { on: 'drafted', action: 'messages.viewed' },
  'care.postCaseMessage': {
    on: 'drafted',
    input: { body: 'Good morning', idempotency_key: randomUUID() },
    action: 'message.sent',
  },
  'care.recordExpectationTalk': { on: 'drafted', input: { note: 'We talked.' }, action: 'expectation.talked' },
  'caseFlow.saveCaseNote': { on: 'drafted', input: { base_version: 0, body: 'thin skin' }, action: 'note.saved' },
  'caseFlow.listDraftVersions': { on: 'drafted', action: 'draft.listed' },
  'caseFlow.getDraftVersion': { on: 'drafted', input: { version: 1 }, action: 'draft.viewed' },
  'caseFlow.nameDraftVersion': { on: 'drafted', input: { version: 1, name: 'softer' }, action: 'draft.named' },
  'caseFlow.getSignatureProof': { on: 'signed', action: 'plan.viewed' },
  'caseFlow.getPlanDocument': { on: 'signed', input: { language: 'fr' }, action: 'plan.viewed' },
  'caseFlow.exportCase': { on: 'signed', action: 'case.exported' },
  'simulation.getSkinFollowUp': { on: 'signed', action: 'photo.viewed' },
  // There is no newer photo to score.
  'simulation.signSkinFollowUp': {
    on: 'signed',
    input: { photo_id: randomUUID(), scores: someScores(), idempotency_key: randomUUID() },
    inCharge: 409,
    opened: 409,
  },
  'caseFlow.askReopening': {
    on: 'signed',
    input: { note: 'Left and right were mistaken' },
    action: 'case.reopening_asked',
  },
  'clinicalPhotos.getClinicalSet': { on: 'drafted', action: 'photo.viewed' },
  'clinicalPhotos.chooseClinicalSet': {
    on: 'drafted',
    input: { taken_by: 'doctor' },
    action: 'photos.clinical_chosen',
  },
  'clinicalPhotos.uploadClinicalPhoto': {
    on: 'drafted',
    form: { view: 'front', taken_on: '2026-11-20', device: 'Nikon D7500', distance_cm: '90', light: 'flash' },
    action: 'photos.clinical_added',
  },
  'treatmentRecords.getCaseRecords': { on: 'signed', action: 'treatment.viewed' },
  'treatmentRecords.uploadTreatmentPhoto': { on: 'signed', form: {}, action: 'treatment.photo_added' },
  'treatmentRecords.recordTreatment': {
    on: 'signed',
    input: { record: aVisit, plan_version: 1, idempotency_key: randomUUID() },
    action: 'treatment.recorded',
  },
  // The record does not exist. Another test corrects a record.
  'treatmentRecords.correctTreatment': {
    on: 'signed',
    input: {
      record_id: randomUUID(),
      base_version: 1,
      correction: 'Wrong lot',
      record: aVisit,
      idempotency_key: randomUUID(),
    },
    opened: 404,
    inCharge: 404,
  },
  // Only the doctor in charge may plan a video visit with the patient.
  'video.planVideoVisit': {
    on: 'drafted',
    input: { planned_at: '2026-11-21T09:00:00.000Z' },
    opened: 404,
    action: 'video.planned',
  },
  'video.listCaseVideoVisits': { on: 'drafted', opened: 404, action: 'video.viewed' },
  'simulation.saveSimulationDraft': { ...drawing, input: draft, action: 'draft.saved' },
  'simulation.uploadRendering': {
    ...drawing,
    form: { version: '1', pose: 'front', style: 'natural' },
    action: 'rendering.stored',
  },
  // No rendering exists yet.
  'simulation.seeRendering': { ...drawing, input: { rendering_id: randomUUID() }, inCharge: 404 },
  'simulation.acceptMark': {
    ...drawing,
    input: { rendering_id: randomUUID(), mark: 0, is_accepted: true },
    inCharge: 404,
  },
  'simulation.saveSkinScore': { ...drawing, input: { scores: someScores() }, action: 'skin_score.saved' },
  'caseFlow.requestPhotos': {
    ...drawing,
    input: { poses: ['front'], reason: 'blurred' },
    action: 'photos.requested',
  },
  'caseFlow.withdrawPhotoRequest': { ...drawing, action: 'photos.request_withdrawn' },
  // The draft was saved again in the meantime, so this version cannot be signed. Another test signs a draft.
  'simulation.signAndPublish': {
    ...drawing,
    input: { version: 9, seal: 'a'.repeat(64), idempotency_key: randomUUID(), proof: { kind: 'password' } },
    // Every caller is refused, because the procedure reads nothing before the doctor has confirmed their identity.
    locked: 403,
    opened: 403,
    inCharge: 403,
  },
  'simulation.takeCase': { ...drawing, action: 'case.viewed' },
  // Only the doctor who signed can reopen a case alone. For a doctor with emergency access, the refusal says that two
  // people are needed.
  'caseFlow.reopenCase': { on: 'signed', input: { reason: 'a wrong side' }, opened: 409, action: 'case.reopened' },
  'caseFlow.assignCase': { ...drawing, input: { practitioner_id: null }, action: 'case.assigned' },
  'simulation.releaseCase': { ...drawing, inCharge: 409 },
};

/**
 * Procedures without a row above. `doors` give access to a case, so a doctor needs no access to the case to call them.
 * `patients` are for patients and their own cases.
 */
const others = {
  doors: ['caseFlow.getLockedCase', 'caseFlow.openCase', 'caseFlow.takeOverCase'],
  patients: [
    'simulation.getMySimulation',
    'caseFlow.requestRedo',
    'caseFlow.listShareLinks',
    'caseFlow.createShareLink',
    'clinicalPhotos.uploadMyClinicalPhoto',
    'directAppointments.takeAppointment',
    'care.setTreatmentDate',
    'care.getMyOutcomes',
    'care.answerOutcomeCheck',
  ],
};

const procedures = new Map<string, AnyContractProcedure['~orpc']>(
  Object.entries(contract).flatMap(([domain, group]) =>
    Object.entries(group)
      .filter((entry): entry is [string, AnyContractProcedure] => isContractProcedure(entry[1]))
      .map(([name, procedure]) => [`${domain}.${name}`, procedure['~orpc']] as const),
  ),
);
const namesACase = (name: string): boolean => {
  const schema = procedures.get(name)?.inputSchema as { shape?: Record<string, unknown> } | undefined;
  return schema?.shape !== undefined && 'case_id' in schema.shape;
};

test('trust 29: every procedure with a case as input is tested below, gives access to a case, or is for the patient', () => {
  const known = [...Object.keys(steps), ...others.doors, ...others.patients];
  expect(known.sort()).toEqual([...procedures.keys()].filter(namesACase).sort());
});

describe('trust 29: each step on a case, as a doctor without it, with an opening, after the hour, and in charge', () => {
  let world: World;
  let inCharge: SignedIn;
  let other: SignedIn;
  let cases: Record<Step['on'], { caseId: string; patient: SignedIn }>;

  beforeAll(async () => {
    world = await aWorld();
    inCharge = await world.practitioner({ first_name: 'Dr Inès', last_name: 'Aubry' });
    other = await world.practitioner();
    cases = {
      drafted: await aDraftedCase(world, inCharge, { pictures: false }),
      signed: await aSignedCase(world, inCharge),
    };
    return () => world[Symbol.asyncDispose]();
  });

  const call = async (doctor: SignedIn, name: string, { on, input, form }: Step): Promise<number> => {
    const path = procedures.get(name)?.route.path ?? '';
    const case_id = cases[on].caseId;
    const browser = world.browserOf(doctor);
    if (!form) return (await browser.post(path, { case_id, ...input })).status;
    const fields = new FormData();
    for (const [key, value] of Object.entries({ case_id, ...form })) fields.set(key, value);
    fields.set('file', new Blob([new Uint8Array(await aPicture())], { type: 'image/jpeg' }), 'a.jpg');
    return (await browser.postForm(path, fields)).status;
  };
  /** Lists the entries of an action, the newest first. */
  const rowsOf = (doctor: SignedIn, action: string) =>
    world.db
      .selectFrom('audit_log')
      .select(['id', 'reason', 'details', 'patient_id'])
      .where('actor_id', '=', doctor.userId)
      .where('action', '=', action)
      .where('subject_type', '=', 'case')
      .orderBy('id', 'desc')
      .execute();
  const all = Object.entries(steps);

  test.each(all)('%s is refused to a doctor without access to the case', async (name, step) => {
    expect(await call(other, name, step)).toBe(step.locked ?? 404);
    expect(step.action ? await rowsOf(other, step.action) : []).toEqual([]);
  });

  test('the other doctor gets emergency access to both cases', async () => {
    for (const { caseId } of Object.values(cases)) expect(await openCase(world, other, caseId, why)).not.toBeNull();
  });

  test.each(all)(
    'with emergency access, %s works and is logged, or is only for the doctor in charge',
    async (name, step) => {
      const expected = step.opened ?? 200;
      expect(await call(other, name, step)).toBe(expected);
      if (expected !== 200 || !step.action) return;
      const { patient } = cases[step.on];
      const [row] = await rowsOf(other, step.action);
      expect(row).toMatchObject({ reason: 'covering', patient_id: patient.userId });
      expect(row?.details).toHaveProperty('opening');
      const log = (await world.browserOf(patient).post('/rpc/list_my_access_log', {})).json.rows;
      expect(log).toContainEqual(expect.objectContaining({ id: row?.id, action: step.action, reason: 'covering' }));
    },
  );

  test('an hour passes, so that the emergency access ends', async () => {
    world.clock.advance(OPENING_MINUTES * MINUTE_MS - 1);
    expect(await codeOf(getStudioCase(world, other, cases.drafted.caseId))).toBe('done');
    world.clock.advance(1);
    expect(await codeOf(getStudioCase(world, other, cases.drafted.caseId))).toBe('NOT_FOUND');
  });

  test.each(all)('%s is refused after the hour of emergency access', async (name, step) => {
    const before = step.action ? await rowsOf(other, step.action) : [];
    expect(await call(other, name, step)).toBe(step.locked ?? 404);
    expect(step.action ? await rowsOf(other, step.action) : []).toEqual(before);
  });

  test.each(all)('%s works for the doctor in charge, and is logged', async (name, step) => {
    // An earlier test saved version 1 of the note with emergency access. So this call must be based on version 1.
    const input = name === 'caseFlow.saveCaseNote' ? { base_version: 1, body: 'thick skin' } : step.input;
    const expected = step.inCharge ?? 200;
    expect(await call(inCharge, name, { ...step, ...(input && { input }) })).toBe(expected);
    if (expected !== 200 || !step.action || name === 'caseFlow.askReopening') return;
    const [row] = await rowsOf(inCharge, step.action);
    expect(row?.patient_id).toBe(cases[step.on].patient.userId);
    expect(row?.details).not.toHaveProperty('opening');
  });
});

describe('trust 29: an opening', () => {
  test('emergency access is announced at once to the patient and the doctor in charge, without health data', async () => {
    const world = await aWorld();
    const [doctor, other] = [await world.practitioner(), await world.practitioner({ first_name: 'Dr Noé' })];
    const { patient, caseId } = await aDraftedCase(world, doctor, { pictures: false });
    await world.mails();
    await openCase(world, other, caseId, why);

    const log = (await world.browserOf(patient).post('/rpc/list_my_access_log', {})).json.rows;
    expect(log[0]).toMatchObject({ action: 'case.opened', reason: 'covering', actor_role: 'practitioner' });
    const mail = (await world.mails()).filter(({ subject }) => subject.includes('opened one of your cases'));
    expect(mail).toHaveLength(1);
    expect(mail[0]?.text).not.toContain('away until Monday');
    const bell = (await world.browserOf(doctor).post('/rpc/list_notifications', { limit: 10 })).json.rows;
    expect(bell).toContainEqual(expect.objectContaining({ kind: 'case_opened', path: `/studio/cases/${caseId}` }));
    const { access } = await getStudioCase(world, doctor, caseId);
    expect(access).toMatchObject({
      relation: 'mine',
      openings: [{ reason: 'covering', note: why.note, is_mine: false }],
    });
  });

  test('emergency access needs a reason from the list and a note of ten characters', async () => {
    const world = await aWorld();
    const { caseId } = await aDraftedCase(world, await world.practitioner(), { pictures: false });
    const browser = world.browserOf(await world.practitioner());
    const open = async (given: object) => (await browser.post('/rpc/open_case', { case_id: caseId, ...given })).status;
    expect(await open({ reason: 'curious', note: why.note })).toBe(400);
    expect(await open({ reason: 'covering', note: 'x        ' })).toBe(400);
    expect(await open(why)).toBe(200);
  });

  test('a case without a doctor needs no emergency access, and requesting access twice gives one', async () => {
    const world = await aWorld();
    const [doctor, other] = [await world.practitioner(), await world.practitioner()];
    const free = await aCase(world);
    expect(await openCase(world, other, free.caseId, why)).toBeNull();
    const { caseId } = await aDraftedCase(world, doctor, { pictures: false });
    const first = await openCase(world, other, caseId, why);
    expect((await openCase(world, other, caseId, why))?.id).toBe(first?.id);
  });

  test('only the doctor in charge and the doctor with emergency access can end it, and photo links end with it', async () => {
    const world = await aWorld();
    const [doctor, other] = [await world.practitioner(), await world.practitioner()];
    const { caseId } = await aDraftedCase(world, doctor, { pictures: false });
    for (const ender of [doctor, other]) {
      const opening = await openCase(world, other, caseId, why);
      const { photos } = await getStudioCase(world, other, caseId);
      const picture = () => world.browser().get(photos[0]?.url ?? '');
      expect((await picture()).status).toBe(200);
      expect(await codeOf(endOpening(world, await world.practitioner(), opening?.id ?? ''))).toBe('NOT_FOUND');
      await endOpening(world, ender, opening?.id ?? '');
      expect(await codeOf(getStudioCase(world, other, caseId))).toBe('NOT_FOUND');
      expect((await picture()).status).toBe(404);
    }
  });

  test('photo links that were given during emergency access expire with it', async () => {
    const world = await aWorld();
    const [doctor, other] = [await world.practitioner(), await world.practitioner()];
    const { caseId } = await aDraftedCase(world, doctor, { pictures: false });
    await openCase(world, other, caseId, why);
    world.clock.advance(50 * MINUTE_MS);
    const { photos } = await getStudioCase(world, other, caseId);
    const picture = () => world.browser().get(photos[0]?.url ?? '');
    expect((await picture()).status).toBe(200);
    world.clock.advance(10 * MINUTE_MS);
    expect((await picture()).status).toBe(404);
  });

  test('messages that are read with emergency access are not marked as read', async () => {
    const world = await aWorld();
    const [doctor, other] = [await world.practitioner(), await world.practitioner()];
    const { patient, caseId } = await aDraftedCase(world, doctor, { pictures: false });
    const send = (who: SignedIn) =>
      postCaseMessage(world, who, { case_id: caseId, body: 'Good morning', idempotency_key: randomUUID() });
    await send(doctor);
    await send(patient);
    await openCase(world, other, caseId, why);
    const path = '/rpc/list_case_messages';
    const seen = async (who: SignedIn) => (await world.browserOf(who).post(path, { case_id: caseId })).json.messages;
    await seen(other);
    expect((await seen(patient))[1]).toMatchObject({ is_mine: true, read_at: null });
    await seen(doctor);
    expect((await seen(patient))[1].read_at).not.toBeNull();
  });

  test('emergency access ends when the patient withdraws the consent', async () => {
    const world = await aWorld();
    const [doctor, other] = [await world.practitioner(), await world.practitioner()];
    const { patient, caseId } = await aSignedCase(world, doctor);
    await openCase(world, other, caseId, why);
    await world.browserOf(patient).post('/rpc/withdraw_consent', { purpose: 'simulation' });
    expect(await codeOf(getStudioCase(world, other, caseId))).toBe('NOT_FOUND');
    expect(await codeOf(openCase(world, other, caseId, why))).toBe('NOT_FOUND');
  });

  test('administrators cannot get emergency access', async () => {
    const world = await aWorld();
    const { caseId } = await aDraftedCase(world, await world.practitioner(), { pictures: false });
    const browser = world.browserOf(await world.admin());
    expect((await browser.post('/rpc/open_case', { case_id: caseId, ...why })).status).toBe(403);
    expect((await browser.post('/rpc/get_studio_case', { case_id: caseId })).status).toBe(403);
  });
});

test('trust 29: the queue lists another doctor’s case as locked, without age, goals and photos of the patient', async () => {
  const world = await aWorld();
  const [doctor, other] = [await world.practitioner(), await world.practitioner()];
  const { caseId } = await aDraftedCase(world, doctor, { pictures: false });
  const page = { status: 'open', limit: 10 } as const;
  const [foreign] = (await listStudioCases(world, other, page)).rows;
  expect(foreign).toMatchObject({ id: caseId, is_locked: true, age_years: null, main_goals: [], photo_count: null });
  const [own] = (await listStudioCases(world, doctor, page)).rows;
  expect(own).toMatchObject({ id: caseId, is_locked: false, photo_count: 3 });
});

describe('trust 29: a case changes hands', () => {
  test('another doctor takes over a case with a reason, and the patient and the earlier doctor are notified', async () => {
    const world = await aWorld();
    const [doctor, other] = [await world.practitioner(), await world.practitioner()];
    const { patient, caseId } = await aDraftedCase(world, doctor, { pictures: false });
    const browser = world.browserOf(other);
    const takeOver = async (given: object) =>
      (await browser.post('/rpc/take_over_case', { case_id: caseId, ...given })).status;
    expect(await takeOver({ reason: 'x', note: 'x' })).toBe(400);
    expect(await takeOver(why)).toBe(200);
    expect(await codeOf(getStudioCase(world, doctor, caseId))).toBe('NOT_FOUND');
    expect((await getStudioCase(world, other, caseId)).access).toMatchObject({ relation: 'mine', openings: [] });
    const log = (await world.browserOf(patient).post('/rpc/list_my_access_log', {})).json.rows;
    expect(log.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['case.opened', 'case.takenOver']),
    );
    const mails = (await world.mails()).map(({ subject }) => subject);
    expect(mails).toContain('Another doctor now has one of your cases');
  });

  test('the doctor in charge and administrators can assign a case, and no other doctor can', async () => {
    const world = await aWorld();
    const [doctor, second, third] = await Promise.all([1, 2, 3].map(() => world.practitioner()));
    if (!doctor || !second || !third) throw new Error('three doctors');
    const { caseId } = await aDraftedCase(world, doctor, { pictures: false });
    expect(await codeOf(assignCase(world, second, caseId, second.userId))).toBe('CASE_TAKEN');
    await assignCase(world, doctor, caseId, second.userId);
    expect(await codeOf(getStudioCase(world, doctor, caseId))).toBe('NOT_FOUND');
    expect(await codeOf(takeCase(world, third, caseId))).toBe('CASE_TAKEN');
    await takeCase(world, second, caseId);
    await assignCase(world, await world.admin(), caseId, third.userId);
    expect(await codeOf(getStudioCase(world, second, caseId))).toBe('NOT_FOUND');
    expect((await getStudioCase(world, third, caseId)).access.relation).toBe('mine');
    expect((await world.mails()).filter(({ subject }) => subject.includes('Another doctor now'))).toHaveLength(1);
    const rows = await world.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'case.assigned')
      .orderBy('id')
      .execute();
    expect(rows.map(({ details }) => details)).toEqual([
      { from: doctor.userId, to: second.userId },
      { from: second.userId, to: third.userId },
    ]);
  });

  test('a released case has no doctor, and every doctor may view it', async () => {
    const world = await aWorld();
    const [doctor, other] = [await world.practitioner(), await world.practitioner()];
    const { caseId } = await aCase(world);
    await assignCase(world, doctor, caseId, doctor.userId);
    await takeCase(world, doctor, caseId);
    await releaseCase(world, doctor, caseId);
    expect((await getStudioCase(world, other, caseId)).access.relation).toBe('unassigned');
  });
});

describe('trust 29: a signed case is reopened', () => {
  test('the doctor who signed a case can reopen it alone, and another doctor cannot', async () => {
    const world = await aWorld();
    const { doctor, caseId } = await aSignedCase(world);
    const other = await world.practitioner();
    expect(await codeOf(reopenCase(world, other, caseId, 'a wrong side'))).toBe('NOT_FOUND');
    await openCase(world, other, caseId, why);
    expect(await codeOf(reopenCase(world, other, caseId, 'a wrong side'))).toBe('REOPENING_NEEDS_TWO');
    expect((await reopenCase(world, doctor, caseId, 'a wrong side')).status).toBe('in_review');
  });

  const note = 'Left and right were mistaken';
  const auditOf = async (world: World, action: string) =>
    (await world.db.selectFrom('audit_log').select('actor_id').where('action', '=', action).execute()).map(
      ({ actor_id }) => actor_id,
    );

  test('another doctor requests the reopening of a case, an administrator agrees, and the signer is notified', async () => {
    const world = await aWorld();
    const { doctor, caseId } = await aSignedCase(world);
    const [other, admin] = [await world.practitioner(), await world.admin()];
    expect(await codeOf(askReopening(world, other, caseId, note))).toBe('NOT_FOUND');
    await openCase(world, other, caseId, why);
    const asked = await askReopening(world, other, caseId, note);
    for (const doctors of [other, doctor])
      expect(await codeOf(answerReopening(world, doctors, asked.id, true))).toBe('NOT_FOUND');
    await answerReopening(world, admin, asked.id, true);
    expect((await getStudioCase(world, other, caseId)).practitioner_id).toBe(other.userId);
    expect(await auditOf(world, 'case.reopening_asked')).toEqual([other.userId]);
    expect(await auditOf(world, 'case.reopened')).toEqual([admin.userId]);
    expect((await world.mails()).map(({ subject }) => subject)).toContain('A case you signed was reopened');
    expect(await codeOf(answerReopening(world, admin, asked.id, true))).toBe('NOT_FOUND');
  });

  test('an administrator requests the reopening of a case, and a doctor agrees', async () => {
    const world = await aWorld();
    const { caseId } = await aSignedCase(world);
    const [other, admin, secondAdmin] = [await world.practitioner(), await world.admin(), await world.admin()];
    const asked = await askReopening(world, admin, caseId, note);
    expect((await askReopening(world, admin, caseId, note)).id).toBe(asked.id);
    for (const one of [admin, secondAdmin])
      expect(await codeOf(answerReopening(world, one, asked.id, true))).toBe('NOT_FOUND');
    await answerReopening(world, other, asked.id, true);
    expect((await getStudioCase(world, other, caseId)).practitioner_id).toBe(other.userId);
  });

  test('a case stays signed if the second person declines its reopening, or answers only after a day', async () => {
    const world = await aWorld();
    const { doctor, caseId } = await aSignedCase(world);
    const [other, admin] = [await world.practitioner(), await world.admin()];
    const declined = await askReopening(world, admin, caseId, note);
    expect(await answerReopening(world, other, declined.id, false)).toEqual({ status: 'published' });
    const late = await askReopening(world, admin, caseId, note);
    expect(late.id).not.toBe(declined.id);
    world.clock.advance(24 * 60 * MINUTE_MS);
    expect(await codeOf(answerReopening(world, other, late.id, true))).toBe('NOT_FOUND');
    expect((await getStudioCase(world, doctor, caseId)).status).toBe('published');
  });

  test('a case stays signed if one person requests and approves its reopening, or if the doctor is no longer verified', async () => {
    const world = await aWorld();
    const { doctor, caseId } = await aSignedCase(world);
    const [other, admin] = [await world.practitioner(), await world.admin()];
    await openCase(world, other, caseId, why);
    const asked = await askReopening(world, other, caseId, note);
    expect(await codeOf(answerReopening(world, { ...other, role: 'admin' }, asked.id, true))).toBe('NOT_FOUND');
    const revoked = { user_id: other.userId, is_verified: false };
    expect((await world.browserOf(admin).post('/rpc/admin_verify_practitioner', revoked)).status).toBe(200);
    expect(await codeOf(answerReopening(world, admin, asked.id, true))).toBe('NOT_FOUND');
    expect((await getStudioCase(world, doctor, caseId)).status).toBe('published');
    expect(await answerReopening(world, admin, asked.id, false)).toEqual({ status: 'published' });
  });
});
