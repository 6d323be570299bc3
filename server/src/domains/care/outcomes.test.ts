import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { OutcomeEvents } from '#contract/care.ts';
import type { RecordContent } from '#contract/treatment-records.ts';
import { recordTreatment } from '#server/domains/simulation/index.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { aSignedCase } from '../../../test/a-case.ts';
import { codeOf } from '../../../test/code-of.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { acknowledgeUrgentReport, listUrgentReports, settleUrgentReport } from './answer-urgent-report.ts';
import { answerOutcomeCheck, getMyOutcomes, setTreatmentDate } from './outcomes.ts';
import { listMyUrgentReports } from './report-urgent-signs.ts';

const told = (case_id: string, treated_on: string, time_zone = 'UTC') => ({ case_id, treated_on, time_zone });

const today = (world: World) => world.clock.now().toISOString().slice(0, 10);
const aRecord = (treated_on: string, amount: number): RecordContent => ({
  visit: 0,
  treated_on,
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
  points: [{ treatment: 'forehead', side: null, product: 0, amount, unit: 'units', instrument: 'needle', events: [] }],
  events: [],
  note: '',
  photo_ids: [],
});

test('outcome checks are due from the recorded day of treatment and compare planned with given doses', async () => {
  const world = await aWorld();
  const { doctor, patient, caseId } = await aSignedCase(world);
  const record = (amount: number) =>
    recordTreatment(world, doctor, {
      case_id: caseId,
      record: aRecord(today(world), amount),
      plan_version: 1,
      idempotency_key: randomUUID(),
    });
  const toldOn = today(world);
  await setTreatmentDate(world, patient.userId, told(caseId, toldOn));
  expect(await getMyOutcomes(world, patient.userId, caseId)).toMatchObject({ done: [] });
  world.clock.advance(3 * 86_400_000);
  await record(10);
  await world.outbox.drain();
  const outcomes = await getMyOutcomes(world, patient.userId, caseId);
  expect(outcomes).toMatchObject({
    treated_on: today(world),
    done: [{ treatment: 'forehead', unit: 'units', planned: 12, done: 10 }],
  });
  // The record may be of a later visit, so the day that the patient gave is kept.
  const dates = await withSystem(world.system, (tx) =>
    tx.selectFrom('treatment_dates').select(['treated_on', 'told_on']).execute(),
  );
  expect(dates).toEqual([{ treated_on: today(world), told_on: toldOn }]);
  // A second record of the same visit adds its doses to the injected doses (`done`). The planned doses do not change.
  await record(2);
  expect((await getMyOutcomes(world, patient.userId, caseId)).done).toMatchObject([{ planned: 12, done: 12 }]);
  await expect(setTreatmentDate(world, patient.userId, told(caseId, today(world)))).rejects.toMatchObject({
    data: { fields: { treated_on: ['recorded'] } },
  });
  world.clock.advance(14 * 86_400_000);
  const check = {
    kind: 'two_weeks',
    match: 4,
    satisfaction: 5,
    events: [] as never[],
    note: '',
    confirmed: null,
    time_zone: 'UTC',
  } as const;
  const answered = await answerOutcomeCheck(world, patient.userId, caseId, check);
  expect(answered.checks).toHaveLength(1);
});

test('a check can be answered as soon as its day has begun in the patient’s time zone, but not a day earlier', async () => {
  const world = await aWorld();
  const { patient, caseId } = await aSignedCase(world);
  const treatedOn = today(world);
  await setTreatmentDate(world, patient.userId, told(caseId, treatedOn));
  const { due } = await getMyOutcomes(world, patient.userId, caseId);
  const dueOn = due.find(({ kind }) => kind === 'two_weeks')?.due_on ?? '';
  const answer = (time_zone: string) =>
    codeOf(answerOutcomeCheck(world, patient.userId, caseId, { ...answers([]), time_zone }));
  // 23:30 in Tokyo is 14:30 UTC.
  world.clock.set(new Date(Date.parse(dueOn) - 9.5 * 3_600_000));
  expect(await answer('Asia/Tokyo')).toBe('CHECK_NOT_DUE');
  world.clock.set(new Date(Date.parse(dueOn) - 8.5 * 3_600_000));
  expect([await answer('Europe/Paris'), await answer('Asia/Tokyo')]).toEqual(['CHECK_NOT_DUE', 'done']);
});

/**
 * The case is received at 09:00 UTC on 20 November 2026. The first column is the time at which the patient gives a day.
 */
const days = [
  ['2026-11-20T22:30:00Z', 'Europe/Paris', '2026-11-21', 'in_future'],
  ['2026-11-20T23:30:00Z', 'Europe/Paris', '2026-11-21', null],
  ['2026-11-20T15:30:00Z', 'Asia/Tokyo', '2026-11-21', null],
  ['2026-11-21T05:00:00Z', 'America/Los_Angeles', '2026-11-20', null],
  ['2026-11-21T05:00:00Z', 'America/Los_Angeles', '2026-11-21', 'in_future'],
  ['2026-11-25T12:00:00Z', 'Europe/Paris', '2026-11-20', null],
  ['2026-11-25T12:00:00Z', 'Europe/Paris', '2026-11-19', 'too_early'],
  ['2026-11-25T12:00:00Z', 'Pacific/Honolulu', '2026-11-19', null],
] as const;

test('the day of treatment is not in the future and not before the case, in the time zone of the patient', async () => {
  const world = await aWorld();
  const { patient, caseId } = await aSignedCase(world);
  for (const [now, time_zone, treated_on, fault] of days) {
    world.clock.set(new Date(now));
    const said = await setTreatmentDate(world, patient.userId, told(caseId, treated_on, time_zone)).catch(
      (error: { data: { fields: object } }) => error.data.fields,
    );
    expect(said, `${treated_on} at ${now} in ${time_zone}`).toMatchObject(
      fault ? { treated_on: [fault] } : { treated_on },
    );
  }
});

async function aDueCheck(world: World) {
  const signed = await aSignedCase(world);
  await setTreatmentDate(world, signed.patient.userId, told(signed.caseId, today(world)));
  world.clock.advance(14 * 86_400_000);
  return signed;
}

type Event = (typeof OutcomeEvents)[number];
const answers = (events: Event[], note = '') =>
  ({ kind: 'two_weeks', match: 4, satisfaction: 4, events, note, confirmed: null, time_zone: 'UTC' }) as const;

test('trust 13: an infection in an outcome check opens one urgent report for the doctor of the case', async () => {
  const world = await aWorld();
  const { doctor, patient, caseId } = await aDueCheck(world);
  const [colleague, admin] = [await world.practitioner(), await world.admin()];
  const mailsOf = async (begin: number) =>
    (await world.mails()).slice(begin).flatMap(({ to, subject }) => (/15 minutes/.test(subject) ? [to] : []));
  const before = (await world.mails()).length;
  const answer = () =>
    answerOutcomeCheck(world, patient.userId, caseId, answers(['swelling', 'infection'], 'It is hot.'));
  const { urgent } = await answer();
  expect(urgent).toMatchObject({ signs: ['infection'], note: 'It is hot.', is_team_there: false });
  expect(urgent?.owner_name).toMatch(/^Dr Hélène Vasseur/);
  // The page sends the answers again if it got no reply.
  expect((await answer()).urgent?.id).toBe(urgent?.id);
  expect(await listUrgentReports(world, colleague)).toMatchObject([{ id: urgent?.id, case_id: caseId }]);
  const emails = await emailsOf(world, [doctor, admin, colleague]);
  expect((await mailsOf(before)).sort()).toEqual([emails[0], emails[1]].sort());
  // Nobody takes the report, so all doctors are alerted.
  const later = (await world.mails()).length;
  world.clock.advance(15 * 60_000);
  await world.jobs.runNow('care.escalateUrgent', {});
  expect((await mailsOf(later)).sort()).toEqual([...emails].sort());
});

const emailsOf = async (world: World, people: readonly { userId: string }[]): Promise<string[]> =>
  Promise.all(
    people.map(async ({ userId }) => {
      const query = world.db.selectFrom('users').select('email').where('id', '=', userId);
      return (await query.executeTakeFirstOrThrow()).email;
    }),
  );

test('trust 13: a red flag in the note of an outcome check opens an urgent report, other answers open none', async () => {
  const world = await aWorld();
  const alarming: readonly [Event[], string, string[]][] = [
    [['other'], 'I cannot see with my left eye', ['vision']],
    [[], 'I want to kill myself', ['distress']],
    [['infection'], 'I have a fever and it is swollen', ['fever', 'infection']],
  ];
  for (const [events, note, signs] of alarming) {
    const { patient, caseId } = await aDueCheck(world);
    const { urgent } = await answerOutcomeCheck(world, patient.userId, caseId, answers(events, note));
    expect(urgent?.signs, note).toEqual(signs);
  }
  const { patient, caseId } = await aDueCheck(world);
  const harmless: Event[] = ['bruising', 'swelling', 'asymmetry', 'lumps', 'headache', 'other'];
  const { urgent } = await answerOutcomeCheck(
    world,
    patient.userId,
    caseId,
    answers(harmless, 'No fever, all is well'),
  );
  expect(urgent).toBeNull();
  expect(await listMyUrgentReports(world, patient.userId)).toEqual([]);
  // A second tab, opened before the first answers were sent, reports an infection. The stored answers do not change,
  // but the team is alerted.
  const second = await answerOutcomeCheck(world, patient.userId, caseId, answers(['infection']));
  expect(second.urgent?.signs).toEqual(['infection']);
  expect(second.checks).toMatchObject([{ events: harmless }]);
});

test('trust 13: an alarming answer alerts the team even if the answers cannot be stored', async () => {
  const world = await aWorld();
  const { patient, caseId } = await aSignedCase(world);
  const answer = (change: Partial<Parameters<typeof answerOutcomeCheck>[3]>) =>
    answerOutcomeCheck(world, patient.userId, caseId, { ...answers([]), ...change });
  // No day of treatment is known, so no check is due.
  expect(await codeOf(answer({}))).toBe('CHECK_NOT_DUE');
  expect(await answer({ events: ['infection'] })).toMatchObject({ checks: [], urgent: { signs: ['infection'] } });

  await setTreatmentDate(world, patient.userId, told(caseId, today(world)));
  world.clock.advance(14 * 86_400_000);
  expect(await codeOf(answer({ match: null }))).toBe('INVALID_INPUT');
  const alarming = { events: ['infection'] as Event[], note: 'It is hot.' };
  const first = await answer({ ...alarming, satisfaction: null });
  expect(first).toMatchObject({ checks: [], urgent: { note: 'It is hot.' } });
  // The patient then fills in the missing scale and sends the answers again.
  const second = await answer(alarming);
  expect(second).toMatchObject({ checks: [{ match: 4 }], urgent: { id: first.urgent?.id } });
});

test('trust 13: an alarm opens a new report if the earlier one is closed or has another note, but two calls open one', async () => {
  const world = await aWorld();
  const { doctor, patient, caseId } = await aDueCheck(world);
  const answer = async (note: string) =>
    (await answerOutcomeCheck(world, patient.userId, caseId, answers(['infection'], note))).urgent?.id ?? '';
  const both = await Promise.all([answer('It is hot.'), answer('It is hot.')]);
  expect(both[0]).toBe(both[1]);
  const other = await answer('It is worse.');
  expect(both).not.toContain(other);
  await acknowledgeUrgentReport(world, doctor, other);
  await settleUrgentReport(world, doctor, other, 'Called; it has healed.');
  const again = await Promise.all([answer('It is worse.'), answer('It is worse.')]);
  expect(again[0]).toBe(again[1]);
  expect([other, both[0]]).not.toContain(again[0]);
  expect(await listMyUrgentReports(world, patient.userId)).toHaveLength(3);
});

test('trust 13: a sign in a note opens no report if the patient denies it when asked, except thoughts of suicide', async () => {
  const world = await aWorld();
  const { patient, caseId } = await aDueCheck(world);
  const signsOf = async (note: string, confirmed: 'vision'[] | null, events: Event[] = []) => {
    const answer = { ...answers(events, note), confirmed };
    return (await answerOutcomeCheck(world, patient.userId, caseId, answer)).urgent?.signs ?? [];
  };
  expect(await signsOf('I can’t see any difference.', [])).toEqual([]);
  expect(await signsOf('I can’t see any difference.', [], ['infection'])).toEqual(['infection']);
  expect(await signsOf('I can’t see with one eye.', ['vision'])).toEqual(['vision']);
  expect(await signsOf('I can’t see with one eye.', null)).toEqual(['vision']);
  expect(await signsOf('I want to die.', [])).toEqual(['distress']);
});
