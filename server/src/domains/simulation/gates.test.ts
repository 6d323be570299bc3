import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Pose } from '#contract/intake.ts';
import { type Injection, noMarkings } from '#contract/markings.ts';
import type { SafetyStatement } from '#contract/safety.ts';
import { plannedItem } from '#engine/plan/planned.ts';
import type { Gate } from '#engine/gates.ts';
import { withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import {
  aCase,
  aPicture,
  renderAll,
  signing,
  somePlan,
  someRecipes,
  takePhoto,
  tellHealth,
} from '../../../test/a-case.ts';
import { codeOf } from '../../../test/code-of.ts';
import { aWorld, type World } from '../../../test/world.ts';
import {
  getStudioCase,
  reopenCase,
  requestPhotos,
  saveDraft,
  seeRendering,
  signAndPublish,
  takeCase,
  uploadRendering,
} from './index.ts';

const stated: SafetyStatement = { asked: null, reasons: [], zones: ['infraorbital_artery'], not_before: null };

/**
 * Returns a case in review whose renderings were made and seen. The result also contains functions that save a draft
 * and list its open gates (the conditions for signing that are not met).
 */
async function aReview() {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId } = await aCase(world);
  const taken = await takeCase(world, doctor, caseId);
  const state = { version: 0, seal: '' };
  const save = async (
    safety: SafetyStatement = stated,
    recipes = someRecipes,
    sessions = somePlan.sessions,
    injections: Injection[] = [],
  ) => {
    const plan = { ...somePlan, safety, ...(sessions && { sessions }) };
    const draft = { style: 'natural', recipes, plan, markings: { ...noMarkings(), injections } } as const;
    state.version = (await saveDraft(world, doctor, caseId, state.version, draft)).version;
  };
  await save();
  const draw = () => renderAll(world, doctor, taken, state.version);
  await draw();
  const read = () => getStudioCase(world, doctor, caseId);
  const photoOf = async (pose: Pose) => (await read()).photos.find((photo) => photo.pose === pose)?.id ?? '';
  const sign = async () => {
    state.seal = (await read()).seal ?? '';
    return signAndPublish(world, doctor, signing(caseId, state.seal, state.version));
  };
  const gates = async (): Promise<Gate[]> => {
    const refused = await sign().then(
      () => null,
      (error: unknown) => error as { code: string; data: { gates: Gate[] } },
    );
    expect(refused?.code ?? 'GATES_OPEN').toBe('GATES_OPEN');
    return refused?.data.gates ?? [];
  };
  const tell = (yes: Parameters<typeof tellHealth>[2]) => tellHealth(world, patient, yes);
  return { world, doctor, patient, caseId, draw, save, read, photoOf, sign, gates, tell, state };
}

/** Stores another signed case of the patient, with the first draft of this case. Returns the id of the new case. */
function aSignedElsewhere(
  world: World,
  { patient, caseId, doctorId }: { patient: SignedIn; caseId: string; doctorId: string },
): Promise<string> {
  return withSystem(world.system, async (tx) => {
    const { id } = await tx
      .insertInto('cases')
      .values({
        patient_id: patient.userId,
        status: 'published',
        plan: 'free',
        received_at: new Date('2026-10-01'),
        due_at: new Date('2026-10-03'),
        practitioner_id: doctorId,
        published_at: new Date('2026-10-02'),
        taken_at: null,
        withdrawn_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`insert into drafts (case_id, version, style, recipes, plan, saved_at)
      select ${id}, 1, style, recipes, plan, now() from drafts where case_id = ${caseId} and version = 1`.execute(tx);
    await sql`insert into signatures values (${id}, 1, ${doctorId}, 'Dr A', '1', 'CNOM', ${'a'.repeat(64)}, now(), 'AAAABBBBCCCCDDDD')`.execute(
      tx,
    );
    return id;
  });
}

test('trust 12: nothing is signed without health answers, or the doctor’s note that the patient was asked', async () => {
  const { save, gates, sign } = await aReview();
  expect(await gates()).toEqual([{ code: 'health_untold', about: '' }]);
  await save({ ...stated, asked: { on: '2026-11-20', channel: 'phone', text: 'Nothing to report.' } });
  expect((await sign()).status).toBe('published');
});

test.each([
  [null, [{ code: 'age_unknown', about: '' }]],
  ['2008-11-21', [{ code: 'under_age', about: '' }]],
  ['2008-11-20', []],
])('trust 9: nothing is signed for a patient who is not known to be an adult (born on %s)', async (born, open) => {
  const { world, patient, gates, tell } = await aReview();
  await tell({});
  await withSystem(world.system, (tx) =>
    tx.updateTable('patients').set({ birth_date: born }).where('user_id', '=', patient.userId).execute(),
  );
  expect(await gates()).toEqual(open);
});

test('trust 12: an absolute contraindication prevents the signature, a relative one needs a reason', async () => {
  const { tell, gates, save, sign } = await aReview();
  await tell({ pregnancy: { answer: 'yes', details: '' }, anticoagulants: { answer: 'yes', details: '' } });
  const reasons = [
    { question: 'pregnancy', text: 'She insists.', given_to: { answer: 'yes', details: '' } },
    { question: 'anticoagulants', text: 'Stopped ten days ago.', given_to: { answer: 'yes', details: '' } },
  ] as const;
  expect((await gates()).map(({ code, about }) => [code, about])).toEqual([
    ['contraindicated', 'pregnancy'],
    ['reason_missing', 'anticoagulants'],
  ]);
  await save({ ...stated, reasons: [...reasons] });
  expect((await gates()).map(({ code }) => code)).toEqual(['contraindicated']);
  await tell({ anticoagulants: { answer: 'yes', details: '' } });
  expect((await sign()).status).toBe('published');
});

test('trust 12: a reason no longer counts if the patient has changed the answer since', async () => {
  const { tell, gates, save, sign, state, world, doctor, caseId, draw } = await aReview();
  const reason = { question: 'allergies', text: 'Asked by phone, only pollen.' } as const;
  const missing = [{ code: 'reason_missing', about: 'allergies', names: ['forehead', 'cheek'] }];
  await tell({ allergies: { answer: 'unsure', details: 'pollen?' } });
  await save({ ...stated, reasons: [reason] });
  expect(await gates()).toEqual(missing);
  await save({ ...stated, reasons: [{ ...reason, given_to: { answer: 'unsure', details: 'pollen?' } }] });
  expect(await gates()).toEqual([]);

  // The signed version is copied with its reasons when the doctor corrects it.
  await reopenCase(world, doctor, caseId, 'A word in the note');
  const copied = (await getStudioCase(world, doctor, caseId)).draft;
  expect(copied.plan.safety?.reasons).toMatchObject([{ given_to: { answer: 'unsure', details: 'pollen?' } }]);
  state.version = copied.version;
  await draw();
  await tell({ allergies: { answer: 'yes', details: 'anaphylaxis after lidocaine' } });
  expect(await gates()).toEqual(missing);
  await tell({ allergies: { answer: 'unsure', details: 'pollen?' } });
  expect((await sign()).status).toBe('published');
});

test('trust 12: one refusal names all excessive doses, sessions too close together and danger zones', async () => {
  const { tell, save, gates, draw } = await aReview();
  await tell({});
  const recipe = (cheek: number) => ({ ...someRecipes.glamour, treatments: { cheek, nose_bridge: 0.5 } });
  const visit = (weeks_after: number, cheek: number) => ({
    weeks_after,
    review: false,
    items: [{ ...plannedItem('cheek', cheek), reasons: [], sentence: null }],
  });
  const recipes = { natural: recipe(1), harmonious: recipe(2), glamour: recipe(3) };
  await save({ ...stated, zones: [] }, recipes, [visit(0, 3)]);
  await draw();
  const zones = [
    { code: 'zone', about: 'infraorbital_artery', names: ['cheek'] },
    { code: 'zone', about: 'dorsal_nasal_artery', names: ['nose_bridge'] },
  ];
  expect(await gates()).toEqual([
    { code: 'dose_session', about: 'filler', style: 'glamour', given: 6.5, most: 6 },
    ...zones,
  ]);
  await save({ ...stated, zones: [] }, recipes, [visit(0, 1), visit(1, 1)]);
  expect(await gates()).toEqual([
    { code: 'interval_course', about: 'cheek', names: ['cheek', 'cheek'], given: 1, least: 4 },
    ...zones,
  ]);
  const both = { ...stated, zones: ['infraorbital_artery', 'dorsal_nasal_artery'] };
  await save(both, recipes, [visit(0, 1), visit(4, 1)]);
  expect(await gates()).toEqual([]);
});

test('trust 12: the doses of the injection points add up for each area', async () => {
  const { tell, save, gates, draw, photoOf } = await aReview();
  await tell({});
  const photo_id = await photoOf('front');
  const point = (id: string, dose: number): Injection => ({
    id,
    treatment: 'forehead',
    side: 'right',
    product: '',
    dose,
    depth: 'intramuscular',
    pose: 'front',
    photo_id,
    x: 0.5,
    y: 0.3,
    place: { landmarks: [10, 67, 297], weights: [0.4, 0.3, 0.3] },
  });
  await save(stated, someRecipes, somePlan.sessions, [point('a', 29), point('b', 2)]);
  await draw();
  expect(await gates()).toEqual([{ code: 'dose_map', about: 'forehead', given: 31, most: 30 }]);
  await save(stated, someRecipes, somePlan.sessions, [point('a', 29), point('b', 1)]);
  await draw();
  expect(await gates()).toEqual([]);
});

test('trust 12: injection points and strokes on a replaced photo are not signed on the new one', async () => {
  const { world, doctor, patient, caseId, tell, save, read, gates, draw, photoOf, state } = await aReview();
  await tell({});
  const old = await photoOf('front');
  const point: Injection = {
    id: 'a',
    treatment: 'forehead',
    side: 'right',
    product: '',
    dose: 12,
    depth: 'intramuscular',
    pose: 'front',
    photo_id: old,
    x: 0.5,
    y: 0.3,
    place: { landmarks: [10, 67, 297], weights: [0.4, 0.3, 0.3] },
  };
  await save(stated, someRecipes, somePlan.sessions, [point]);
  await draw();
  expect(await gates()).toEqual([]);
  await reopenCase(world, doctor, caseId, 'A better photo');
  state.version = (await read()).draft.version;
  await requestPhotos(world, doctor, caseId, { poses: ['front'], reason: 'too_dark', note: '' });
  world.clock.advance(3_600_000);
  const photo_id = await takePhoto(world, patient, 'front');
  await world.outbox.drain();
  const { draft, photos } = await read();
  expect(draft.markings.injections).toEqual([point]);
  state.version = draft.version;
  await renderAll(world, doctor, { id: caseId, photos }, state.version);
  expect(await gates()).toEqual([{ code: 'points_unconfirmed', about: '', names: ['front'], given: 1 }]);
  // A photo of another pose confirms nothing.
  await save(stated, someRecipes, somePlan.sessions, [{ ...point, photo_id: await photoOf('left') }]);
  expect(await gates()).toMatchObject([{ code: 'points_unconfirmed', given: 1 }]);
  await save(stated, someRecipes, somePlan.sessions, [{ ...point, x: 0.52, photo_id }]);

  // A page that was opened before the new photo sends a stroke on the old one.
  const stroke = { mode: 'protect' as const, radius: 0.02, points: [[0.5, 0.5] as [number, number]] };
  const drawnOn = (id: string) => ({
    ...noMarkings(),
    poses: { ...noMarkings().poses, front: { ...noMarkings().poses.front, brush: [stroke], photo_id: id } },
  });
  const send = (id: string) => {
    const content = { style: 'natural', recipes: someRecipes, plan: somePlan, markings: drawnOn(id) } as const;
    return saveDraft(world, doctor, caseId, state.version, content);
  };
  await expect(send(old)).rejects.toMatchObject({ code: 'DRAFT_OUTDATED', data: { version: state.version } });
  expect(await gates()).toEqual([]);
  await reopenCase(world, doctor, caseId, 'One more stroke');
  state.version = (await read()).draft.version;
  expect((await send(photo_id)).markings.poses.front.photo_id).toBe(photo_id);
});

test('trust 12: a note that the patient was asked about their health does not count before its date', async () => {
  const { save, gates, sign } = await aReview();
  const asked = (on: string) => ({ ...stated, asked: { on, channel: 'phone', text: 'Nothing to report.' } }) as const;
  await save(asked('2026-11-21'));
  expect(await gates()).toEqual([{ code: 'health_untold', about: '' }]);
  await save(asked('2026-11-20'));
  expect((await sign()).status).toBe('published');
});

test('trust 12: the same checks apply to an old draft without safety statement, sessions and markings', async () => {
  const { world, caseId, gates, tell } = await aReview();
  await tell({});
  const item = { kind: 'botox', area: 'Forehead', sessions: 1, interval_weeks: 0, reason: 'Lines at rest' };
  await withSystem(world.system, (tx) =>
    sql`update drafts set plan = plan - 'safety' - 'sessions' || ${JSON.stringify({ items: [item] })}::jsonb, markings = null
        where case_id = ${caseId}`.execute(tx),
  );
  expect(await gates()).toEqual([{ code: 'zone', about: 'infraorbital_artery', names: ['cheek'] }]);
});

test('an image still counts as seen by the doctor who opened it if only texts of the draft change', async () => {
  const { world, doctor, caseId, tell, save, read, gates, state } = await aReview();
  await tell({});
  const before = (await read()).renderings;
  expect(before.every(({ is_seen }) => is_seen)).toBe(true);
  await save({ ...stated, not_before: '2026-12-01' });
  expect((await read()).renderings.map(({ id, is_seen }) => [id, is_seen])).toEqual(before.map(({ id }) => [id, true]));

  // The dose of one style changes. The three images of this style are deleted and must be made again. The doctor has
  // not seen the new images.
  const natural = { ...someRecipes.natural, treatments: { ...someRecipes.natural.treatments, forehead: 9 } };
  await save(stated, { ...someRecipes, natural });
  const kept = (await read()).renderings;
  expect(kept.map(({ style }) => style).sort()).toEqual([...Array(3).fill('glamour'), ...Array(3).fill('harmonious')]);
  for (const pose of ['front', 'right', 'left'] as const)
    await uploadRendering(world, doctor, caseId, {
      version: state.version,
      pose,
      style: 'natural',
      bytes: await aPicture(9),
    });
  const [unseen] = await gates();
  expect(unseen?.code).toBe('pictures_unseen');
  expect(unseen?.names?.sort()).toEqual(['front natural', 'left natural', 'right natural']);
  for (const { id } of (await read()).renderings) await seeRendering(world, doctor, caseId, id);
  expect(await gates()).toEqual([]);
});

test('an image drawn for an older version of the draft counts for the newest one if its doses are the same', async () => {
  const { world, doctor, caseId, save, read } = await aReview();
  await save({ ...stated, not_before: '2026-12-01' });
  const late = (style: 'natural' | 'glamour') => async () =>
    uploadRendering(world, doctor, caseId, { version: 1, pose: 'front', style, bytes: await aPicture(77) });
  const { rendering } = await late('glamour')();
  expect((await read()).renderings.map(({ id }) => id)).toContain(rendering.id);
  const natural = { ...someRecipes.natural, treatments: { forehead: 9 } };
  await save(stated, { ...someRecipes, natural });
  await expect(late('natural')()).rejects.toMatchObject({ code: 'DRAFT_OUTDATED' });
});

test('trust 12: filler under another doctor’s plan and recorded filler count towards the yearly limit', async () => {
  const { world, patient, caseId, tell, gates, save, draw } = await aReview();
  await tell({});
  const other = await world.practitioner();
  const theirs = await aSignedElsewhere(world, { patient, caseId, doctorId: other.userId });
  const told = async (sessions: unknown) =>
    withSystem(world.system, (tx) =>
      sql`update drafts set plan = plan || ${JSON.stringify({ sessions })}::jsonb where case_id = ${theirs}`.execute(
        tx,
      ),
    );
  const visit = (weeks_after: number, treatment: 'cheek' | 'chin', dose: number) => ({
    weeks_after,
    review: false,
    items: [{ ...plannedItem(treatment, dose), reasons: [], sentence: null }],
  });
  // 3 mL on each side on 1 February and on 1 March, and 4 mL on 29 March make 16 mL. The visit of 28 February 2027 is
  // in the future and does not count.
  await told([visit(0, 'cheek', 3), visit(4, 'cheek', 3), visit(4, 'chin', 4), visit(48, 'chin', 4)]);
  await withSystem(world.system, (tx) =>
    sql`insert into treatment_dates values (${theirs}, '2026-02-01', '2026-02-01', now())`.execute(tx),
  );
  const plan = [visit(0, 'chin', 4), visit(4, 'chin', 0.5)];
  const zones = ['infraorbital_artery', 'submental_artery'];
  await save({ ...stated, zones }, someRecipes, plan);
  await draw();
  // With the 4.5 mL of this plan, the year contains 20.5 mL. From 31 January 2027 on, the year no longer contains the 6
  // mL of 1 February 2026. The second visit is four weeks after the first, so the first may be on 3 January.
  expect(await gates()).toEqual([
    { code: 'dose_period', about: 'filler', given: 20.5, most: 20, earlier: 16, day: '2027-01-03' },
  ]);

  // The other doctor recorded only the first visit. The later planned visits then no longer count.
  const record = (id: string, version: number, amount: number) =>
    withSystem(world.system, (tx) =>
      sql`insert into treatment_records (id, version, case_id, plan_version, treated_on, products, points, events, note,
          photo_ids, correction, practitioner_name, registration_number, registration_body, recorded_at, seal,
          verification_code)
        values (${id}, ${version}, ${theirs}, 1, '2026-02-01', '[]',
          ${JSON.stringify([
            { treatment: 'cheek', side: 'left', amount, unit: 'mL' },
            { treatment: 'cheek', side: 'right', amount, unit: 'mL' },
            { treatment: 'redness', side: null, amount: 60, unit: 'percent' },
          ])}::jsonb, '{}', '', '{}', ${version === 1 ? null : 'Typing error'}, 'Dr A', '1', 'CNOM', now(),
          ${'b'.repeat(64)}, ${`CODE${version}`})`.execute(tx),
    );
  const id = randomUUID();
  await record(id, 1, 8);
  expect(await gates()).toMatchObject([{ code: 'dose_period', given: 20.5, earlier: 16 }]);
  // The correction replaces the record, and is not added to it.
  await record(id, 2, 3);
  expect(await gates()).toEqual([]);
});

test('trust 12: the doses of a visit that took place count once if its case is corrected and signed again', async () => {
  const { world, doctor, patient, caseId, tell, gates, save, draw, sign, state } = await aReview();
  await tell({});
  const other = await world.practitioner();
  const theirs = await aSignedElsewhere(world, { patient, caseId, doctorId: other.userId });
  const session = (treatment: 'cheek' | 'chin', dose: number) => ({
    weeks_after: 0,
    review: false,
    items: [{ ...plannedItem(treatment, dose), reasons: [], sentence: null }],
  });
  const record = (id: string, on: string, amount: number) =>
    withSystem(world.system, (tx) =>
      sql`insert into treatment_records (id, version, case_id, plan_version, visit, treated_on, products, points, events,
          note, photo_ids, practitioner_name, registration_number, registration_body, recorded_at, seal, verification_code)
        select ${randomUUID()}, 1, ${id}, max(version), 0, ${on}, '[]',
          ${JSON.stringify([{ treatment: 'cheek', side: 'left', amount, unit: 'mL' }])}::jsonb, '{}', '', '{}', 'Dr A', '1',
          'CNOM', now(), ${'b'.repeat(64)}, ${randomUUID()} from signatures where case_id = ${id}`.execute(tx),
    );
  await record(theirs, '2026-06-01', 12);
  // 12 mL in June and 3 mL on each side make 18 mL. After the visit of 20 November, four weeks must pass.
  const asPlanned = async () => {
    await save({ ...stated, not_before: '2026-12-18' }, someRecipes, [session('cheek', 3)]);
    await draw();
  };
  await asPlanned();
  expect((await sign()).status).toBe('published');
  await record(caseId, '2026-11-20', 6);
  await reopenCase(world, doctor, caseId, 'A word in the note');
  state.version = (await getStudioCase(world, doctor, caseId)).draft.version;
  await asPlanned();
  expect((await sign()).status).toBe('published');

  // A redo is a new plan, so its 6 mL are added: 12 + 6 + 6 mL make 24 mL.
  await withSystem(world.system, (tx) =>
    sql`insert into redo_requests (case_id, wishes, requested_at) values (${caseId}, 'More', now() + interval '100 years')`.execute(
      tx,
    ),
  );
  await reopenCase(world, doctor, caseId, 'A redo');
  state.version = (await getStudioCase(world, doctor, caseId)).draft.version;
  await asPlanned();
  expect(await gates()).toMatchObject([{ code: 'dose_period', given: 24, most: 20, earlier: 18 }]);
});

test('trust 12: the first visit must be possible while the plan is valid', async () => {
  const { tell, gates, save, sign } = await aReview();
  await tell({});
  await save({ ...stated, not_before: '2027-05-21' });
  expect(await gates()).toEqual([{ code: 'not_before', about: '', day: '2027-05-21' }]);
  await save({ ...stated, not_before: '2027-05-20' });
  expect((await sign()).status).toBe('published');
});

test('trust 12: after a treatment under another doctor’s plan, a plan must name a first day that is late enough', async () => {
  const { world, patient, caseId, tell, gates, save, sign } = await aReview();
  await tell({});
  const other = await world.practitioner();
  const id = await aSignedElsewhere(world, { patient, caseId, doctorId: other.userId });
  await withSystem(world.system, (tx) =>
    sql`insert into treatment_dates values (${id}, '2026-11-06', '2026-11-06', now())`.execute(tx),
  );
  // Toxin was injected on 6 November. It may be repeated twelve weeks later, on 29 January.
  expect(await gates()).toEqual([{ code: 'interval_since', about: '', day: '2027-01-29' }]);
  await save({ ...stated, not_before: '2027-01-28' });
  expect(await gates()).toHaveLength(1);
  await save({ ...stated, not_before: '2027-01-29' });
  expect((await sign()).status).toBe('published');
});

test('trust 12: a past visit does not delay a correction of its own plan, but delays the plan of a redo', async () => {
  const { world, doctor, caseId, draw, save, gates, sign, tell } = await aReview();
  await tell({});
  await sign();
  await withSystem(world.system, (tx) =>
    sql`insert into treatment_dates values (${caseId}, '2026-11-20', '2026-11-20', now())`.execute(tx),
  );
  world.clock.advance(86_400_000);
  const again = async () => {
    await reopenCase(world, doctor, caseId, 'a wrong side');
    await save();
    await draw();
  };
  await again();
  expect((await sign()).status).toBe('published');
  // After the request for a redo, the plan is a new one, so the past visit delays it.
  const since = [{ code: 'interval_since', about: '', day: '2027-02-12' }];
  world.clock.advance(86_400_000);
  await again();
  await withSystem(world.system, (tx) =>
    sql`insert into redo_requests (case_id, wishes, requested_at) values (${caseId}, 'Less', ${world.clock.now()})`.execute(
      tx,
    ),
  );
  expect(await gates()).toEqual(since);
});

test('trust 12: a recorded visit delays a correction of its plan only if the correction changes what was given', async () => {
  const { world, doctor, caseId, draw, save, gates, sign, tell } = await aReview();
  await tell({});
  await sign();
  const id = randomUUID();
  const record = (version: number, visit: number | null, point: object) =>
    withSystem(world.system, (tx) =>
      sql`insert into treatment_records (id, version, case_id, plan_version, visit, treated_on, products, points, events,
          note, photo_ids, correction, practitioner_name, registration_number, registration_body, recorded_at, seal,
          verification_code)
        select ${id}, ${version}, ${caseId}, min(version), ${visit}, '2026-11-20', '[]', ${JSON.stringify([point])}::jsonb,
          '{}', '', '{}', ${version === 1 ? null : 'Typing error'}, 'Dr A', '1', 'CNOM', now(), ${'b'.repeat(64)},
          ${randomUUID()} from signatures where case_id = ${caseId}`.execute(tx),
    );
  const forehead = { treatment: 'forehead', side: null, amount: 12, unit: 'units' };
  world.clock.advance(86_400_000);
  await reopenCase(world, doctor, caseId, 'A word in the note');
  await save();
  await draw();
  // The record names no visit of the plan. Toxin may be repeated only twelve weeks later.
  await record(1, null, forehead);
  expect(await gates()).toEqual([{ code: 'interval_since', about: '', day: '2027-02-12' }]);
  // A laser was used at this visit instead of the planned toxin. Toxin may follow a week after a laser.
  await record(2, 0, { treatment: 'redness', side: null, amount: 40, unit: 'percent' });
  expect(await gates()).toEqual([{ code: 'interval_since', about: '', day: '2026-11-27' }]);
  await record(3, 0, forehead);
  expect(await gates()).toEqual([]);
});

test('trust 12: the checks before a signature use the date in the time zone of the doctor', async () => {
  const { world, doctor, caseId, save, read, state } = await aReview();
  await save({ ...stated, asked: { on: '2026-11-21', channel: 'phone', text: 'Nothing to report.' } });
  const sign = async (time_zone: string) => {
    const seal = (await read()).seal ?? '';
    return codeOf(signAndPublish(world, doctor, { ...signing(caseId, seal, state.version), time_zone }));
  };
  // It is 20:00 in Paris, and 04:00 of the next day in Tokyo. In Paris, the note is dated tomorrow and does not count.
  world.clock.set(new Date('2026-11-20T19:00:00Z'));
  expect([await sign('Europe/Paris'), await sign('Asia/Tokyo')]).toEqual(['GATES_OPEN', 'done']);
});
