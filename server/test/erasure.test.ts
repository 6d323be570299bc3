import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync, strFromU8 } from 'fflate';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { appointAdmin, findOrMakeDeskAccount, OtherRole } from '#server/domains/identity/index.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { defineUpkeep } from '#server/platform/upkeep.ts';
import { aSignedCase } from './a-case.ts';
import { aFullLife, type Life, NAME } from './a-full-life.ts';
import { PASSWORD } from './people.ts';
import { tablesWith } from './tables-with.ts';
import { aWorld, type World } from './world.ts';

const filesIn = (world: World, folder: string): string[] => {
  const root = join(world.config.dataDir, 'objects', folder);
  try {
    return readdirSync(root, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [entry.name] : [],
    );
  } catch {
    return [];
  }
};

async function erase({ browser }: Pick<Life, 'browser'>): Promise<number> {
  await browser.post('/api/auth/confirm-password', { password: PASSWORD });
  return (await browser.post('/rpc/erase_my_account', { is_final: true })).status;
}

/**
 * Tables that may still contain the person after an erasure. The law requires the audit log and the invoices. The third
 * table proves that a key was destroyed.
 */
const LAW = ['audit_log', 'invoices', 'person_keys'];
/** Tables of the test checkout and of the inbox for webhook events of the payment provider. They contain ids. */
const PROVIDER = ['payment_notices', 'test_checkout_objects'];

test('trust 3: an export contains all data of a person, and an erasure leaves only what the law requires', async () => {
  const world = await aWorld();
  const life = await aFullLife(world, { isSigned: false });
  const words = [life.patient.userId, life.email, NAME];
  const before = await tablesWith(world, words);
  expect(before.length).toBeGreaterThan(30);
  expect(filesIn(world, 'photos').length).toBeGreaterThan(6);

  const { json: copy } = await life.browser.post('/rpc/get_my_export');
  expect(copy).toMatchObject({ state: 'ready' });
  expect(await erase(life)).toBe(200);
  await world.outbox.drain();

  // The development mailbox still contains two emails: the confirmation of the erasure, and the email to the team with
  // the numbers of the appointments.
  expect(await tablesWith(world, words)).toEqual([...LAW, ...PROVIDER, 'mailbox'].sort());
  const letters = await world.db.selectFrom('mailbox').select('subject').where('to', '=', life.email).execute();
  expect(letters).toEqual([{ subject: 'Your account has been erased' }]);
  const { rows } = await sql<{
    wrapped_key: unknown;
  }>`select wrapped_key from person_keys where user_id = ${life.patient.userId}`.execute(world.db);
  expect(rows.filter((row) => row.wrapped_key !== null)).toEqual([]);
  await world.photos.sweepOrphans();
  expect(filesIn(world, 'photos')).toEqual([]);
  expect(filesIn(world, 'archives')).toEqual([]);
  expect((await life.browser.post('/rpc/who_am_i')).json.user).toBeNull();
  expect((await life.browser.get(`/api/exports/${copy.id}.zip`)).status).toBe(401);
  expect(await world.audit.verifyChain()).toMatchObject({ brokenAt: null });
});

test('a person whose erased data returns with a restored database is erased again, and nobody else is', async () => {
  const world = await aWorld();
  const [life, other] = [await aFullLife(world, { isSigned: false }), await world.patient()];
  // Notes the erasure without carrying it out, as if the database had been restored to a moment before the erasure.
  await world.erasures.note(life.patient.userId);
  await world.jobs.runNow('privacy.eraseAgain', {});
  await world.outbox.drain();
  expect(await tablesWith(world, [life.patient.userId, life.email, NAME])).toEqual(
    [...LAW, ...PROVIDER, 'mailbox'].sort(),
  );
  expect(await tablesWith(world, [other.userId])).toContain('users');
  const entries = await withSystem(world.system, (tx) =>
    tx.selectFrom('audit_log').select(['actor_id', 'reason']).where('action', '=', 'user.erased').execute(),
  );
  expect(entries).toEqual([{ actor_id: 'system', reason: 'restored after erasure' }]);
});

test('a second erasure that fails does not stop the erasures of others, and succeeds at the next attempt', async () => {
  const world = await aWorld();
  for (const { userId } of [await world.patient(), await world.patient()]) await world.erasures.note(userId);
  vi.spyOn(world.personal, 'erase').mockRejectedValueOnce(new Error('stuck'));
  const run = () => world.jobs.runNow('privacy.eraseAgain', {});
  const left = async () => (await world.db.selectFrom('users').select('id').execute()).length;
  await expect(run()).rejects.toThrow('stuck');
  expect(await left()).toBe(1);
  await run();
  expect(await left()).toBe(0);
});

test('an erasure deletes emails to the person that could not be sent, and others are deleted after thirty days', async () => {
  const world = await aWorld();
  defineUpkeep(world);
  const patient = await world.patient({ email: 'claire@example.org' });
  const unsent = (to: string, attempts: number, next: string) =>
    world.database.owner.query(
      `insert into outbox (topic, payload, attempts, next_attempt_at, at) values ('mail.requested', $1, $2, $3, $4)`,
      [{ to, language: 'en', subject: 'News', text: 'Hello', html: '' }, attempts, next, world.clock.now()],
    );
  for (const to of ['Claire@example.org', 'nora@example.org']) await unsent(to, 35, 'infinity');
  // The outbox will try this email again.
  await unsent('claire@example.org', 3, '2999-01-01');
  const left = async () => {
    const { rows } = await world.database.owner.query(
      `select payload ->> 'to' as to from outbox where topic = 'mail.requested' and processed_at is null`,
    );
    return rows.map((row: { to: string }) => row.to);
  };
  const browser = world.browserOf(patient);
  await browser.post('/api/auth/confirm-password', { password: PASSWORD });
  expect((await browser.post('/rpc/erase_my_account', { is_final: true })).status).toBe(200);
  const told = (await world.mails()).filter(({ to }) => to === 'claire@example.org').map(({ subject }) => subject);
  expect(told).toEqual(['Your account has been erased']);
  expect(await left()).toEqual(['nora@example.org']);
  await world.jobs.runNow('platform.forget', {});
  expect(await left()).toEqual(['nora@example.org']);
  world.clock.advance(31 * 86_400_000);
  await world.jobs.runNow('platform.forget', {});
  expect(await left()).toEqual([]);
});

test("an erasure leaves a mark that does not contain the person's id and is found only with it", async () => {
  const world = await aWorld();
  const [life, other] = [await aFullLife(world, { isSigned: false }), await world.patient()];
  expect(await erase(life)).toBe(200);
  await world.outbox.drain();
  const [mark = '', ...more] = filesIn(world, 'erased');
  expect([mark, more]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), []]);
  expect(mark).not.toContain(life.patient.userId);
  expect(await world.erasures.findErased([other.userId, life.patient.userId])).toEqual([life.patient.userId]);
});

test('an erasure ends the subscription, notifies the team, and gives a community another owner', async () => {
  const world = await aWorld();
  const life = await aFullLife(world, { isSigned: false });
  await erase(life);
  await world.outbox.drain();
  const rows = await withSystem(world.system, (tx) =>
    tx.selectFrom('subscriptions').select(['status', 'user_id']).execute(),
  );
  expect(rows).toEqual([{ status: 'ended', user_id: null }]);
  const letters = (await world.mails()).filter(({ subject }) => subject === 'Appointments were cancelled');
  expect(letters).toHaveLength(1);
  expect(letters[0]?.text).toMatch(/A-\d+, A-\d+/);
  expect(letters[0]?.text).not.toContain(NAME);
  const { rows: owners } = await sql<{
    count: number;
  }>`select count(*)::int as count from channels c where c.kind = 'community'
    and not exists (select from channel_members m where m.channel_id = c.id and m.role = 'owner')`.execute(world.db);
  expect(owners).toEqual([{ count: 0 }]);
  const { rows: posts } = await withSystem(world.system, (tx) =>
    sql<{ state: string; body: string; comments_count: number }>`
      select state, body, comments_count from posts where author_id is null`.execute(tx),
  );
  expect(posts).toEqual([{ state: 'deleted', body: '', comments_count: 1 }]);
});

test('a signed plan stays as a closed record with name and birth date, without address and access', async () => {
  const world = await aWorld();
  const life = await aFullLife(world, { isSigned: true });
  expect((await life.browser.post('/rpc/get_my_erasure')).json).toEqual({ keeps_record: true, keeps_books: true });
  expect(await erase(life)).toBe(200);
  await world.outbox.drain();

  expect(await tablesWith(world, [life.email, '699887766'])).toEqual(['invoices', 'mailbox']);
  const stays = [
    ...LAW,
    ...PROVIDER,
    'case_events',
    'cases',
    'consents',
    'mailbox',
    'medical_histories',
    'patients',
    'photo_objects',
    'photos',
    'users',
  ];
  const found = await tablesWith(world, [life.patient.userId, NAME]);
  expect(found.filter((table) => !stays.includes(table))).toEqual([]);
  const user = await world.db
    .selectFrom('users')
    .select(['name', 'email', 'phone', 'avatar_id', 'plan'])
    .where('id', '=', life.patient.userId)
    .executeTakeFirstOrThrow();
  expect(user).toEqual({
    name: `Zéphyrine ${NAME}`,
    email: `closed-${life.patient.userId}@record.invalid`,
    phone: null,
    avatar_id: null,
    plan: 'free',
  });
  // After twenty years the signed record is erased too.
  const signed = () => withSystem(world.system, (tx) => tx.selectFrom('signatures').select('case_id').execute());
  expect(await signed()).toHaveLength(1);
  world.clock.advance(21 * 366 * 86_400_000);
  await world.jobs.runNow('simulation.forgetPatients', {});
  await world.outbox.drain();
  expect(await signed()).toEqual([]);
  expect(await tablesWith(world, [`closed-${life.patient.userId}`])).toEqual([]);
});

test('trust 3: nobody can delete a closed record by using its placeholder address', async () => {
  const world = await aWorld();
  const { patient } = await aSignedCase(world);
  const email = `closed-${patient.userId}@record.invalid`;
  const signUp = (address: string) =>
    world.browser().post('/api/auth/sign-up/email', {
      email: address,
      password: PASSWORD,
      first_name: 'Eve',
      last_name: 'Stranger',
    });
  // A sign-up with the placeholder address before the erasure does not prevent the erasure.
  expect((await signUp(email)).status).toBe(200);
  expect(await erase({ browser: world.browserOf(patient) })).toBe(200);
  await world.outbox.drain();
  const record = () =>
    withSystem(world.system, async (tx) => ({
      users: await tx.selectFrom('users').selectAll().where('id', '=', patient.userId).execute(),
      cases: await tx.selectFrom('cases').selectAll().execute(),
      signatures: await tx.selectFrom('signatures').selectAll().execute(),
      photos: await tx.selectFrom('photo_objects').select(['id', 'deleted_at']).orderBy('id').execute(),
    }));
  const before = await record();
  for (const rows of Object.values(before)) expect(rows.length).toBeGreaterThan(0);

  await world.patient({ email: 'nora@example.org' });
  const [closed, known] = [await signUp(email), await signUp('nora@example.org')];
  expect([closed.status, closed.json.token]).toEqual([known.status, known.json.token]);
  expect(Object.keys(closed.json.user).sort()).toEqual(Object.keys(known.json.user).sort());
  expect(await record()).toEqual(before);

  // The database refuses the deletion, too, if a statement of the service forgets closed accounts.
  await world.db.deleteFrom('users').where('id', '=', patient.userId).execute();
  expect(await record()).toEqual(before);
});

test('the placeholder address of a closed account counts as taken', async () => {
  const world = await aWorld();
  const { userId } = await world.patient();
  const email = `closed-${userId}@record.invalid`;
  const closed = { email, email_verified: false, closed_at: world.clock.now() };
  await world.db.updateTable('users').set(closed).where('id', '=', userId).execute();

  const asking = world.browserOf(await world.patient());
  await asking.post('/api/auth/confirm-password', { password: PASSWORD });
  expect((await asking.post('/rpc/request_email_change', { email })).status).toBe(200);
  const [change] = await world.system.selectFrom('email_changes').select('new_hash').execute();
  expect(change).toEqual({ new_hash: null });
  const appointed = appointAdmin(world, { email, name: 'Eve Stranger', language: 'en' });
  await expect(appointed).rejects.toBeInstanceOf(OtherRole);
  const desk = findOrMakeDeskAccount(world, { email, first_name: 'Eve', last_name: 'Stranger', language: 'en' });
  await expect(desk).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  const left = await world.db.selectFrom('users').select('email').where('id', '=', userId).execute();
  expect(left).toEqual([{ email }]);
});

test('an account is not erased unless the password was confirmed in the last minutes', async () => {
  const world = await aWorld();
  const patient = await world.patient();
  const browser = world.browserOf(patient);
  const answer = await browser.post('/rpc/erase_my_account', { is_final: true });
  expect(answer).toMatchObject({ status: 403, json: { code: 'PASSWORD_NEEDED' } });
  await browser.post('/api/auth/confirm-password', { password: PASSWORD });
  world.clock.advance(6 * 60_000);
  expect((await browser.post('/rpc/erase_my_account', { is_final: true })).status).toBe(403);
  expect((await browser.post('/rpc/who_am_i')).json.user).not.toBeNull();
});

test('trust 3: the copy of a person’s data has rows and pictures, is announced by email, expires, and is only for them', async () => {
  const world = await aWorld();
  const life = await aFullLife(world, { isSigned: true });
  const { json: copy } = await life.browser.post('/rpc/get_my_export');
  const path = `/api/exports/${copy.id}.zip`;
  expect((await world.browserOf(await world.patient()).get(path)).status).toBe(404);
  expect((await world.browser().get(path)).status).toBe(401);
  world.clock.advance(6 * 60_000);
  expect(await life.browser.get(path)).toMatchObject({ status: 403, json: { code: 'PASSWORD_NEEDED' } });
  await life.browser.post('/api/auth/confirm-password', { password: PASSWORD });
  expect((await life.browser.get(path)).status).toBe(200);
  for (const id of ['a'.repeat(36), 'a', `${copy.id}a`])
    expect(await life.browser.get(`/api/exports/${id}.zip`)).toMatchObject({
      status: 404,
      json: { code: 'NOT_FOUND' },
    });
  const told = (await world.mails()).filter(({ subject }) => subject === 'The copy of your data is ready');
  expect(told.map(({ to }) => to)).toEqual([life.email]);

  const parts: Buffer[] = [];
  const row = await withSystem(world.system, (tx) => tx.selectFrom('exports').selectAll().executeTakeFirstOrThrow());
  for await (const part of world.archives.read({ userId: life.patient.userId }, row.id, row.parts)) parts.push(part);
  const zip = Buffer.concat(parts);
  expect(zip.length).toBe(row.size_bytes);
  const files = unzipSync(zip);
  const json = (table: string) =>
    JSON.parse(strFromU8(files[`data/${table}.json`] ?? new Uint8Array())) as Record<string, unknown>[];
  expect(json('users')).toMatchObject([{ email: life.email, last_name: NAME }]);
  expect(json('renderings')).toHaveLength(9);
  expect(json('case_messages')).toMatchObject([{ body: 'Is ice allowed afterwards?' }]);
  expect(json('subscriptions')).toMatchObject([{ plan: 'plus' }]);
  // The copy contains 14 images: photos of three poses and one expression, nine renderings, and the profile photo.
  expect(Object.keys(files).filter((name) => name.startsWith('photos/'))).toHaveLength(14);
  expect(strFromU8(files['index.html'] ?? new Uint8Array())).toContain(NAME);

  // The copy contains no keys, and nothing that is hidden from patients.
  const all = Object.entries(files)
    .filter(([name]) => name.endsWith('.json'))
    .map(([, bytes]) => strFromU8(bytes))
    .join('\n');
  for (const word of [
    'token',
    'secret',
    'password',
    'admin_private_note',
    'negotiated_price_cents',
    'provider_price_cents',
  ])
    expect([word, new RegExp(`"${word}\\w*"\\s*:`).test(all)]).toEqual([word, false]);

  world.clock.advance(8 * 86_400_000);
  expect((await life.browser.get(path)).status).toBe(404);
  await world.jobs.runNow('privacy.forgetExports', {});
  expect(filesIn(world, 'archives')).toEqual([]);
});

test('the copy of a person’s data contains no draft or rendering that a doctor has not signed', async () => {
  const world = await aWorld();
  const life = await aFullLife(world, { isSigned: false });
  const row = await withSystem(world.system, (tx) => tx.selectFrom('exports').selectAll().executeTakeFirstOrThrow());
  const parts: Buffer[] = [];
  for await (const part of world.archives.read({ userId: life.patient.userId }, row.id, row.parts)) parts.push(part);
  const names = Object.keys(unzipSync(Buffer.concat(parts)));
  expect(names).toContain('data/cases.json');
  expect(names).not.toContain('data/drafts.json');
  expect(names).not.toContain('data/renderings.json');
});
