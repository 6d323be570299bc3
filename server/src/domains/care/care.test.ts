import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { aCase, aSignedCase, consentToSimulation, someHistory } from '../../../test/a-case.ts';
import { codeOf } from '../../../test/code-of.ts';
import { requestRedo } from '#server/domains/simulation/index.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { aWorld } from '../../../test/world.ts';
import { contraindicationsOf } from './contraindications.ts';
import { needsTalk } from './expectation-screen.ts';
import {
  acknowledgeUrgentReport,
  answerExpectations,
  answerOutcomeCheck,
  getCaseBackground,
  getMyExpectations,
  getMyOutcomes,
  listCaseMessages,
  listMyUrgentReports,
  listUrgentReports,
  postCaseMessage,
  recordExpectationTalk,
  reportUrgentSigns,
  saveMedicalHistory,
  setTreatmentDate,
  setUrgentPhone,
  settleUrgentReport,
} from './index.ts';

const told = (case_id: string, treated_on: string, time_zone = 'UTC') => ({ case_id, treated_on, time_zone });

const DAY_MS = 86_400_000;
const message = (case_id: string, body: string) => ({ case_id, body, idempotency_key: randomUUID() });
const calm = { is_preoccupied: false, is_distressed: false, is_hindered: false, time_a_day: 'under_1h' } as const;
const distressed = { ...calm, is_preoccupied: true, is_distressed: true, time_a_day: 'over_3h' } as const;
const signs = () => ({ signs: ['vision' as const], note: 'Since an hour', idempotency_key: randomUUID() });

test('trust 12: warnings that forbid a treatment are listed first, and an unsure answer becomes a question', () => {
  const found = contraindicationsOf(
    someHistory({
      herpes: { answer: 'unsure', details: '' },
      keloids: { answer: 'yes', details: 'after an ear piercing' },
      neuromuscular: { answer: 'yes', details: '' },
    }),
  );
  expect(found.map(({ question, level }) => [question, level])).toEqual([
    ['neuromuscular', 'stop'],
    ['keloids', 'care'],
    ['herpes', 'ask'],
  ]);
  expect(found[0]?.treatments).toEqual(['botox']);
  expect(contraindicationsOf(someHistory())).toEqual([]);
  const unsure = { answer: 'unsure', details: '' } as const;
  const yes = { answer: 'yes', details: '' } as const;
  const listed = contraindicationsOf(someHistory({ pregnancy: unsure, neuromuscular: yes, herpes: yes }));
  expect(listed.map(({ question, level, treatments }) => `${level} ${question}: ${treatments.join(' ')}`)).toEqual([
    'stop neuromuscular: botox',
    'care herpes: hyaluronic_acid laser peeling',
    'ask pregnancy: botox hyaluronic_acid laser peeling thread_lift mesotherapy',
  ]);
});

test('trust 12: the doctor of the case sees the newest history, and saving the same answers adds no version', async () => {
  const world = await aWorld();
  const { doctor, patient, caseId } = await aSignedCase(world);
  await saveMedicalHistory(world, patient.userId, someHistory());
  const second = someHistory({ pregnancy: { answer: 'yes', details: 'fourth month' } });
  await saveMedicalHistory(world, patient.userId, second);
  const told = world.told.filter(({ event }) => event.kind === 'history.changed');
  expect(told).toContainEqual({ to: { userId: doctor.userId }, event: { kind: 'history.changed', id: caseId } });
  expect((await saveMedicalHistory(world, patient.userId, second)).version).toBe(2);
  expect(world.told.filter(({ event }) => event.kind === 'history.changed')).toEqual(told);
  const background = await getCaseBackground(world, doctor, caseId);
  expect(background.contraindications[0]).toMatchObject({ question: 'pregnancy', level: 'stop' });
  const looks = await world.db
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'history.viewed')
    .execute();
  expect(looks).toEqual([{ details: { history: 2 } }]);
});

test.each([
  [{ is_preoccupied: true, is_distressed: true, is_hindered: false, time_a_day: '1_to_3h' }, true],
  [{ is_preoccupied: true, is_distressed: false, is_hindered: true, time_a_day: 'over_3h' }, true],
  [{ is_preoccupied: true, is_distressed: true, is_hindered: true, time_a_day: 'under_1h' }, false],
  [{ is_preoccupied: false, is_distressed: true, is_hindered: true, time_a_day: 'over_3h' }, false],
  [{ is_preoccupied: true, is_distressed: false, is_hindered: false, time_a_day: 'over_3h' }, false],
] as const)('the expectation screen %o leads to a talk with a doctor: %s', (answers, expected) =>
  expect(needsTalk(answers)).toBe(expected),
);

test('medical histories saved at the same moment get different versions, and a positive screen is not lost', async () => {
  const world = await aWorld();
  const { userId } = await world.patient();
  const histories = ['one', 'two', 'three'].map((details) => someHistory({ allergies: { answer: 'yes', details } }));
  const saved = await Promise.all(histories.map((history) => saveMedicalHistory(world, userId, history)));
  expect(saved.map(({ version }) => version).sort()).toEqual([1, 2, 3]);
  const answers = { is_preoccupied: true, is_distressed: true, is_hindered: false, time_a_day: 'over_3h' } as const;
  const screens = [answers, { ...answers, is_preoccupied: false }, answers];
  const outcomes = await Promise.all(screens.map((screen) => answerExpectations(world, userId, screen)));
  expect(outcomes).toContainEqual({ outcome: 'talk_first' });
  expect(await getMyExpectations(world, userId)).toEqual({ outcome: 'talk_first' });
});

test("the idempotency table does not store the patient's answers", async () => {
  const world = await aWorld();
  const { doctor, patient, caseId } = await aSignedCase(world);
  const said = message(caseId, 'my lip is numb');
  await postCaseMessage(world, doctor, said);
  expect(await postCaseMessage(world, doctor, said)).toMatchObject({ body: 'my lip is numb', is_mine: true });
  const report = signs();
  const { id } = await reportUrgentSigns(world, patient.userId, report);
  expect(await reportUrgentSigns(world, patient.userId, report)).toMatchObject({ id, note: report.note });
  const kept = JSON.stringify(await world.db.selectFrom('idempotency_keys').select('response').execute());
  expect(kept).not.toMatch(/numb|vision|Since an hour/);
});

test('trust 14: a positive screen requires a talk with a doctor, until a doctor records the talk', async () => {
  const world = await aWorld();
  const { doctor, patient, caseId } = await aSignedCase(world);
  const answers = { is_preoccupied: true, is_distressed: true, is_hindered: false, time_a_day: 'over_3h' } as const;
  expect(await answerExpectations(world, patient.userId, answers)).toEqual({ outcome: 'talk_first' });
  await recordExpectationTalk(world, doctor, caseId, 'Wishes are realistic.');
  expect(await getMyExpectations(world, patient.userId)).toEqual({ outcome: 'talked' });
  const told = await world.db
    .selectFrom('outbox')
    .select('payload')
    .where('topic', '=', 'care.talkChanged')
    .orderBy('id')
    .execute();
  expect(told.map(({ payload }) => (payload as { is_needed: boolean }).is_needed)).toEqual([true, false]);
});

test('trust 14: the doctor of the newest case gets one message that a patient needs a talk, without details', async () => {
  const world = await aWorld();
  await world.admin();
  const { doctor, patient, caseId } = await aSignedCase(world);
  const before = (await world.mails()).length;
  for (const answers of [distressed, distressed, calm]) await answerExpectations(world, patient.userId, answers);
  const mails = (await world.mails()).slice(before);
  const { email } = await world.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', doctor.userId)
    .executeTakeFirstOrThrow();
  expect(mails.map(({ to }) => to)).toEqual([email]);
  expect(mails[0]?.text).toContain(`/studio/cases/${caseId}`);
  expect(`${mails[0]?.subject} ${mails[0]?.text}`).not.toMatch(/appearance|distress|preoccup|sad|hour/i);
  const live = { to: { userId: doctor.userId }, event: { kind: 'messages.changed', id: caseId } };
  expect(world.told).toContainEqual(live);
});

test('trust 14: if no doctor may see a case of the patient, administrators get the message about the talk', async () => {
  const world = await aWorld();
  const admin = await world.admin();
  await world.practitioner();
  const [{ patient: withdrawn }, fresh] = [await aSignedCase(world), await world.patient()];
  await world.browserOf(withdrawn).post('/rpc/withdraw_consent', { purpose: 'simulation' });
  const { email } = await world.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', admin.userId)
    .executeTakeFirstOrThrow();
  for (const { userId } of [withdrawn, fresh]) {
    const before = (await world.mails()).length;
    await answerExpectations(world, userId, distressed);
    const mails = (await world.mails()).slice(before);
    expect(mails.map(({ to }) => to)).toEqual([email]);
    expect(mails[0]?.text).toContain(`/admin/users?u=${userId}`);
  }
});

test('trust 13: a double click sends one urgent report to doctor and administrators, and no email names a sign', async () => {
  const world = await aWorld();
  const admin = await world.admin();
  const { doctor, patient } = await aSignedCase(world);
  const before = (await world.mails()).length;
  const click = signs();
  const [one, two] = await Promise.all([
    reportUrgentSigns(world, patient.userId, click),
    reportUrgentSigns(world, patient.userId, click),
  ]);
  expect(one.id).toBe(two.id);
  expect(one.owner_name).toMatch(/^Dr Hélène Vasseur/);
  const mails = (await world.mails()).slice(before);
  expect(mails).toHaveLength(2);
  expect(mails.map(({ subject, text }) => subject + text).join()).not.toMatch(/vision|hour|filler/i);
  expect(world.told).toContainEqual({ to: { role: 'admin' }, event: { kind: 'urgent.changed', id: one.id } });
  expect(await listUrgentReports(world, admin)).toMatchObject([{ id: one.id, signs: ['vision'] }]);
  expect(await listUrgentReports(world, doctor)).toHaveLength(1);
});

test('trust 13: after a redo request the assigned doctor still gets urgent signs and messages', async () => {
  const world = await aWorld();
  const { doctor, patient, caseId } = await aSignedCase(world);
  await postCaseMessage(world, doctor, message(caseId, 'How are you?'));
  await requestRedo(world, patient.userId, { case_id: caseId, wishes: 'softer', idempotency_key: randomUUID() });
  const before = (await world.mails()).length;
  expect((await reportUrgentSigns(world, patient.userId, signs())).owner_name).toMatch(/^Dr Hélène Vasseur/);
  await postCaseMessage(world, patient, message(caseId, 'My lip is swollen'));
  const { email } = await world.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', doctor.userId)
    .executeTakeFirstOrThrow();
  expect((await world.mails()).slice(before).filter(({ to }) => to.includes(email))).toHaveLength(2);
});

test('trust 13: if the doctor of the case was suspended, urgent signs reach every other doctor at once', async () => {
  const world = await aWorld();
  const colleague = await world.practitioner();
  const { doctor, patient } = await aSignedCase(world);
  await world.database.owner.query('update users set suspended_at = now() where id = $1', [doctor.userId]);
  const before = (await world.mails()).length;
  expect((await reportUrgentSigns(world, patient.userId, signs())).owner_name).toBeNull();
  const { email } = await world.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', colleague.userId)
    .executeTakeFirstOrThrow();
  expect((await world.mails()).slice(before).map(({ to }) => to)).toContain(email);
});

test('trust 13: an urgent report does not go to a doctor who was only assigned to a new case', async () => {
  const world = await aWorld();
  const colleague = await world.practitioner();
  const { doctor, patient } = await aSignedCase(world);
  const received_at = new Date(world.clock.now().getTime() + 60_000);
  const again = { patient_id: patient.userId, plan: 'plus', received_at, due_at: received_at } as const;
  await withSystem(world.system, (tx) =>
    tx
      .insertInto('cases')
      .values({ ...again, assigned_to: colleague.userId })
      .execute(),
  );
  const ownerOf = async () => {
    const { id } = await reportUrgentSigns(world, patient.userId, signs());
    return withSystem(world.system, (tx) =>
      tx.selectFrom('urgent_reports').select('owner_id').where('id', '=', id).executeTakeFirstOrThrow(),
    );
  };
  expect(await ownerOf()).toEqual({ owner_id: doctor.userId });
  await world.database.owner.query('update users set suspended_at = now() where id = $1', [doctor.userId]);
  expect(await ownerOf()).toEqual({ owner_id: null });
});

test('trust 13: an open urgent report shows the number to call, which only its patient can change', async () => {
  const world = await aWorld();
  const { doctor, patient } = await aSignedCase(world);
  const other = await world.patient();
  await world.database.owner.query('update users set phone = null where id = $1', [patient.userId]);
  const { id, phone } = await reportUrgentSigns(world, patient.userId, signs());
  expect(phone).toBeNull();
  expect((await setUrgentPhone(world, patient.userId, id, '+33 6 12 34 56 78')).phone).toBe('+33 6 12 34 56 78');
  expect(await listUrgentReports(world, doctor)).toMatchObject([{ patient_phone: '+33 6 12 34 56 78' }]);
  expect(await codeOf(setUrgentPhone(world, other.userId, id, '112112'))).toBe('NOT_FOUND');
  await world.database.owner.query("update users set phone = '+33 100000000' where id = $1", [patient.userId]);
  expect((await reportUrgentSigns(world, patient.userId, signs())).phone).toBe('+33 100000000');
  await settleUrgentReport(world, doctor, id, 'Called.');
  expect(await codeOf(setUrgentPhone(world, patient.userId, id, '112112'))).toBe('ALREADY_SETTLED');
});

test('trust 13: the page promises a call only if someone who can call used the service in the last 15 minutes', async () => {
  const world = await aWorld();
  const { doctor, patient } = await aSignedCase(world);
  const unverified = await world.practitioner({ verified: false });
  const isThere = async () => (await reportUrgentSigns(world, patient.userId, signs())).is_team_there;
  const session = async ({ userId }: { userId: string }, minutesAgo: number, secondFactor = true) => {
    await world.database.owner.query('delete from sessions');
    await world.database.owner.query(
      `insert into sessions (id, user_id, token, expires_at, created_at, updated_at, second_factor, used_at)
       values (gen_random_uuid(), $1, gen_random_uuid(), now() + interval '1 day', now(), now(), $2, $3)`,
      [userId, secondFactor, new Date(world.clock.now().getTime() - minutesAgo * 60_000)],
    );
    return isThere();
  };
  await world.database.owner.query('delete from sessions');
  expect(await isThere()).toBe(false);
  expect(await session(doctor, 14)).toBe(true);
  expect(await session(doctor, 16)).toBe(false);
  expect(await session(doctor, 1, false)).toBe(false);
  expect(await session(unverified, 1)).toBe(false);
  expect(await session(patient, 1)).toBe(false);
  expect(await session(await world.admin(), 1)).toBe(true);
  await world.database.owner.query('update users set suspended_at = now()');
  expect(await isThere()).toBe(false);
});

test('trust 13: after 15 minutes an urgent report that nobody took is escalated once, a report that was taken is not', async () => {
  const world = await aWorld();
  const { doctor, patient } = await aSignedCase(world);
  const first = await reportUrgentSigns(world, patient.userId, signs());
  const second = await reportUrgentSigns(world, patient.userId, signs());
  await acknowledgeUrgentReport(world, doctor, second.id);
  const watch = () => world.jobs.runNow('care.escalateUrgent', {});
  world.clock.advance(14 * 60_000);
  await watch();
  const escalated = async () =>
    (await listMyUrgentReports(world, patient.userId)).filter((report) => report.escalated_at).map(({ id }) => id);
  expect(await escalated()).toEqual([]);
  world.clock.advance(60_000);
  await watch();
  await watch();
  expect(await escalated()).toEqual([first.id]);
});

test('trust 13: an urgent report alerts everyone an hour after it was taken, and each hour until it is closed', async () => {
  const world = await aWorld();
  const { doctor, patient } = await aSignedCase(world);
  const colleague = await world.practitioner();
  const { email } = await world.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', colleague.userId)
    .executeTakeFirstOrThrow();
  /** Lets time pass, and returns how many alerts the colleague got. */
  const alertsAfter = async (minutes: number) => {
    const before = (await world.mails()).length;
    world.clock.advance(minutes * 60_000);
    for (const _ of [1, 2]) await world.jobs.runNow('care.escalateUrgent', {});
    return (await world.mails()).slice(before).filter(({ to }) => to === email).length;
  };
  const { id } = await reportUrgentSigns(world, patient.userId, signs());
  await acknowledgeUrgentReport(world, doctor, id);
  expect([await alertsAfter(59), await alertsAfter(1), await alertsAfter(59), await alertsAfter(1)]).toEqual([
    0, 1, 0, 1,
  ]);
  // The doctor who took the report stays responsible until another person takes it. Then the hour begins again.
  expect(await listUrgentReports(world, colleague)).toMatchObject([
    { id, owner_name: expect.stringMatching('Vasseur') },
  ]);
  await acknowledgeUrgentReport(world, colleague, id);
  expect([await alertsAfter(59), await alertsAfter(1)]).toEqual([0, 1]);
  await settleUrgentReport(world, colleague, id, 'Called.');
  expect(await alertsAfter(600)).toBe(0);
  // A report that nobody takes is escalated again an hour after the first alert.
  await reportUrgentSigns(world, patient.userId, signs());
  expect([await alertsAfter(15), await alertsAfter(59), await alertsAfter(1)]).toEqual([1, 0, 1]);
});

test('trust 13: an urgent report is escalated again if the doctor who took it is suspended', async () => {
  const world = await aWorld();
  const { doctor, patient } = await aSignedCase(world);
  const [other, admin] = [await world.practitioner(), await world.admin()];
  const [theirs, colleagues, admins] = [
    await reportUrgentSigns(world, patient.userId, signs()),
    await reportUrgentSigns(world, patient.userId, signs()),
    await reportUrgentSigns(world, patient.userId, signs()),
  ];
  const watch = () => world.jobs.runNow('care.escalateUrgent', {});
  world.clock.advance(16 * 60_000);
  await watch();
  await acknowledgeUrgentReport(world, doctor, theirs.id);
  await acknowledgeUrgentReport(world, other, colleagues.id);
  await acknowledgeUrgentReport(world, admin, admins.id);
  const before = (await world.mails()).length;
  await watch();
  expect((await world.mails()).length).toBe(before);
  await world.database.owner.query('update users set suspended_at = now() where id = $1', [doctor.userId]);
  world.clock.advance(60_000);
  await watch();
  await watch();
  const open = (await listUrgentReports(world, other)).filter(({ acknowledged_at }) => acknowledged_at === null);
  expect(open.map(({ id, owner_name }) => [id, owner_name])).toEqual([[theirs.id, null]]);
  expect(open[0]?.escalated_at).toBe(world.clock.now().toISOString());
  expect((await world.mails()).length).toBeGreaterThan(before);
  const logged = await world.db
    .selectFrom('audit_log')
    .select(['actor_id', 'subject_id', 'patient_id', 'details'])
    .where('action', '=', 'urgent.released')
    .execute();
  expect(logged).toEqual([
    { actor_id: 'system', subject_id: theirs.id, patient_id: patient.userId, details: { from: doctor.userId } },
  ]);
  // Another doctor takes the report, and the next run of the job does not escalate it.
  await acknowledgeUrgentReport(world, other, theirs.id);
  const after = (await world.mails()).length;
  await watch();
  expect((await world.mails()).length).toBe(after);
});

test('trust 13: the list of urgent reports contains every open report, however many there are', async () => {
  const world = await aWorld();
  const { doctor, patient } = await aSignedCase(world);
  const { id } = await reportUrgentSigns(world, patient.userId, signs());
  const one = await withSystem(world.system, (tx) =>
    tx.selectFrom('urgent_reports').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
  const more = Array.from({ length: 201 }, () => ({ ...one, id: randomUUID() }));
  await withSystem(world.system, (tx) => tx.insertInto('urgent_reports').values(more).execute());
  expect(await listUrgentReports(world, doctor)).toHaveLength(202);
});

test('an urgent report is closed once, with a note about what was done', async () => {
  const world = await aWorld();
  const { doctor, patient } = await aSignedCase(world);
  const { id } = await reportUrgentSigns(world, patient.userId, signs());
  expect(await settleUrgentReport(world, doctor, id, 'Called; sent to the hospital.')).toMatchObject({
    settlement: 'Called; sent to the hospital.',
  });
  expect(await codeOf(settleUrgentReport(world, doctor, id, 'again'))).toBe('ALREADY_SETTLED');
  expect(await codeOf(acknowledgeUrgentReport(world, doctor, randomUUID()))).toBe('NOT_FOUND');
});

test('in the free plan a patient may write only after the doctor has written, and messages are marked as read', async () => {
  const world = await aWorld();
  const { doctor, patient, caseId } = await aSignedCase(world);
  expect(await listCaseMessages(world, patient, caseId)).toEqual({ messages: [], may_write: false, is_closed: false });
  expect(await codeOf(postCaseMessage(world, patient, message(caseId, 'Hello')))).toBe('MESSAGES_NOT_INCLUDED');
  await postCaseMessage(world, doctor, message(caseId, 'How do you feel?'));
  await postCaseMessage(world, patient, message(caseId, 'Well, thank you'));
  expect((await getCaseBackground(world, doctor, caseId)).unread_messages).toBe(1);
  // On a phone, the conversation is collapsed at first, and the page calls with `peek`. Such a call counts the new
  // messages, but does not mark them as read.
  for (const _ of [1, 2]) {
    const peeked = await listCaseMessages(world, patient, caseId, { peek: true });
    expect(peeked.messages[0]?.read_at).toBeNull();
  }
  const seen = await listCaseMessages(world, patient, caseId);
  expect(seen.messages.map(({ body, is_mine }) => [body, is_mine])).toEqual([
    ['How do you feel?', false],
    ['Well, thank you', true],
  ]);
  const thread = await listCaseMessages(world, doctor, caseId);
  expect(thread.messages[0]?.read_at).not.toBeNull();
  expect((await getCaseBackground(world, doctor, caseId)).unread_messages).toBe(0);
});

test('the open pages of a reader count the unread messages again, once after each reading of new ones', async () => {
  const world = await aWorld();
  const { doctor, patient, caseId } = await aSignedCase(world);
  await postCaseMessage(world, doctor, message(caseId, 'How do you feel?'));
  await postCaseMessage(world, patient, message(caseId, 'Well, thank you'));
  const before = world.told.length;
  await listCaseMessages(world, patient, caseId, { peek: true });
  for (const reader of [patient, doctor, patient, doctor]) await listCaseMessages(world, reader, caseId);
  expect(world.told.slice(before)).toEqual(
    [patient, doctor].map(({ userId }) => ({ to: { userId }, event: { kind: 'messages.changed', id: caseId } })),
  );
});

test('after the patient withdrew the consent, the patient cannot write until the next consent', async () => {
  const world = await aWorld();
  const { doctor, patient, caseId } = await aSignedCase(world);
  await postCaseMessage(world, doctor, message(caseId, 'How do you feel?'));
  const browser = world.browserOf(patient);
  await browser.post('/rpc/withdraw_consent', { purpose: 'simulation' });
  expect(await codeOf(listCaseMessages(world, doctor, caseId))).toBe('NOT_FOUND');
  expect(await listCaseMessages(world, patient, caseId)).toMatchObject({ may_write: false, is_closed: true });
  expect(await codeOf(postCaseMessage(world, patient, message(caseId, 'Well')))).toBe('MESSAGES_CLOSED');
  await browser.post('/rpc/give_consent', consentToSimulation);
  expect(await listCaseMessages(world, patient, caseId)).toMatchObject({ may_write: true, is_closed: false });
  await postCaseMessage(world, patient, message(caseId, 'Well'));
});

test('no message can be written about a withdrawn case, although the patient has given the consent again', async () => {
  const world = await aWorld();
  const { patient, caseId } = await aCase(world);
  const browser = world.browserOf(patient);
  await browser.post('/rpc/withdraw_consent', { purpose: 'simulation' });
  await world.outbox.drain();
  await browser.post('/rpc/give_consent', consentToSimulation);
  expect(await listCaseMessages(world, patient, caseId)).toMatchObject({ may_write: false, is_closed: true });
  expect(await codeOf(postCaseMessage(world, patient, message(caseId, 'Hello')))).toBe('MESSAGES_CLOSED');
});

test('the conversation of another patient is not found, and a message that was sent twice is stored once', async () => {
  const world = await aWorld();
  const { doctor, caseId } = await aSignedCase(world);
  const stranger = await world.patient();
  expect(await codeOf(listCaseMessages(world, stranger, caseId))).toBe('NOT_FOUND');
  expect(await codeOf(postCaseMessage(world, stranger, message(caseId, 'hi')))).toBe('NOT_FOUND');
  const click = message(caseId, 'Good morning');
  await Promise.all([postCaseMessage(world, doctor, click), postCaseMessage(world, doctor, click)]);
  expect((await listCaseMessages(world, doctor, caseId)).messages).toHaveLength(1);
});

test('the patient is reminded of the outcome check once, two weeks after the treatment', async () => {
  const world = await aWorld();
  const { patient, caseId } = await aSignedCase(world);
  const answer = {
    kind: 'two_weeks',
    match: 4,
    satisfaction: 5,
    events: ['bruising'],
    note: '',
    confirmed: null,
    time_zone: 'UTC',
  } as const;
  const reply = () => answerOutcomeCheck(world, patient.userId, caseId, { ...answer, events: [...answer.events] });
  const set = await setTreatmentDate(world, patient.userId, told(caseId, '2026-11-20'));
  expect(set.due.map(({ kind, due_on }) => [kind, due_on])).toEqual([
    ['two_weeks', '2026-12-04'],
    ['three_months', '2027-02-18'],
  ]);
  expect(await codeOf(reply())).toBe('CHECK_NOT_DUE');
  world.clock.advance(14 * DAY_MS);
  const before = (await world.mails()).length;
  // In UTC the check can be answered now. In time zones to the west its day begins up to twelve hours later.
  await world.jobs.runNow('care.remindOutcomes', {});
  expect((await world.mails()).slice(before)).toEqual([]);
  world.clock.advance(12 * 3_600_000);
  await world.jobs.runNow('care.remindOutcomes', {});
  await world.jobs.runNow('care.remindOutcomes', {});
  expect((await world.mails()).slice(before).map(({ subject }) => subject)).toEqual(['A short question for you']);
  expect((await reply()).checks).toMatchObject([{ kind: 'two_weeks', match: 4, events: ['bruising'] }]);
  expect((await getMyOutcomes(world, patient.userId, caseId)).due.map(({ kind }) => kind)).toEqual(['three_months']);
});

test('a treatment date is refused if it is in the future or before the case, or if the case is not signed', async () => {
  const world = await aWorld();
  const { patient, caseId } = await aSignedCase(world);
  expect(await codeOf(setTreatmentDate(world, patient.userId, told(caseId, '2026-12-24')))).toBe('INVALID_INPUT');
  expect(await codeOf(setTreatmentDate(world, patient.userId, told(caseId, '2020-01-01')))).toBe('INVALID_INPUT');
  const waiting = await aCase(world);
  expect(await codeOf(setTreatmentDate(world, waiting.patient.userId, told(waiting.caseId, '2026-11-20')))).toBe(
    'CASE_NOT_SIGNED',
  );
});
