import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { GivenScores, ScoreNames, UntoldReasons } from '#contract/skin-score.ts';
import { untoldReasons } from '#engine/metrics/untold.ts';
import { scoreNames } from '#engine/metrics/score-scale.ts';
import { withStaff, withSystem, withUser } from '#server/platform/db/db.ts';
import { aDraftedCase, renderAll, signing, someScores, takePhoto } from '../../../../test/a-case.ts';
import { codeOf } from '../../../../test/code-of.ts';
import { aWorld, type World } from '../../../../test/world.ts';
import { getMySimulation } from '../get-my-simulation.ts';
import { getStudioCase } from '../get-studio-case.ts';
import { scoreOn } from '../flow/plan-score.ts';
import { reopenCase } from '../flow/reopen-case.ts';
import { openCase } from '../relation/break-glass.ts';
import { saveDraft } from '../save-draft.ts';
import { signAndPublish } from '../sign-and-publish.ts';
import { getSkinFollowUp, signSkinFollowUp } from './follow-up.ts';
import { saveSkinScore } from './save-score.ts';
import { scoreBands, scoreErrors } from '#engine/metrics/score-scale.ts';
import { changeOf, overallOf } from './score.ts';
import { showSigned } from './show-score.ts';

const signed = (world: World, userId: string) =>
  withUser(world.db, userId, (tx) => tx.selectFrom('skin_scores').selectAll().orderBy('signed_at').execute());

async function aScoredCase(world: World) {
  const doctor = await world.practitioner();
  const made = await aDraftedCase(world, doctor);
  const { seal } = await saveSkinScore(
    world,
    doctor,
    made.caseId,
    someScores(70, { sebum: { value: 40, measured: 55 } }),
  );
  await signAndPublish(world, doctor, signing(made.caseId, seal ?? ''));
  return { ...made, doctor, seal };
}

test('the engine and the contract have the same six scores', () => {
  expect([...ScoreNames].sort()).toEqual([...scoreNames].sort());
  expect([...UntoldReasons]).toEqual([...untoldReasons]);
});

test('the overall skin score is the weighted mean of the values that the doctor confirmed', () => {
  expect(overallOf(someScores(70))).toBe(70);
  expect(overallOf(someScores(70, { wrinkles: { value: 20, measured: 70 } }))).toBe(55);
});

test('a difference of skin scores within the band is not a measurable change, and a larger one is', () => {
  const band = scoreBands.overall;
  expect(changeOf('overall', 70, 70 + band)).toEqual({ difference: band, band, is_measurable: false });
  expect(changeOf('overall', 70, 70.1 + band)).toMatchObject({ is_measurable: true });
  expect(changeOf('sebum', 60, 60 - scoreBands.sebum)).toMatchObject({ is_measurable: false });
});

test('a saved skin score changes the seal, is hidden from others, and is signed with the publication', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId, seal } = await aDraftedCase(world, doctor);
  const saved = await saveSkinScore(world, doctor, caseId, someScores(70, { sebum: { value: 40, measured: 55 } }));
  expect(saved.skin_score).toMatchObject({ overall: 67, scores: { sebum: { value: 40, measured: 55 } } });
  expect(saved.seal).not.toBe(seal);
  expect(await signed(world, patient.userId)).toEqual([]);
  await expect(signAndPublish(world, doctor, signing(caseId, seal))).rejects.toMatchObject({ code: 'SEAL_MISMATCH' });

  await signAndPublish(world, doctor, signing(caseId, saved.seal ?? ''));
  expect(await signed(world, patient.userId)).toMatchObject([{ overall: '67.0', version: 1, case_id: caseId }]);
  expect(await getMySimulation(world, patient.userId, caseId)).toMatchObject({ signature: { is_intact: true } });
  expect(world.told).toContainEqual({ to: { userId: patient.userId }, event: { kind: 'score.changed' } });
});

test('a skin score can be removed before the signature, and a simulation can be signed without one', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId, seal } = await aDraftedCase(world, doctor);
  await saveSkinScore(world, doctor, caseId, someScores());
  const none = await saveSkinScore(world, doctor, caseId, null);
  expect(none).toEqual({ skin_score: null, seal });
  await signAndPublish(world, doctor, signing(caseId, seal));
  expect(await signed(world, patient.userId)).toEqual([]);
});

test('nobody can change a signed score, and a changed score breaks the seal', async () => {
  const world = await aWorld();
  const { patient, caseId, doctor } = await aScoredCase(world);
  await withStaff(world.db, doctor.userId, async (tx) => {
    const changed = await tx.updateTable('skin_scores').set({ overall: 99 }).executeTakeFirst();
    const removed = await tx.deleteFrom('skin_scores').executeTakeFirst();
    expect([changed.numUpdatedRows, removed.numDeletedRows]).toEqual([0n, 0n]);
  });
  await expect(saveSkinScore(world, doctor, caseId, someScores())).rejects.toMatchObject({ code: 'CASE_NOT_OPEN' });
  await withSystem(world.system, (tx) =>
    sql`update skin_scores set scores = jsonb_set(scores, '{sebum,value}', '41')`.execute(tx),
  );
  expect(await getMySimulation(world, patient.userId, caseId)).toMatchObject({ signature: { is_intact: false } });
});

test('a corrected skin score is signed with the next version, and the earlier score does not change', async () => {
  const world = await aWorld();
  const { patient, caseId, doctor } = await aScoredCase(world);
  world.clock.advance(60_000);
  const reopened = await reopenCase(world, doctor, caseId, 'too strict');
  expect(reopened.skin_score).toBeNull();
  const { draft } = reopened;
  await saveDraft(world, doctor, caseId, draft.version, { ...draft, style: 'glamour' });
  await renderAll(world, doctor, reopened, draft.version + 1);
  const { seal } = await saveSkinScore(world, doctor, caseId, someScores(80));
  await signAndPublish(world, doctor, signing(caseId, seal ?? '', draft.version + 1));
  expect(await signed(world, patient.userId)).toMatchObject([
    { version: 1, overall: '67.0' },
    { version: 3, overall: '80.0' },
  ]);
});

test('a skin score that was not measured on the front photo of the case is refused', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { caseId } = await aDraftedCase(world, doctor, { pictures: false });
  const { photos } = await getStudioCase(world, doctor, caseId);
  const save = (pose: 'front' | 'left') =>
    saveSkinScore(world, doctor, caseId, someScores(), photos.find((photo) => photo.pose === pose)?.id);
  await expect(save('left')).rejects.toMatchObject({ code: 'SCORE_PHOTO_MISSING' });
  expect((await save('front')).skin_score).toMatchObject({ overall: 70 });
});

test('the signed skin score is printed in both languages, with marks on set and unmeasurable values', async () => {
  const world = await aWorld();
  const { patient } = await aScoredCase(world);
  const [row] = await signed(world, patient.userId);
  const tableOf = (language: 'en' | 'fr') => scoreOn(language, row).find((block) => block.kind === 'table');
  expect(tableOf('en')?.rows).toEqual(
    expect.arrayContaining([
      ['Hydration', 'appearance estimate', '70', `± ${scoreErrors.hydration}`],
      ['Sebum', 'set by your doctor', '40', `± ${scoreErrors.sebum}`],
      ['Overall', '', '67', `± ${scoreErrors.overall}`],
    ]),
  );
  expect(tableOf('fr')?.rows.at(-1)).toEqual(['Ensemble', '', '67', `± ${scoreErrors.overall}`]);
  expect(scoreOn('en', undefined)).toEqual([]);
  expect(row && scoreOn('en', { ...row, signed_at: null })).toEqual([]);
});

test('a value that the photo does not show is signed without a number, and its reason is printed', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { caseId, patient } = await aDraftedCase(world, doctor);
  const untold = { value: null, measured: null, untold: 'strong_light' } as const;
  const { seal, skin_score } = await saveSkinScore(world, doctor, caseId, someScores(70, { sebum: untold }));
  expect(skin_score).toMatchObject({ overall: 70, scores: { sebum: untold } });
  await signAndPublish(world, doctor, signing(caseId, seal ?? ''));
  const [row] = await signed(world, patient.userId);
  const rowsOf = (language: 'en' | 'fr') =>
    scoreOn(language, row).flatMap((block) => (block.kind === 'table' ? block.rows : []));
  expect(rowsOf('en')).toEqual(
    expect.arrayContaining([
      ['Sebum', 'not measured: strong light on the skin', '–', ''],
      ['Overall', 'from 5 of six', '70', `± ${scoreErrors.overall}`],
    ]),
  );
  expect(rowsOf('fr').map(([, remark]) => remark)).toContain('non mesuré : lumière forte sur la peau');
});

test('a skin score needs a reason for each missing value, and at least three values', () => {
  const untold = { value: null, measured: null, untold: 'smile' } as const;
  const accepts = (scores: object) => GivenScores.safeParse(scores).success;
  expect(accepts(someScores(70, { sebum: untold }))).toBe(true);
  expect(accepts({ ...someScores(70), sebum: { value: null, measured: null } })).toBe(false);
  expect(accepts(someScores(70, { sebum: untold, pores: untold, wrinkles: untold }))).toBe(true);
  expect(accepts(someScores(70, { sebum: untold, pores: untold, wrinkles: untold, hydration: untold }))).toBe(false);
});

test('a skin score by a doctor who does not work on the case is refused', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { caseId } = await aDraftedCase(world, doctor);
  const save = async (who: Awaited<ReturnType<World['practitioner']>>) =>
    saveSkinScore(world, who, caseId, someScores());
  await expect(save(await world.practitioner())).rejects.toMatchObject({ code: 'CASE_TAKEN' });
  expect((await getStudioCase(world, doctor, caseId)).skin_score).toBeNull();
});

test('a later photo can be scored once, without another simulation', async () => {
  const world = await aWorld();
  const { patient, caseId, doctor } = await aScoredCase(world);
  expect(await getSkinFollowUp(world, doctor, caseId)).toMatchObject({
    photo: null,
    previous: { overall: { value: 67 } },
  });
  world.clock.advance(30 * 86_400_000);
  const photo_id = await takePhoto(world, patient, 'front');
  const { photo } = await getSkinFollowUp(world, doctor, caseId);
  expect(photo?.id).toBe(photo_id);

  const signature = { case_id: caseId, photo_id, scores: someScores(75), idempotency_key: randomUUID() };
  const [first, second] = [
    await signSkinFollowUp(world, doctor, signature),
    await signSkinFollowUp(world, doctor, signature),
  ];
  expect(first).toMatchObject({
    overall: { value: 75 },
    scores: { hydration: { is_appearance_estimate: true } },
  });
  expect(second).toEqual(first);
  expect(await signed(world, patient.userId)).toHaveLength(2);
  await expect(signSkinFollowUp(world, doctor, { ...signature, idempotency_key: randomUUID() })).rejects.toMatchObject({
    code: 'SCORE_PHOTO_MISSING',
  });
  const looks = await world.db
    .selectFrom('audit_log')
    .select('action')
    .where('patient_id', '=', patient.userId)
    .execute();
  expect(looks.map(({ action }) => action)).toEqual(expect.arrayContaining(['photo.viewed', 'skin_score.signed']));
});

test('trust 29: a doctor with emergency access sees a later photo, but only the doctor in charge can sign its score', async () => {
  const world = await aWorld();
  const { patient, caseId, doctor } = await aScoredCase(world);
  const other = await world.practitioner();
  world.clock.advance(30 * 86_400_000);
  const sign = (who: Awaited<ReturnType<World['practitioner']>>, photo_id: string) =>
    codeOf(
      signSkinFollowUp(world, who, {
        case_id: caseId,
        photo_id,
        scores: someScores(75),
        idempotency_key: randomUUID(),
      }),
    );
  const first = await takePhoto(world, patient, 'front');
  expect(await sign(other, first)).toBe('NOT_FOUND');
  await openCase(world, other, caseId, { reason: 'covering', note: 'Dr Vasseur is away until Monday' });
  expect((await getSkinFollowUp(world, other, caseId)).photo?.id).toBe(first);
  expect([await sign(other, first), await sign(doctor, first)]).toEqual(['CASE_TAKEN', 'done']);
  // The doctor in charge is suspended or has left, so another doctor must be able to score the next photo.
  world.clock.advance(86_400_000);
  const suspended = await takePhoto(world, patient, 'front');
  await openCase(world, other, caseId, { reason: 'covering', note: 'Dr Vasseur is away' });
  expect(await sign(other, suspended)).toBe('CASE_TAKEN');
  await world.database.owner.query('update users set suspended_at = now() where id = $1', [doctor.userId]);
  expect(await sign(other, suspended)).toBe('done');
  world.clock.advance(86_400_000);
  const next = await takePhoto(world, patient, 'front');
  await withSystem(world.system, (tx) => tx.updateTable('cases').set({ practitioner_id: null }).execute());
  expect(await sign(other, next)).toBe('NOT_FOUND');
  await openCase(world, other, caseId, { reason: 'covering', note: 'Dr Vasseur has left the clinic' });
  expect(await sign(other, next)).toBe('done');
});

test('white paper in the photo makes the error of the shine score smaller, and changes no other error', () => {
  const at = new Date('2026-01-05T10:00:00Z');
  const bandsOf = (scores: GivenScores) => {
    const signed = { photo_taken_at: at, signed_at: at, practitioner_name: 'Dr Vasseur', overall: 75, scores };
    return ScoreNames.map((name) => [name, showSigned(signed).scores[name].band]);
  };
  const without = [
    ['hydration', 6],
    ['wrinkles', 12],
    ['elasticity', 5],
    ['pores', 6],
    ['inflammation', 9],
    ['sebum', 16],
  ];
  expect(bandsOf(someScores(75))).toEqual(without);
  expect(bandsOf({ ...someScores(75), has_sheet: true })).toEqual([...without.slice(0, 5), ['sebum', 11]]);
});

test('skin scores are hidden from strangers', async () => {
  const world = await aWorld();
  await aScoredCase(world);
  const stranger = await world.patient();
  expect(await signed(world, stranger.userId)).toEqual([]);
});
