import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import type { Choices } from '#contract/choices.ts';
import type { Notification } from '#contract/notifications.ts';
import { choicesOf, findUser, mailPerson, setChoices } from '#server/domains/identity/index.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { aRelay } from '../../../test/a-relay.ts';
import { aChannel, aComment, aPost, aRegular } from '../../../test/a-community.ts';
import { aWorld, type World } from '../../../test/world.ts';

type Topics = Partial<{ [topic in keyof Choices['topics']]: Partial<Choices['topics'][topic]> }>;

async function choose(
  world: World,
  { userId }: SignedIn,
  { topics = {}, ...rest }: Partial<Omit<Choices, 'topics'>> & { topics?: Topics },
) {
  const before = await choicesOf(world.db, userId);
  const chosen = Object.entries(topics).map(([topic, channels]) => [
    topic,
    { ...before.topics[topic as 'case'], ...channels },
  ]);
  await setChoices(world, userId, { ...before, ...rest, topics: { ...before.topics, ...Object.fromEntries(chosen) } });
}

const listOf = async (world: World, person: SignedIn): Promise<Notification[]> =>
  (await world.browserOf(person).post('/rpc/list_notifications')).json.rows as Notification[];

async function offer(world: World, { userId }: SignedIn, key = 'offer:1') {
  const person = await findUser(world.db, userId);
  if (!person) throw new Error('nobody to tell');
  const path = '/dashboard?appointment=7';
  await mailPerson(world, world.db, person, 'appointment_offer', { values: { number: 'FL-7' }, path, key });
}

const publish = (world: World, { userId }: SignedIn, case_id: string = crypto.randomUUID()) =>
  world.outbox.emit(world.db, 'simulation.published', { user_id: userId, case_id });

test('news that is sent by email is also once on the list of notifications, and open pages show it', async () => {
  const world = await aWorld();
  const patient = await world.patient();
  await offer(world, patient);
  await offer(world, patient);
  expect(await world.mails()).toHaveLength(1);
  expect(await listOf(world, patient)).toMatchObject([
    {
      kind: 'appointment_offer',
      topic: 'appointments',
      subject: 'FL-7',
      path: '/dashboard?appointment=7',
      is_read: false,
      count: 1,
    },
  ]);
  expect(world.told).toContainEqual({ to: { userId: patient.userId }, event: { kind: 'notifications.changed' } });
  expect(await listOf(world, await world.patient())).toEqual([]);
});

test('an event that is delivered twice causes one notification', async () => {
  const world = await aWorld();
  const patient = await world.patient();
  await publish(world, patient);
  await world.mails();
  await world.database.owner.query(
    `update outbox set processed_at = null, handled_by = '{}' where topic <> 'mail.requested'`,
  );
  expect(await world.mails()).toHaveLength(1);
  expect(await listOf(world, patient)).toHaveLength(1);
});

test('a letter about the account is sent as an email and not put on the list', async () => {
  const world = await aWorld();
  const patient = await world.patient();
  const person = await findUser(world.db, patient.userId);
  if (person) await mailPerson(world, world.db, person, 'reset', { path: '/reset-password?token=x' });
  expect(await world.mails()).toHaveLength(1);
  expect(await listOf(world, patient)).toEqual([]);
});

test.each(['email_change_old', 'email_changed_old', 'account_closed', 'account_erased', 'export_ready'] as const)(
  'the letter %s is sent at once, even in quiet hours and to people who want no emails of the community',
  async (template) => {
    const world = await aWorld();
    const patient = await world.patient();
    const none = { in_app: false, email: false, push: false };
    await choose(world, patient, { topics: { community: none }, quiet: { from: '08:00', to: '12:00', zone: 'UTC' } });
    const person = await findUser(world.db, patient.userId);
    if (person) await mailPerson(world, world.db, person, template);
    expect(await world.mails()).toMatchObject([{ to: person?.email }]);
  },
);

test.each([
  ['email', 0, 1],
  ['in_app', 1, 0],
] as const)(
  'if a person wants no notifications by %s, there are %i mails and %i rows on the list',
  async (channel, mails, listed) => {
    const world = await aWorld();
    const patient = await world.patient();
    await choose(world, patient, { topics: { case: { [channel]: false } } });
    await publish(world, patient);
    expect(await world.mails()).toHaveLength(mails);
    expect(await listOf(world, patient)).toHaveLength(listed);
  },
);

test("receipts and security emails are sent regardless of the person's choices", async () => {
  const world = await aWorld();
  const patient = await world.patient();
  const none = { in_app: false, email: false, push: false };
  const quiet = { from: '08:00', to: '12:00', zone: 'UTC' };
  await choose(world, patient, { topics: { billing: none, security: none, appointments: none }, quiet });
  const person = await findUser(world.db, patient.userId);
  for (const template of ['payment_refunded', 'appointment_confirmed', 'passkey_added'] as const)
    if (person) await mailPerson(world, world.db, person, template);
  expect(await world.mails()).toHaveLength(3);
  expect((await listOf(world, patient)).map(({ kind }) => kind)).toEqual(['passkey_added']);
});

test('an email waits until quiet hours end, and is dropped if the person no longer wants it then', async () => {
  const world = await aWorld({ now: new Date('2026-11-20T22:30:00Z') });
  const patient = await world.patient();
  const quiet = { from: '22:00', to: '07:00', zone: 'Europe/Paris' };
  await choose(world, patient, { quiet });
  await publish(world, patient);
  await offer(world, patient);
  expect(await world.mails()).toEqual([]);
  expect(await listOf(world, patient)).toHaveLength(2);

  world.clock.set(new Date('2026-11-21T05:59:00Z'));
  await world.jobs.runNow('notifications.releaseHeld', {});
  expect(await world.mails()).toEqual([]);
  await choose(world, patient, { topics: { case: { email: false } } });
  world.clock.set(new Date('2026-11-21T06:00:00Z'));
  await world.jobs.runNow('notifications.releaseHeld', {});
  await world.jobs.runNow('notifications.releaseHeld', {});
  expect((await world.mails()).map(({ subject }) => subject)).toEqual(['An offer is waiting for you: FL-7']);
});

test('an email that waits for the end of quiet hours is sent to the address that the person has then', async () => {
  const world = await aWorld({ now: new Date('2026-11-20T22:30:00Z') });
  const patient = await world.patient();
  await choose(world, patient, { quiet: { from: '22:00', to: '07:00', zone: 'Europe/Paris' } });
  await offer(world, patient);
  expect(await world.mails()).toEqual([]);
  await world.db.updateTable('users').set({ email: 'new@example.org' }).where('id', '=', patient.userId).execute();
  world.clock.set(new Date('2026-11-21T06:00:00Z'));
  await world.jobs.runNow('notifications.releaseHeld', {});
  expect((await world.mails()).map(({ to }) => to)).toEqual(['new@example.org']);
});

test('a message delayed by quiet hours that cannot be sent delays no other message', async () => {
  const world = await aWorld({ now: new Date('2026-11-20T22:30:00Z') });
  const [bad, good] = [await world.patient(), await world.patient({ email: 'good@example.org' })];
  for (const [one, key] of [
    [bad, 'offer:1'],
    [good, 'offer:2'],
  ] as const) {
    await choose(world, one, { quiet: { from: '22:00', to: '07:00', zone: 'Europe/Paris' } });
    await offer(world, one, key);
  }
  await world.mails();
  await withSystem(world.system, (tx) =>
    sql`update held_messages set topic = 'of another release' where user_id = ${bad.userId}`.execute(tx),
  );
  world.clock.set(new Date('2026-11-21T06:00:00Z'));
  await expect(world.jobs.runNow('notifications.releaseHeld', {})).rejects.toThrow('undefined');
  expect((await world.mails()).map(({ to }) => to)).toEqual(['good@example.org']);
});

test('news about danger, reminders two hours ahead, and times held for two hours are sent in quiet hours too', async () => {
  const world = await aWorld({ now: new Date('2026-11-20T22:30:00Z') });
  const patient = await world.patient();
  await choose(world, patient, { quiet: { from: '22:00', to: '07:00', zone: 'Europe/Paris' } });
  const person = await findUser(world.db, patient.userId);
  for (const template of ['urgent_signs', 'appointment_reminder_hours', 'time_free'] as const)
    if (person) await mailPerson(world, world.db, person, template);
  expect(await world.mails()).toHaveLength(3);
});

test('messages that wait for the end of quiet hours are deleted with the account', async () => {
  const world = await aWorld({ now: new Date('2026-11-20T22:30:00Z') });
  const patient = await world.patient();
  await choose(world, patient, { quiet: { from: '22:00', to: '07:00', zone: 'Europe/Paris' } });
  await publish(world, patient);
  await world.mails();
  await sql`delete from users where id = ${patient.userId}`.execute(world.db);
  const { rows } = await world.database.owner
    .query('begin; set local role app_system; select count(*)::int from held_messages; commit')
    .then((all) => (all as unknown as { rows: { count: number }[] }[])[2] ?? { rows: [] });
  expect(rows).toEqual([{ count: 0 }]);
});

test('a digest counts news that is not urgent, once a day, in the text and the HTML of its email', async () => {
  const relay = await aRelay();
  const world = await aWorld({ smtpUrl: relay.url, now: new Date('2026-11-20T05:00:00Z') });
  const [author, reader] = [await aRegular(world), await aRegular(world, { first_name: 'Nora', language: 'fr' })];
  await choose(world, author, { digest: 'daily' });
  world.clock.advance(60_000);
  const { channel_id } = await aChannel(world, author);
  const postId = await aPost(world, author, channel_id);
  for (const body of ['<p>Is that so?</p>', '<p>And then?</p>']) await aComment(world, reader, postId, { body });
  await world.outbox.drain();
  expect(relay.received).toEqual([]);

  world.clock.set(new Date('2026-11-20T07:05:00Z'));
  await world.jobs.runNow('notifications.sendDigests', {});
  await world.jobs.runNow('notifications.sendDigests', {});
  await world.outbox.drain();
  expect(relay.received).toHaveLength(1);
  const [mail] = relay.received;
  expect(mail?.subject).toBe('What is new on Flaira');
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toContain('Comments: 2');
    expect(part).toContain('http://flaira.test/notifications');
    expect(part).not.toContain('Redness');
  }
  world.clock.advance(86_400_000);
  await world.jobs.runNow('notifications.sendDigests', {});
  await world.outbox.drain();
  expect(relay.received).toHaveLength(1);
});

test('after a change from weekly to daily digests, the next digest counts all news since the last one', async () => {
  const world = await aWorld({ now: new Date('2026-11-23T07:05:00Z') });
  const [author, reader] = [await aRegular(world), await aRegular(world)];
  const digest = async (at: string) => {
    world.clock.set(new Date(at));
    await world.jobs.runNow('notifications.sendDigests', {});
    return (await world.mails()).filter(({ subject }) => subject === 'What is new on Flaira').map(({ text }) => text);
  };
  await choose(world, author, { digest: 'weekly' });
  expect(await digest('2026-11-23T07:06:00Z')).toEqual([]);
  world.clock.advance(60_000);
  const { channel_id } = await aChannel(world, author);
  const postId = await aPost(world, author, channel_id);
  await aComment(world, reader, postId, { body: '<p>Is that so?</p>' });
  await world.outbox.drain();
  world.clock.set(new Date('2026-11-26T12:00:00Z'));
  await choose(world, author, { digest: 'daily' });
  expect(await digest('2026-11-27T07:05:00Z')).toEqual([expect.stringContaining('Comments: 1')]);

  // While digests are off, each email is sent at once, and a later digest does not repeat the news.
  await choose(world, author, { digest: 'off' });
  await aComment(world, reader, postId, { body: '<p>And then?</p>' });
  await world.outbox.drain();
  await digest('2026-11-28T07:05:00Z');
  await choose(world, author, { digest: 'daily' });
  await digest('2026-11-29T07:05:00Z');
  expect(await digest('2026-11-30T07:05:00Z')).toHaveLength(1);
});

test('a digest does not count news that an earlier email already contained', async () => {
  const world = await aWorld({ now: new Date('2026-11-20T05:00:00Z') });
  const [author, reader] = [await aRegular(world), await aRegular(world)];
  const { channel_id } = await aChannel(world, author);
  const postId = await aPost(world, author, channel_id);
  const comment = async () => {
    world.clock.advance(60_000);
    await aComment(world, reader, postId);
    await world.outbox.drain();
  };
  const digests = async (at: string) => {
    world.clock.set(new Date(at));
    await world.jobs.runNow('notifications.sendDigests', {});
    return (await world.mails()).filter(({ subject }) => subject === 'What is new on Flaira').map(({ text }) => text);
  };
  // The first comment is emailed at once and stays unread, so the later comments join its notification.
  await comment();
  await choose(world, author, { digest: 'daily' });
  await comment();
  expect(await digests('2026-11-20T07:05:00Z')).toEqual([expect.stringContaining('Comments: 1')]);
  for (let times = 0; times < 3; times++) await comment();
  expect((await digests('2026-11-21T07:05:00Z')).at(-1)).toContain('Comments: 3');
});

test('a digest that fails does not prevent other digests, and is tried again', async () => {
  const world = await aWorld();
  for (const person of [await world.patient(), await world.patient()]) await choose(world, person, { digest: 'daily' });
  world.clock.advance(86_400_000);
  vi.spyOn(world.clock, 'now').mockImplementationOnce(() => {
    throw new Error('stuck');
  });
  const run = () => world.jobs.runNow('notifications.sendDigests', {});
  const begun = async () =>
    (await withSystem(world.system, (tx) => tx.selectFrom('digests').selectAll().execute())).length;
  await expect(run()).rejects.toThrow('stuck');
  expect(await begun()).toBe(1);
  await run();
  expect(await begun()).toBe(2);
});

test('news about the cases of a suspended doctor reaches the administrators, and urgent news all doctors', async () => {
  const world = await aWorld();
  const suspended = await world.practitioner({ email: 'suspended@example.org' });
  const [doctor, admin] = [await world.practitioner(), await world.admin()];
  const browser = world.browserOf(admin);
  const change = { user_id: suspended.userId, reason: 'on leave', is_suspended: true };
  expect((await browser.post('/rpc/admin_suspend_user', change)).status).toBe(200);
  await world.mails();
  const case_id = crypto.randomUUID();
  const of = { message_id: crypto.randomUUID(), case_id, to_user_id: suspended.userId, is_staff: false };
  await world.outbox.emit(world.db, 'care.messageSent', of);
  await world.mails();
  const kinds = async (person: SignedIn) => (await listOf(world, person)).map(({ kind }) => kind);
  expect(await kinds(admin)).toEqual(['message_for_doctor']);
  const told = async () =>
    (await world.mails()).filter(({ to }) => to === 'suspended@example.org').map(({ subject }) => subject);
  const before = await told();

  const { userId: user_id } = await world.patient();
  const report = { report_id: crypto.randomUUID(), user_id, owner_id: suspended.userId };
  await world.outbox.emit(world.db, 'care.urgentReported', report);
  await world.mails();
  expect(await kinds(doctor)).toEqual(['urgent_signs']);
  expect(await told()).toEqual(before);
});

test('a suspended doctor learns what others did with the case, administrators learn of an opening and a declined visit', async () => {
  const world = await aWorld();
  const [suspended, admin] = [await world.practitioner(), await world.admin()];
  await world.database.owner.query('update users set suspended_at = now() where id = $1', [suspended.userId]);
  const addressOf = async ({ userId }: SignedIn) => (await findUser(world.db, userId))?.email;
  const address = await addressOf(suspended);
  const of = { case_id: crypto.randomUUID(), practitioner_id: suspended.userId };
  const kinds = async () => (await listOf(world, admin)).map(({ kind }) => kind).sort();
  for (const topic of ['caseOpened', 'caseTakenOver', 'caseReopened'] as const)
    await world.outbox.emit(world.db, `simulation.${topic}`, of);
  expect((await world.mails()).map(({ to, subject }) => [to, subject])).toEqual([
    [address, 'A colleague opened one of your cases'],
    [await addressOf(admin), 'A doctor opened a case'],
    [address, 'Another doctor now has one of your cases'],
    [address, 'A case you signed was reopened'],
  ]);
  expect(await kinds()).toEqual(['case_opened']);

  await world.outbox.emit(world.db, 'simulation.caseOpened', { ...of, practitioner_id: null });
  await world.mails();
  expect(await kinds()).toEqual(['case_opened']);

  const visit = { visit_id: crypto.randomUUID(), case_id: of.case_id, to_user_id: suspended.userId, by_staff: false };
  await world.outbox.emit(world.db, 'video.visitCancelled', visit);
  expect((await world.mails()).filter(({ to }) => to === address)).toHaveLength(3);
  expect(await kinds()).toEqual(['case_opened', 'video_declined']);
});

test("an administrator's request to reopen a case reaches all doctors if the doctor in charge may not work", async () => {
  const world = await aWorld();
  const signer = await world.practitioner({ email: 'signer@example.org' });
  const doctor = await world.practitioner({ email: 'doctor@example.org' });
  const admin = await world.admin({ email: 'admin@example.org' });
  const ask = async (practitioner_id: string | null, asked_as: 'admin' | 'practitioner') => {
    const before = (await world.mails()).length;
    const of = { case_id: crypto.randomUUID(), practitioner_id, asked_as };
    await world.outbox.emit(world.db, 'simulation.reopeningAsked', of);
    return (await world.mails())
      .slice(before)
      .map(({ to }) => to.split('@')[0])
      .toSorted();
  };
  expect(await ask(signer.userId, 'admin')).toEqual(['signer']);
  expect(await ask(signer.userId, 'practitioner')).toEqual(['admin', 'signer']);
  const change = { user_id: signer.userId, reason: 'on leave', is_suspended: true };
  expect((await world.browserOf(admin).post('/rpc/admin_suspend_user', change)).status).toBe(200);
  expect(await ask(signer.userId, 'admin')).toEqual(['doctor']);
  expect(await listOf(world, doctor)).toMatchObject([{ kind: 'case_reopening_asked', path: '/studio' }]);
  expect(await ask(signer.userId, 'practitioner')).toEqual(['admin']);
});

test('the signing doctor is notified of a requested redo, or the administrators if there is none', async () => {
  const world = await aWorld();
  const [doctor, admin] = [await world.practitioner(), await world.admin({ email: 'admin@example.org' })];
  const case_id = crypto.randomUUID();
  await world.outbox.emit(world.db, 'simulation.redoRequested', { case_id, practitioner_id: doctor.userId });
  await world.outbox.emit(world.db, 'simulation.redoRequested', { case_id, practitioner_id: null });
  await world.mails();
  const told = (path: string) => [{ kind: 'redo_requested', path }];
  expect(await listOf(world, doctor)).toMatchObject(told(`/studio/cases/${case_id}`));
  // Administrators cannot open a case in the studio.
  expect(await listOf(world, admin)).toMatchObject(told('/admin/cases'));
  await world.outbox.emit(world.db, 'simulation.caseOpened', { case_id, practitioner_id: null });
  await world.outbox.emit(world.db, 'simulation.dueSoon', { user_id: doctor.userId, case_id, practitioner_id: null });
  const of = { message_id: crypto.randomUUID(), case_id, to_user_id: null, is_staff: false };
  await world.outbox.emit(world.db, 'care.messageSent', of);
  const mails = (await world.mails()).filter(({ to }) => to === 'admin@example.org');
  expect(mails).toHaveLength(4);
  expect(mails.map(({ subject, text }) => subject + text).join(' ')).not.toMatch(/studio|your cases|you signed/i);
});

test('the notification of a doctor’s message leads to the messages of its case, news about a plan only to the case', async () => {
  const world = await aWorld();
  const patient = await world.patient();
  const [case_id, path] = ['a-case', '/dashboard?case=a-case'];
  const of = { message_id: crypto.randomUUID(), case_id, to_user_id: patient.userId, is_staff: true };
  await world.outbox.emit(world.db, 'care.messageSent', of);
  await world.outbox.emit(world.db, 'simulation.published', { user_id: patient.userId, case_id });
  const mails = await world.mails();
  expect(mails.map(({ text }) => text).join('\n')).toMatch(/\/dashboard\?case=a-case#messages$/m);
  const paths = (await listOf(world, patient)).map((told) => [told.kind, told.path]);
  expect(Object.fromEntries(paths)).toEqual({ message_for_you: `${path}#messages`, simulation_published: path });
});
