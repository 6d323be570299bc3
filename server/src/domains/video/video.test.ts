import { createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { ReadingLanguages } from '#contract/languages.ts';
import { VIDEO_CONSENT_VERSION } from '#contract/video.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { lockConsentsOf, subjectOf } from '#server/domains/identity/index.ts';
import { withStaff, withSystem, withUser } from '#server/platform/db/db.ts';
import { aDraftedCase, signing } from '../../../test/a-case.ts';
import { codeOf } from '../../../test/code-of.ts';
import { aWorld, type World, type WorldOptions } from '../../../test/world.ts';
import {
  assignCase,
  openCase,
  releaseCase,
  requestRedo,
  saveCaseNote,
  signAndPublish,
  takeCase,
  takeOverCase,
} from '../simulation/index.ts';
import { getPictures } from './get-pictures.ts';
import { cancelVisit, consentToVideo, enterVisit, leaveVisit, planVisit } from './index.ts';
import { getVisit, listCaseVisits, listMyVisits } from './list-visits.ts';
import { sendSignal, takeSignals } from './signals.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const offer = { kind: 'offer', attempt: 1, sdp: 'v=0 c=IN IP4 198.51.100.7' } as const;
const answer = { kind: 'answer', attempt: 1, sdp: 'v=0 c=IN IP4 203.0.113.9' } as const;

/**
 * Makes a visit with a doctor and a patient, planned one hour ahead. `colleague` and `other` are a doctor and a patient
 * who do not belong to the visit.
 */
async function aVisit(options: WorldOptions = {}) {
  const world = await aWorld(options);
  const [doctor, colleague, other] = [await world.practitioner(), await world.practitioner(), await world.patient()];
  const { patient, caseId, seal } = await aDraftedCase(world, doctor);
  const at = new Date(world.clock.now().getTime() + 60 * MINUTE_MS);
  const { id } = await planVisit(world, doctor, caseId, at);
  const agree = () => consentToVideo(world, patient, { visit_id: id, version: VIDEO_CONSENT_VERSION, language: 'en' });
  return { world, doctor, colleague, other, patient, caseId, seal, id, at, agree };
}

type Planned = Awaited<ReturnType<typeof aVisit>>;

const enter = (world: World, caller: SignedIn, visit_id: string, page: string = randomUUID()) =>
  enterVisit(world, caller, { visit_id, page }).then((entered) => ({ ...entered, page }));

const storedSignals = async (world: World): Promise<number> => {
  const rows = await withSystem(world.system, (tx) => tx.selectFrom('video_signals').select('place').execute());
  return rows.length;
};

/** Makes a visit that patient and doctor have both joined. */
async function aRunning(options: WorldOptions = {}) {
  const visit = await aVisit(options);
  await visit.agree();
  visit.world.clock.set(visit.at);
  const mine = await enter(visit.world, visit.patient, visit.id);
  const theirs = await enter(visit.world, visit.doctor, visit.id);
  return { ...visit, mine, theirs };
}

test('the doctor in charge plans a video visit, both sides see it, and the patient gets an email', async () => {
  const { world, doctor, colleague, other, patient, caseId, id, at } = await aVisit();
  expect(await listMyVisits(world, patient)).toMatchObject([
    { id, side: 'patient', state: 'planned', planned_at: at.toISOString(), patient_name: null, has_consent: false },
  ]);
  expect(await listCaseVisits(world, doctor, caseId)).toMatchObject([{ id, side: 'doctor', has_consent: false }]);
  expect(await listMyVisits(world, other)).toEqual([]);
  expect(await codeOf(planVisit(world, doctor, caseId, at))).toBe('VISIT_ALREADY_PLANNED');
  for (const stranger of [colleague, other]) expect(await codeOf(getVisit(world, stranger, id))).toBe('NOT_FOUND');
  expect(await codeOf(listCaseVisits(world, colleague, caseId))).toBe('NOT_FOUND');
  // Emergency access (with a stated reason) to the case gives the colleague no access to its video visits.
  await openCase(world, colleague, caseId, { reason: 'covering', note: 'The doctor is away until Monday' });
  expect(await codeOf(planVisit(world, colleague, caseId, at))).toBe('NOT_FOUND');
  expect(await codeOf(getVisit(world, colleague, id))).toBe('NOT_FOUND');
  const mails = await world.mails();
  expect(mails.map(({ subject }) => subject)).toContain('An invitation from your doctor');
});

test('a video visit in the past or too far ahead is refused', async () => {
  const { world, doctor, caseId, id } = await aVisit();
  await cancelVisit(world, doctor, id);
  const plan = (minutes: number) =>
    codeOf(planVisit(world, doctor, caseId, new Date(world.clock.now().getTime() + minutes * MINUTE_MS)));
  expect(await plan(-2)).toBe('VISIT_TIME');
  expect(await plan(90 * 24 * 60 + 1)).toBe('VISIT_TIME');
});

test('both sides can join a video visit from 15 minutes before its time until two hours after it', async () => {
  const { world, doctor, patient, id, at, agree } = await aVisit();
  await agree();
  const tries: [minutes: number, opens: boolean][] = [
    [-16, false],
    [-15, true],
    [119, true],
    [120, false],
  ];
  for (const [minutes, opens] of tries) {
    world.clock.set(new Date(at.getTime() + minutes * MINUTE_MS));
    const codes = [await codeOf(enter(world, doctor, id)), await codeOf(enter(world, patient, id))];
    expect(codes).toEqual(opens ? ['done', 'done'] : ['VISIT_NOT_OPEN', 'VISIT_NOT_OPEN']);
  }
});

test('a patient joins a video visit only after consenting, and the consent is stored with its text and time', async () => {
  const { world, patient, id, at, agree } = await aVisit();
  world.clock.set(at);
  expect(await codeOf(enter(world, patient, id))).toBe('VIDEO_CONSENT_NEEDED');
  await agree();
  world.clock.advance(MINUTE_MS);
  expect((await agree()).has_consent).toBe(true);
  const stored = await withSystem(world.system, (tx) =>
    tx
      .selectFrom('video_visits')
      .select(['consent_version', 'consent_language', 'consented_at'])
      .executeTakeFirstOrThrow(),
  );
  expect(stored).toEqual({ consent_version: VIDEO_CONSENT_VERSION, consent_language: 'en', consented_at: at });
  expect((await enter(world, patient, id)).visit.state).toBe('waiting');
});

test('a video visit is planned, waiting, running or ended, depending on its open pages', async () => {
  const { world, doctor, patient, caseId, id, at, agree } = await aVisit();
  await agree();
  world.clock.set(at);
  const first = await enter(world, patient, id);
  expect(await getVisit(world, doctor, id)).toMatchObject({ state: 'waiting', is_other_there: true });
  await leaveVisit(world, patient, { visit_id: id, page: first.page, ends: false });
  expect(await getVisit(world, doctor, id)).toMatchObject({ state: 'planned', is_other_there: false });
  const mine = await enter(world, patient, id);
  const theirs = await enter(world, doctor, id);
  expect(theirs).toMatchObject({ other_page: mine.page, visit: { state: 'running', started_at: at.toISOString() } });
  // The patient leaves and may return, because a patient cannot end the visit for both sides.
  await leaveVisit(world, patient, { visit_id: id, page: mine.page, ends: true });
  expect(await getVisit(world, doctor, id)).toMatchObject({ state: 'running', is_other_there: false });
  expect(await codeOf(cancelVisit(world, patient, id))).toBe('VISIT_NOT_OPEN');
  await enter(world, patient, id);
  const ended = await leaveVisit(world, doctor, { visit_id: id, page: theirs.page, ends: true });
  expect(ended).toMatchObject({ state: 'ended', ended_at: at.toISOString() });
  expect(await codeOf(enter(world, patient, id))).toBe('VISIT_NOT_OPEN');
  expect(await listMyVisits(world, patient)).toEqual([]);
  const actions = await withSystem(world.system, (tx) =>
    tx.selectFrom('audit_log').select('action').where('action', 'like', 'video.%').orderBy('id').execute(),
  );
  expect(actions.map(({ action }) => action)).toEqual(['video.planned', 'video.joined', 'video.ended']);
  // After a visit has ended, another visit can be planned.
  expect((await planVisit(world, doctor, caseId, new Date(at.getTime() + 60 * MINUTE_MS))).state).toBe('planned');
});

test('signals reach the other page of a video visit once and in order, and are deleted once it has read them', async () => {
  const { world, doctor, patient, id, mine, theirs } = await aRunning();
  const from = { visit_id: id, page: theirs.page, to: mine.page };
  for (const number of [1, 2]) await sendSignal(world, doctor, { ...from, number, signal: offer });
  // The second signal is sent twice.
  await sendSignal(world, doctor, { ...from, number: 2, signal: offer });
  expect(world.told).toContainEqual({ to: { userId: patient.userId }, event: { kind: 'visit.signalled', id } });
  const take = (after: number) => takeSignals(world, patient, { visit_id: id, page: mine.page, after });
  const { signals } = await take(0);
  expect(signals.map(({ signal, from: page }) => [signal, page])).toEqual([
    [offer, theirs.page],
    [offer, theirs.page],
  ]);
  // The same call again returns the same signals, as if the first response had been lost.
  expect((await take(0)).signals).toEqual(signals);
  expect((await take(signals[0]?.place ?? 0)).signals).toEqual(signals.slice(1));
  expect((await take(signals[1]?.place ?? 0)).signals).toEqual([]);
  expect(await storedSignals(world)).toBe(0);
  await sendSignal(world, patient, { visit_id: id, page: mine.page, to: theirs.page, number: 1, signal: answer });
  const back = await takeSignals(world, doctor, { visit_id: id, page: theirs.page, after: 0 });
  expect(back.signals.map(({ signal }) => signal)).toEqual([answer]);
});

test('strangers can neither read nor write the signals of a video visit, even directly in the database', async () => {
  const { world, doctor, colleague, other, id, mine, theirs } = await aRunning();
  await sendSignal(world, doctor, { visit_id: id, page: theirs.page, to: mine.page, number: 1, signal: offer });
  for (const stranger of [colleague, other]) {
    const here = { visit_id: id, page: mine.page };
    expect(await codeOf(takeSignals(world, stranger, { ...here, after: 0 }))).toBe('NOT_FOUND');
    const sent = { ...here, to: theirs.page, number: 1, signal: answer };
    expect(await codeOf(sendSignal(world, stranger, sent))).toBe('NOT_FOUND');
    expect(await codeOf(enterVisit(world, stranger, here))).toBe('NOT_FOUND');
    expect(await codeOf(getPictures(world, stranger, id))).toBe('NOT_FOUND');
    expect(await codeOf(cancelVisit(world, stranger, id))).toBe('NOT_FOUND');
  }
  for (const [as, who] of [
    [withUser, other],
    [withStaff, colleague],
  ] as const) {
    const seen = await as(world.db, who.userId, async (tx) => [
      await tx.selectFrom('video_visits').select('id').execute(),
      await tx.selectFrom('video_signals').select('place').execute(),
      (await tx.deleteFrom('video_signals').executeTakeFirst()).numDeletedRows,
      (await tx.updateTable('video_visits').set({ state: 'running' }).executeTakeFirst()).numUpdatedRows,
    ]);
    expect(seen).toEqual([[], [], 0n, 0n]);
  }
});

test('a side gets and removes only its own signals, even under the page id of the other side', async () => {
  const { world, doctor, patient, id, mine, theirs } = await aRunning();
  await sendSignal(world, doctor, { visit_id: id, page: theirs.page, to: mine.page, number: 1, signal: offer });
  // The service told the doctor the id of the patient's page. The doctor's page now enters the visit with that id.
  await enter(world, doctor, id, mine.page);
  for (const after of [0, Number.MAX_SAFE_INTEGER])
    expect((await takeSignals(world, doctor, { visit_id: id, page: mine.page, after })).signals).toEqual([]);
  const taken = await takeSignals(world, patient, { visit_id: id, page: mine.page, after: 0 });
  expect(taken.signals.map(({ signal }) => signal)).toEqual([offer]);
});

test('the database refuses a signal to the sender’s own side', async () => {
  const { world, doctor, patient, id, mine, theirs } = await aRunning();
  for (const [as, { userId }, own, other] of [
    [withUser, patient, 'patient', 'doctor'],
    [withStaff, doctor, 'doctor', 'patient'],
  ] as const) {
    const send = (to_side: 'doctor' | 'patient') =>
      as(world.db, userId, (tx) =>
        tx
          .insertInto('video_signals')
          .values({
            visit_id: id,
            to_side,
            to_page: mine.page,
            from_page: theirs.page,
            number: to_side === 'doctor' ? 1 : 2,
            signal: JSON.stringify(offer) as never,
            sent_at: new Date(),
          })
          .execute(),
      );
    await expect(send(own)).rejects.toMatchObject({ code: '42501' });
    await send(other);
  }
});

test('a newer page of the same person replaces the older page of the visit, and does not get its signals', async () => {
  const { world, doctor, patient, id, mine, theirs } = await aRunning();
  const send = (to: string, number: number) =>
    sendSignal(world, doctor, { visit_id: id, page: theirs.page, to, number, signal: offer });
  await send(mine.page, 1);
  const newer = await enter(world, patient, id);
  expect(newer.other_page).toBe(theirs.page);
  expect(await storedSignals(world)).toBe(0);
  const older = { visit_id: id, page: mine.page };
  expect(await codeOf(takeSignals(world, patient, { ...older, after: 0 }))).toBe('VISIT_ELSEWHERE');
  const late = { ...older, to: theirs.page, number: 9, signal: answer };
  expect(await codeOf(sendSignal(world, patient, late))).toBe('VISIT_ELSEWHERE');
  // A signal for a page that was closed is not stored.
  await send(mine.page, 2);
  expect(await storedSignals(world)).toBe(0);
  // The older page can no longer leave the visit, because a newer page has replaced it.
  await leaveVisit(world, patient, { ...older, ends: false });
  const { other_page } = await takeSignals(world, doctor, { visit_id: id, page: theirs.page, after: 0 });
  expect(other_page).toBe(newer.page);
});

test('a doctor’s page that a newer page has replaced cannot end the visit, and the patient’s can still be left', async () => {
  const { world, doctor, patient, id, mine, theirs } = await aRunning();
  const [newer] = [await enter(world, doctor, id), await enter(world, patient, id)];
  const leave = (who: SignedIn, page: string) => codeOf(leaveVisit(world, who, { visit_id: id, page, ends: true }));
  expect(await leave(doctor, theirs.page)).toBe('VISIT_ELSEWHERE');
  expect(await leave(patient, mine.page)).toBe('done');
  expect((await getVisit(world, patient, id)).state).toBe('running');
  expect(await leave(doctor, newer.page)).toBe('done');
  // After the visit has ended, every page learns that it has ended.
  expect(await leave(doctor, theirs.page)).toBe('done');
});

test('a page of a video visit that sends no calls counts as closed after a while', async () => {
  const { world, doctor, patient, id, mine, theirs } = await aRunning();
  const ask = () => takeSignals(world, doctor, { visit_id: id, page: theirs.page, after: 0 });
  world.clock.advance(74_000);
  expect((await ask()).other_page).toBe(mine.page);
  world.clock.advance(1_000);
  expect((await ask()).other_page).toBeNull();
  await takeSignals(world, patient, { visit_id: id, page: mine.page, after: 0 });
  expect((await ask()).other_page).toBe(mine.page);
});

test('a signal is refused if too many signals already wait for the other page', async () => {
  const { world, doctor, id, mine, theirs } = await aRunning();
  const from = { visit_id: id, page: theirs.page, to: mine.page, signal: { kind: 'restart' } as const };
  for (let number = 1; number <= 200; number++) await sendSignal(world, doctor, { ...from, number });
  expect(await codeOf(sendSignal(world, doctor, { ...from, number: 201 }))).toBe('RATE_LIMITED');
});

test('signals are deleted when the video visit is ended or cancelled, and when its period is over', async () => {
  const ended = await aRunning();
  const sendIn = ({ world, doctor, id, mine, theirs }: typeof ended) =>
    sendSignal(world, doctor, { visit_id: id, page: theirs.page, to: mine.page, number: 1, signal: offer });
  await sendIn(ended);
  await leaveVisit(ended.world, ended.doctor, { visit_id: ended.id, page: ended.theirs.page, ends: true });
  expect(await storedSignals(ended.world)).toBe(0);
  expect(await codeOf(sendIn(ended))).toBe('VISIT_NOT_OPEN');

  // The patient joined and closed the page without leaving. The doctor joined too late to meet the patient.
  const missed = await aVisit();
  await missed.agree();
  missed.world.clock.set(missed.at);
  const mine = await enter(missed.world, missed.patient, missed.id);
  missed.world.clock.advance(2 * MINUTE_MS);
  const theirs = await enter(missed.world, missed.doctor, missed.id);
  await sendIn({ ...missed, mine, theirs });
  expect(await storedSignals(missed.world)).toBe(1);
  await cancelVisit(missed.world, missed.doctor, missed.id);
  expect(await storedSignals(missed.world)).toBe(0);

  const late = await aRunning();
  await sendIn(late);
  late.world.clock.set(new Date(late.at.getTime() + 120 * MINUTE_MS));
  await late.world.jobs.runNow('video.closeVisits', {});
  expect(await storedSignals(late.world)).toBe(0);
  expect((await getVisit(late.world, late.patient, late.id)).state).toBe('ended');
});

test('a video visit that only one side joined counts as missed', async () => {
  const { world, patient, id, at, agree } = await aVisit();
  await agree();
  world.clock.set(at);
  await enter(world, patient, id);
  world.clock.set(new Date(at.getTime() + 119 * MINUTE_MS));
  await world.jobs.runNow('video.closeVisits', {});
  expect((await getVisit(world, patient, id)).state).toBe('waiting');
  world.clock.advance(MINUTE_MS);
  await world.jobs.runNow('video.closeVisits', {});
  expect((await getVisit(world, patient, id)).state).toBe('missed');
});

test('a video visit that causes an error does not prevent closing the others', async () => {
  const { world, doctor, patient, id, at } = await aVisit();
  const later = await aDraftedCase(world, doctor);
  const good = await planVisit(world, doctor, later.caseId, new Date(at.getTime() + MINUTE_MS));
  const refuse = `create function refuse_close() returns trigger language plpgsql as $$ begin
      raise 'not closed'; end $$;
    create trigger refuse_close before update on video_visits for each row
      when (old.id = '${id}') execute function refuse_close()`;
  await world.database.owner.query(refuse);
  world.clock.set(new Date(at.getTime() + 121 * MINUTE_MS));
  await expect(world.jobs.runNow('video.closeVisits', {})).rejects.toThrow('not closed');
  expect((await getVisit(world, patient, id)).state).toBe('planned');
  expect((await getVisit(world, later.patient, good.id)).state).toBe('missed');
});

test('withdrawing the consent to simulations cancels the visit, because the doctor no longer sees the case', async () => {
  const { world, patient, id } = await aVisit();
  expect((await world.browserOf(patient).post('/rpc/withdraw_consent', { purpose: 'simulation' })).status).toBe(200);
  const subjects = (await world.mails()).map(({ subject }) => subject);
  expect((await getVisit(world, patient, id)).state).toBe('cancelled');
  expect(subjects.filter((subject) => subject === subjectOf('video_withdrawn', 'en'))).toHaveLength(1);
  world.clock.advance(55 * MINUTE_MS);
  await world.jobs.runNow('video.remindOfVisits', {});
  expect((await world.mails()).map(({ subject }) => subject)).toEqual(subjects);
});

test('if the withdrawn consent ends a redo, the doctor who planned the visit gets the email', async () => {
  const { world, doctor, colleague, patient, caseId, seal, id, at } = await aVisit();
  await signAndPublish(world, doctor, signing(caseId, seal));
  await cancelVisit(world, doctor, id);
  await world.database.owner.query('update users set suspended_at = now() where id = $1', [doctor.userId]);
  await requestRedo(world, patient.userId, { case_id: caseId, wishes: 'softer', idempotency_key: randomUUID() });
  await world.database.owner.query('update users set suspended_at = null where id = $1', [doctor.userId]);
  await takeCase(world, colleague, caseId);
  await planVisit(world, colleague, caseId, at);
  await world.browserOf(patient).post('/rpc/withdraw_consent', { purpose: 'simulation' });
  const told = (await world.mails()).filter(({ subject }) => subject === subjectOf('video_withdrawn', 'en'));
  const person = world.system.selectFrom('users').select('email').where('id', '=', colleague.userId);
  const { email } = await person.executeTakeFirstOrThrow();
  expect(told.map(({ to }) => to)).toEqual([email]);
});

const cancelledMails = async (world: World) =>
  (await world.mails()).filter(({ subject }) => subject === subjectOf('video_cancelled', 'en')).length;

test.each([
  ['gives the case back', ({ world, doctor, caseId }: Planned) => releaseCase(world, doctor, caseId)],
  [
    'hands the case over',
    ({ world, doctor, colleague, caseId }: Planned) => assignCase(world, doctor, caseId, colleague.userId),
  ],
  [
    'loses the case through an administrator',
    async ({ world, caseId }: Planned) => assignCase(world, await world.admin(), caseId, null),
  ],
  [
    'is suspended',
    async ({ world, doctor }: Planned) => {
      await world.system
        .updateTable('users')
        .set({ suspended_at: world.clock.now() })
        .where('id', '=', doctor.userId)
        .execute();
      await world.jobs.runNow('simulation.watchDueTimes', {});
    },
  ],
])('if the doctor %s, the planned visit is cancelled and the patient gets an email', async (_what, leave) => {
  const met = await aVisit();
  const { world, colleague, patient, caseId, id, at } = met;
  await leave(met);
  expect(await cancelledMails(world)).toBe(1);
  expect(await getVisit(world, patient, id)).toMatchObject({ state: 'cancelled' });
  // The next doctor chooses a time, and the late delivery of an earlier event does not cancel the new visit.
  await takeCase(world, colleague, caseId);
  world.clock.advance(1000);
  const next = await planVisit(world, colleague, caseId, new Date(at.getTime() + MINUTE_MS));
  const left = {
    case_id: caseId,
    practitioner_id: met.doctor.userId,
    at: new Date(at.getTime() - HOUR_MS).toISOString(),
  };
  await world.outbox.emit(world.db, 'simulation.caseLeft', left);
  await world.outbox.drain();
  expect((await getVisit(world, colleague, next.id)).state).toBe('planned');
});

test.each([
  ['is suspended', 'users', 'id', { suspended_at: new Date(0) }],
  ['is no longer verified', 'practitioners', 'user_id', { verified_at: null, verified_by: null }],
] as const)('the visit of a signed case is cancelled if the doctor %s', async (_what, table, key, change) => {
  const { world, doctor, patient, caseId, seal, id } = await aVisit();
  await signAndPublish(world, doctor, signing(caseId, seal));
  const check = async () => {
    await world.jobs.runNow('simulation.watchDueTimes', {});
    await world.jobs.runNow('video.cancelWithoutDoctor', {});
    await world.outbox.drain();
    return [(await getVisit(world, patient, id)).state, await cancelledMails(world)];
  };
  expect(await check()).toEqual(['planned', 0]);
  await world.system
    .updateTable(table)
    .set(change as never)
    .where(key as never, '=', doctor.userId as never)
    .execute();
  expect(await check()).toEqual(['cancelled', 1]);
  expect(await check()).toEqual(['cancelled', 1]);
});

test.each(['the hand-over', 'the plan'])(
  'a visit that is planned while the case is handed over does not stay: %s comes first',
  async (first) => {
    const { world, doctor, colleague, patient, caseId, id, at } = await aVisit();
    await cancelVisit(world, doctor, id);
    const mails = await cancelledMails(world);
    const blocked = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    const waiting = async () => (await world.database.owner.query(blocked)).rowCount;
    const steps = [
      () => codeOf(assignCase(world, doctor, caseId, colleague.userId)),
      () => codeOf(planVisit(world, doctor, caseId, at)),
    ];
    if (first === 'the plan') steps.reverse();
    // Both calls wait for the lock on the case, one behind the other.
    const running = await withSystem(world.system, async (tx) => {
      await sql`select from cases where id = ${caseId} for update`.execute(tx);
      const codes: Promise<string>[] = [];
      for (const step of steps) {
        codes.push(step());
        await vi.waitFor(async () => expect(await waiting()).toBe(codes.length), 10_000);
      }
      return { codes };
    });
    const codes = await Promise.all(running.codes);
    expect(codes).toEqual(first === 'the plan' ? ['done', 'done'] : ['done', 'NOT_FOUND']);
    await world.outbox.drain();
    expect(await listMyVisits(world, patient)).toEqual([]);
    expect((await cancelledMails(world)) - mails).toBe(first === 'the plan' ? 1 : 0);
  },
);

test('the video visit stays if the doctor takes the case again before the patient was told', async () => {
  const { world, doctor, caseId, id } = await aVisit();
  await releaseCase(world, doctor, caseId);
  await takeCase(world, doctor, caseId);
  expect(await cancelledMails(world)).toBe(0);
  expect((await getVisit(world, doctor, id)).state).toBe('planned');
});

test('a visit with the doctor who signed stays if the patient requests a redo', async () => {
  const { world, doctor, patient, caseId, seal, id, at, agree } = await aVisit();
  await signAndPublish(world, doctor, signing(caseId, seal));
  await requestRedo(world, patient.userId, { case_id: caseId, wishes: 'Softer', idempotency_key: randomUUID() });
  expect(await cancelledMails(world)).toBe(0);
  await agree();
  world.clock.set(at);
  await enter(world, patient, id);
  expect((await enter(world, doctor, id)).visit.state).toBe('running');
  expect((await listCaseVisits(world, doctor, caseId)).map((visit) => visit.id)).toEqual([id]);
});

test('a colleague who takes over the case keeps its video visit', async () => {
  const { world, doctor, colleague, caseId, id } = await aVisit();
  await takeOverCase(world, colleague, caseId, { reason: 'covering', note: 'On leave from today' });
  expect(await cancelledMails(world)).toBe(0);
  expect((await getVisit(world, colleague, id)).state).toBe('planned');
  expect(await codeOf(getVisit(world, doctor, id))).toBe('NOT_FOUND');
});

test('the video visit stays if the case is assigned back to the doctor who planned it', async () => {
  const { world, doctor, colleague, caseId, id } = await aVisit();
  await takeOverCase(world, colleague, caseId, { reason: 'covering', note: 'On leave from today' });
  await assignCase(world, colleague, caseId, doctor.userId);
  expect(await cancelledMails(world)).toBe(0);
  expect((await getVisit(world, doctor, id)).state).toBe('planned');
});

test('no visit can be planned while the patient is withdrawing the consent to simulations', async () => {
  const { world, doctor, patient, caseId, id, at } = await aVisit();
  await cancelVisit(world, doctor, id);
  const { planning } = await withSystem(world.system, async (tx) => {
    await lockConsentsOf(tx, patient.userId);
    const planning = codeOf(planVisit(world, doctor, caseId, at));
    const waiting = `select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await vi.waitFor(async () => expect((await world.database.owner.query(waiting)).rowCount).toBe(1), 10_000);
    await sql`update consents set withdrawn_at = now() where user_id = ${patient.userId}`.execute(tx);
    return { planning };
  });
  expect(await planning).toBe('NOT_FOUND');
});

test('either side can cancel a video visit, and the other side gets an email', async () => {
  const { world, doctor, patient, caseId, id, at } = await aVisit();
  expect((await cancelVisit(world, patient, id)).state).toBe('cancelled');
  expect((await cancelVisit(world, patient, id)).state).toBe('cancelled');
  const next = await planVisit(world, doctor, caseId, at);
  await cancelVisit(world, doctor, next.id);
  const subjects = (await world.mails()).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject === 'A patient has cancelled')).toHaveLength(1);
  expect(subjects.filter((subject) => subject === 'Your conversation with your doctor is cancelled')).toHaveLength(1);
});

test('in a video visit both sides see the photos and the signed simulation, and only the doctor sees the note', async () => {
  const { world, doctor, patient, caseId, seal, id } = await aVisit();
  await saveCaseNote(world, doctor, caseId, { base_version: 0, body: 'Prefers a small change' });
  const before = await getPictures(world, patient, id);
  expect(before.photos.map(({ pose }) => pose).toSorted()).toEqual(['front', 'left', 'right']);
  expect(before).toMatchObject({ renderings: [], note: null });
  await signAndPublish(world, doctor, signing(caseId, seal));
  const [mine, theirs] = [await getPictures(world, patient, id), await getPictures(world, doctor, id)];
  expect(mine.renderings.length).toBe(9);
  expect(theirs.renderings.map((one) => one.id)).toEqual(mine.renderings.map((one) => one.id));
  expect(theirs.note).toEqual({ version: 1, body: 'Prefers a small change' });
  expect(mine.note).toBeNull();
});

test('joining a video visit returns TURN servers with an anonymous user name and a password that ends with the visit', async () => {
  const turn = { urls: ['turns:turn.flaira.example:443?transport=tcp'], secret: 'a secret of the relay' };
  const { at, patient, mine } = await aRunning({ ice: { stunUrls: ['stun:turn.flaira.example'], turn } });
  const [stun, relay] = mine.ice_servers;
  expect(stun).toEqual({ urls: ['stun:turn.flaira.example'] });
  const [until, nonce] = relay?.username?.split(':') ?? [];
  expect(Number(until)).toBe(at.getTime() / 1000 + 120 * 60);
  expect(nonce).not.toContain(patient.userId);
  const expected = createHmac('sha1', turn.secret).update(`${until}:${nonce}`).digest('base64');
  expect(relay).toMatchObject({ urls: turn.urls, credential: expected });
});

test('signals are never written to the write-ahead log', async () => {
  const { world } = await aVisit();
  const { rows } = await sql<{ kind: string }>`
    select relpersistence as kind from pg_class where oid = 'video_signals'::regclass`.execute(world.db);
  expect(rows).toEqual([{ kind: 'u' }]);
});

test('reminders are sent a day before a video visit and when it opens, unless it was planned later', async () => {
  const { world, doctor, caseId, id: soon, at } = await aVisit();
  const subjects = async () =>
    (await world.mails())
      .map(({ subject }) => subject)
      .filter(
        (subject) => subject === 'Your video visit is within a day' || subject === 'Your doctor will be with you soon',
      );
  const remind = async () => {
    await world.jobs.runNow('video.remindOfVisits', {});
    await world.jobs.runNow('video.remindOfVisits', {});
    await world.outbox.drain();
  };
  // The visit was planned only an hour ahead, so the reminder of the day before is not sent.
  await remind();
  expect(await subjects()).toEqual([]);
  world.clock.set(new Date(at.getTime() - 16 * MINUTE_MS));
  await remind();
  expect(await subjects()).toEqual([]);
  world.clock.advance(MINUTE_MS);
  await remind();
  expect(await subjects()).toEqual(['Your doctor will be with you soon']);
  await cancelVisit(world, doctor, soon);

  // The visit was planned only ten hours ahead, so the reminder of the day before is not sent.
  const sameDay = new Date(world.clock.now().getTime() + 10 * 60 * MINUTE_MS);
  const short = await planVisit(world, doctor, caseId, sameDay);
  await remind();
  expect(await subjects()).toHaveLength(1);
  await cancelVisit(world, doctor, short.id);
  const later = new Date(world.clock.now().getTime() + 30 * 60 * MINUTE_MS);
  const { id } = await planVisit(world, doctor, caseId, later);
  world.clock.set(new Date(later.getTime() - 24 * 60 * MINUTE_MS));
  await remind();
  expect(await subjects()).toEqual(['Your doctor will be with you soon', 'Your video visit is within a day']);
  const [mail] = (await world.mails()).filter(({ subject }) => subject === 'Your video visit is within a day');
  expect(mail?.text).toContain(`http://flaira.test/visit/${id}`);
  await cancelVisit(world, doctor, id);
  world.clock.set(new Date(later.getTime() - 15 * MINUTE_MS));
  await remind();
  expect(await subjects()).toHaveLength(2);
});

test.each(ReadingLanguages)(
  'a cancelled video visit is not called an appointment, which may be another one: %s',
  (language) => {
    // The push message consists only of this subject.
    expect(subjectOf('video_cancelled', language)).not.toMatch(
      /appointment|rendez-vous|Termin|cita|appuntamento|consulta|запись|موعد|预约|予約|예약/i,
    );
  },
);
