import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Import, ImportCells, ImportRow } from '#contract/imports.ts';
import { withStaff, withSystem, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { PASSWORD } from '../../../test/people.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { runRows } from './run-import.ts';
import { readAmount, readDay, readPhone, readTreatment } from './read-cells.ts';

const NOW = new Date('2026-06-10T09:00:00Z');

async function aClinic() {
  const world = await aWorld({ now: NOW });
  const me = await world.admin();
  const admin = world.browserOf(me);
  const post = (name: string, input: object = {}) => admin.post(`/rpc/admin_${name}`, input);
  const settle = async () => {
    for (const { name, payload } of world.sentJobs.splice(0))
      if (name.startsWith('imports.')) await world.jobs.runNow(name, payload);
  };
  /** Submits a file and returns the result of the dry run. */
  const check = async (cells: readonly ImportCells[], start: object = {}) => {
    const import_id = randomUUID();
    const input = { import_id, name: 'patients.csv', ground: 'care', ground_note: 'Same clinic', date_order: 'dmy' };
    const begun = await post('start_import', {
      ...input,
      country: 'FR',
      language: 'fr',
      expected: cells.length,
      ...start,
    });
    expect(begun.status).toBe(200);
    const rows = cells.map((each, at) => ({ line: at + 2, cells: each }));
    expect((await post('add_import_rows', { import_id, rows })).json).toEqual({ received: rows.length });
    expect((await post('check_import', { import_id })).status).toBe(200);
    await settle();
    return { import_id, rows: await rowsOf(import_id) };
  };
  const rowsOf = async (import_id: string): Promise<ImportRow[]> =>
    (await post('list_import_rows', { import_id })).json.rows;
  const get = async (import_id: string): Promise<Import> => (await post('get_import', { import_id })).json;
  const run = async (import_id: string) => {
    expect((await post('run_import', { import_id })).status).toBe(200);
    await settle();
    return get(import_id);
  };
  const undo = async (import_id: string) => {
    const answer = await post('undo_import', { import_id });
    await settle();
    return answer;
  };
  return { world, me, admin, post, check, run, undo, get, rowsOf, settle };
}

const anna = {
  email: 'Anna.Petit@example.org',
  first_name: 'Anna',
  last_name: 'Petit',
  birth_date: '03/05/1980',
} as const satisfies ImportCells;
const visit = { treated_on: '12/01/2026', treatment: 'Botox front', product: 'Vistabel', lot: 'C123', amount: '12,5' };

const idOf = async (world: World, email: string): Promise<string | undefined> =>
  (await world.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())?.id;
const treatmentsOf = (world: World, userId: string) =>
  withSystem(world.system, (tx) =>
    tx.selectFrom('imported_treatments').selectAll().where('user_id', '=', userId).orderBy('treated_on').execute(),
  );

const rowsWithCells = (world: World) =>
  withSystem(world.system, (tx) =>
    tx.selectFrom('import_rows').select('line').where('cells', 'is not', null).execute(),
  );

/** Runs the job of an import and makes it fail after the first batch. */
async function runFirstBatch(world: World, importId: string): Promise<void> {
  world.sentJobs.splice(0);
  let batches = 0;
  const signal = new AbortController().signal;
  signal.throwIfAborted = () => {
    if (batches++ > 0) throw new Error('gave up');
  };
  await expect(runRows(world, importId, signal)).rejects.toThrow('gave up');
}

test('a refused row of an import names all rules that it breaks, and creates nothing', async () => {
  const { check, run, world } = await aClinic();
  const broken: [ImportCells, string[]][] = [
    [{ ...anna, email: '' }, ['email_missing']],
    [{ ...anna, email: 'anna@' }, ['email_invalid']],
    [{ ...anna, email: 'c@example.org', first_name: ' ' }, ['first_name_missing']],
    [{ ...anna, email: 'd@example.org', last_name: '' }, ['last_name_missing']],
    [{ ...anna, email: 'e@example.org', birth_date: '' }, ['birth_date_missing']],
    [{ ...anna, email: 'f@example.org', birth_date: '31/02/1980' }, ['birth_date_invalid']],
    [{ ...anna, email: 'g@example.org', birth_date: '03/05/80' }, ['birth_date_invalid']],
    [{ ...anna, email: 'h@example.org', birth_date: '11/06/2008' }, ['under_age']],
    [{ ...anna, email: 'i@example.org', phone: '12' }, ['phone_invalid']],
    [{ ...anna, email: 'j@example.org', treatment: 'Botox' }, ['treated_on_missing']],
    [{ ...anna, email: 'k@example.org', treatment: 'Botox', treated_on: '2026' }, ['treated_on_invalid']],
    [{ ...anna, email: 'l@example.org', treatment: 'Botox', treated_on: '11/06/2026' }, ['treated_in_future']],
    [{ ...anna, email: 'm@example.org', treated_on: '01/06/2026' }, ['treatment_missing']],
    [{ ...anna, email: 'n@example.org', ...visit, amount: 'two' }, ['amount_invalid']],
    [{ ...anna, email: 'o@example.org', note: 'x'.repeat(2001) }, ['too_long']],
    [
      { email: 'p@', birth_date: '1/1/2020' },
      ['email_invalid', 'first_name_missing', 'last_name_missing', 'under_age'],
    ],
  ];
  const { import_id, rows } = await check(broken.map(([cells]) => cells));
  expect(rows.map(({ outcome, codes }) => [outcome, codes])).toEqual(broken.map(([, codes]) => ['refused', codes]));
  const signed = await check(
    [
      { ...anna, ...visit },
      { ...anna, email: 'q@example.org' },
    ],
    { ground: 'consent' },
  );
  expect(signed.rows.map(({ outcome, codes }) => [outcome, codes])).toEqual([
    ['refused', ['consent_missing']],
    ['new', []],
  ]);
  await run(import_id);
  const made = await world.db.selectFrom('users').select('email').where('role', '=', 'patient').execute();
  expect(made).toEqual([]);
});

test('imports are listed in pages, and an import that arrives between two pages neither hides nor repeats another', async () => {
  const { world, post } = await aClinic();
  const start = async (name: string) => {
    const file = { import_id: randomUUID(), name, ground: 'care', ground_note: 'Same clinic', date_order: 'dmy' };
    expect((await post('start_import', { ...file, country: 'FR', language: 'fr', expected: 1 })).status).toBe(200);
  };
  // All three begin at the same instant.
  for (const name of ['a.csv', 'b.csv', 'c.csv']) await start(name);
  const first = (await post('list_imports', { limit: 2 })).json;
  world.clock.advance(60_000);
  await start('d.csv');
  const second = (await post('list_imports', { limit: 2, after: first.next })).json;
  const names = [...first.rows, ...second.rows].map(({ name }: Import) => name);
  expect(names.toSorted()).toEqual(['a.csv', 'b.csv', 'c.csv']);
  expect(second.next).toBeNull();
});

test('a row of an import is compared with accounts, with earlier lines and with earlier imports', async () => {
  const { world, check, run, rowsOf } = await aClinic();
  await world.practitioner({ email: 'doctor@example.org' });
  await world.db.insertInto('users').values({ id: randomUUID(), email: 'half@example.org', name: 'Half' }).execute();
  const first = await check([{ ...anna, ...visit, reference: 'P1' }]);
  await run(first.import_id);
  const { import_id, rows } = await check([
    { ...anna, ...visit },
    { ...anna, ...visit, treated_on: '13/01/2026' },
    { ...anna, birth_date: '04/05/1980' },
    { ...anna, birth_date: '', ...visit, treated_on: '14/01/2026' },
    { ...anna, email: 'anna2@example.org' },
    { ...anna, email: 'doctor@example.org' },
    { ...anna, email: 'half@example.org' },
    { ...anna, email: 'bea@example.org', first_name: 'Béa', reference: 'P1' },
    { ...anna, email: 'carl@example.org', first_name: 'Carl', reference: 'P2', ...visit },
    { email: 'CARL@example.org', ...visit },
    { email: 'carl@example.org', treated_on: '2026-02-01', treatment: 'Something new' },
    { ...anna, email: 'carl@example.org', first_name: 'Carla' },
    { ...anna, email: 'dora@example.org', first_name: 'Dora', reference: 'P2' },
  ]);
  const expected = [
    ['duplicate', [], null],
    ['add', [], null],
    ['refused', ['other_person_here'], null],
    ['refused', ['birth_date_missing'], null],
    ['new', ['same_name_and_birth_date'], null],
    ['refused', ['email_of_team'], null],
    ['refused', ['email_unconfirmed'], null],
    ['refused', ['reference_taken'], null],
    ['new', [], null],
    ['duplicate', [], 10],
    ['add', ['treatment_in_words'], 10],
    ['refused', ['other_person_in_file'], 10],
    ['refused', ['reference_taken'], 10],
  ];
  const said = (all: ImportRow[]) => all.map(({ outcome, codes, about_line }) => [outcome, codes, about_line]);
  expect(said(rows)).toEqual(expected);
  expect(rows[4]?.like?.name).toBe('Anna Petit');
  await run(import_id);
  // The run gives the same outcomes as the dry run.
  expect(said(await rowsOf(import_id))).toEqual(expected);
  const carl = (await idOf(world, 'carl@example.org')) ?? '';
  expect((await treatmentsOf(world, carl)).map(({ treated_on, kind }) => [treated_on, kind])).toEqual([
    ['2026-01-12', 'botox'],
    ['2026-02-01', 'other'],
  ]);
  expect(await rowsWithCells(world)).toEqual([]);
});

test('an imported patient signs in with the link and the birth date, and has given no consent', {
  timeout: 60_000,
}, async () => {
  const { world, check, run, post, settle } = await aClinic();
  const { import_id } = await check([{ ...anna, ...visit, phone: '06 12 34 56 78' }]);
  const done = await run(import_id);
  expect(done).toMatchObject({ state: 'done', counts: { new: 1 }, undo_until: '2026-06-11T09:00:00.000Z' });
  const id = (await idOf(world, 'anna.petit@example.org')) ?? '';
  const consents = await withSystem(world.system, (tx) => tx.selectFrom('consents').selectAll().execute());
  expect(consents).toEqual([]);
  // Patients get an email only when the administrator sends the invitations. A second click sends no further email.
  expect(await world.mails()).toEqual([]);
  expect((await post('invite_imported', { import_id })).json).toEqual({ invited: 1 });
  await settle();
  expect((await post('invite_imported', { import_id })).json).toEqual({ invited: 0 });
  const [mail] = await world.mails();
  expect(mail).toMatchObject({ to: 'anna.petit@example.org', language: 'fr' });
  expect(mail?.text).not.toMatch(/botox|Vistabel/i);

  const visitor = world.browser();
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  expect((await visitor.post('/api/auth/review-reset', { token })).json).toMatchObject({ needs_birth_date: true });
  const choose = (birthDate?: string) =>
    visitor.post('/api/auth/reset-password', { token, newPassword: PASSWORD, ...(birthDate && { birthDate }) });
  expect((await choose()).json.code).toBe('BIRTH_DATE_WRONG');
  expect((await choose('1980-05-04')).json.code).toBe('BIRTH_DATE_WRONG');
  expect((await choose('1980-05-03')).status).toBe(200);
  const signedIn = await visitor.post('/api/auth/sign-in/email', { email: anna.email, password: PASSWORD });
  expect(signedIn.status).toBe(200);
  // The patient now uses the account, and can read the imported records.
  const own = await withUser(world.db, id, (tx) => tx.selectFrom('imported_treatments').select('lot').execute());
  expect(own).toEqual([{ lot: 'C123' }]);
});

test('an invitation is sent once an hour and five times at most, and a new one makes the earlier link invalid', {
  timeout: 60_000,
}, async () => {
  const { world, check, run, post, settle } = await aClinic();
  const { import_id } = await check([anna, { ...anna, email: 'in@example.org', first_name: 'Ina' }]);
  await run(import_id);
  await post('invite_imported', { import_id });
  await settle();
  const id = (await idOf(world, 'anna.petit@example.org')) ?? '';
  await withSystem(world.system, async (tx) => {
    const ina = await tx
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'in@example.org')
      .executeTakeFirstOrThrow();
    await tx.updateTable('invitations').set({ accepted_at: NOW }).where('user_id', '=', ina.id).execute();
  });
  const tokens = async () =>
    (await world.mails())
      .filter(({ to }) => to === 'anna.petit@example.org')
      .map(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? '');
  const open = async (token = '') => (await world.browser().post('/api/auth/review-reset', { token })).status;
  const invitation = async () => (await post('get_user', { user_id: id })).json.invitation;
  expect(await invitation()).toEqual({ mailed_at: NOW.toISOString(), may_mail: false });
  // A person who entered a wrong birth date too often can try again with a new link.
  await world.db.updateTable('invitations').set({ tries: 10 }).where('user_id', '=', id).execute();
  expect((await post('invite_imported', { import_id, again: true })).json).toEqual({ invited: 0 });
  expect((await post('invite_again', { user_id: id })).json).toEqual({ invited: false });
  world.clock.advance(3_600_000);
  expect(await invitation()).toMatchObject({ may_mail: true });
  expect((await post('invite_imported', { import_id, again: true })).json).toEqual({ invited: 1 });
  await settle();
  const [first, second] = await tokens();
  expect(await open(first)).toBe(400);
  expect(await open(second)).toBe(200);
  const body = { token: second, newPassword: PASSWORD, birthDate: '1980-05-04' };
  expect((await world.browser().post('/api/auth/reset-password', body)).json.code).toBe('BIRTH_DATE_WRONG');
  for (const invited of [true, true, true, false]) {
    world.clock.advance(3_600_000);
    expect((await post('invite_again', { user_id: id })).json).toEqual({ invited });
  }
  expect(await tokens()).toHaveLength(5);
  await world.db.updateTable('invitations').set({ accepted_at: NOW }).where('user_id', '=', id).execute();
  expect(await invitation()).toBeNull();
  expect((await post('invite_again', { user_id: id })).status).toBe(404);
});

test('after five wrong birth dates on an invitation, even the right date is refused for a while', async () => {
  const { world, check, run, post, settle } = await aClinic();
  const { import_id } = await check([anna]);
  await run(import_id);
  await post('invite_imported', { import_id });
  await settle();
  const token = /token=([\w-]+)/.exec((await world.mails())[0]?.text ?? '')?.[1] ?? '';
  const statuses: number[] = [];
  for (const day of ['01', '02', '04', '05', '06', '03'])
    statuses.push(
      (
        await world
          .browser()
          .post('/api/auth/reset-password', { token, newPassword: PASSWORD, birthDate: `1980-05-${day}` })
      ).status,
    );
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
});

test('an invitation allows ten tries of the birth date, and then refuses even the right date', async () => {
  const { world, check, run, post, settle } = await aClinic();
  const { import_id } = await check([anna]);
  await run(import_id);
  await post('invite_imported', { import_id });
  await settle();
  const token = /token=([\w-]+)/.exec((await world.mails())[0]?.text ?? '')?.[1] ?? '';
  const choose = async (birthDate: string) => {
    const body = { token, newPassword: PASSWORD, birthDate };
    return (await world.browser().post('/api/auth/reset-password', body)).json.code;
  };
  const anHourPasses = () => world.db.deleteFrom('tries').execute();
  for (let tried = 0; tried < 10; tried++) {
    if (tried === 5) await anHourPasses();
    expect(await choose('1980-05-04')).toBe('BIRTH_DATE_WRONG');
  }
  await anHourPasses();
  expect(await choose('1980-05-03')).toBe('BIRTH_DATE_LOCKED');
  // A link from "forgot password" is not a new invitation, so it allows no further tries.
  await world.browser().post('/api/auth/request-password-reset', { email: 'anna.petit@example.org' });
  const second = /token=([\w-]+)/.exec((await world.mails()).at(-1)?.text ?? '')?.[1] ?? '';
  expect(second).not.toBe(token);
  const body = { token: second, newPassword: PASSWORD, birthDate: '1980-05-03' };
  expect((await world.browser().post('/api/auth/reset-password', body)).json.code).toBe('BIRTH_DATE_LOCKED');
});

test('an undo of an import keeps the records of people who used the account or whose data a doctor opened', async () => {
  const { world, check, run, undo, get, rowsOf } = await aClinic();
  const known = await world.patient({
    birth_date: null,
    email: 'known@example.org',
    first_name: 'Anna',
    last_name: 'Petit',
  });
  const { import_id } = await check([
    { ...anna, ...visit },
    { ...anna, email: 'used@example.org', first_name: 'Uma' },
    { ...anna, email: 'known@example.org', ...visit },
    { ...anna, email: 'seen@example.org', first_name: 'Sara', ...visit },
  ]);
  await run(import_id);
  const used = (await idOf(world, 'used@example.org')) ?? '';
  const seen = (await idOf(world, 'seen@example.org')) ?? '';
  await withSystem(world.system, (tx) =>
    tx.updateTable('invitations').set({ accepted_at: NOW }).where('user_id', '=', used).execute(),
  );
  const doctor = await world.practitioner();
  await world.audit.record(world.db, {
    actor: doctor.userId,
    actor_role: 'practitioner',
    action: 'history.viewed',
    subject: `case:${randomUUID()}`,
    patient_id: seen,
    reason: 'treatment',
  });
  // The audit log uses the clock of the database, which is ahead of the test clock. The doctor's access is therefore
  // later than the import.
  expect((await undo(import_id)).status).toBe(200);
  expect(await get(import_id)).toMatchObject({ state: 'undone', kept: 2, undo_until: null });
  expect((await rowsOf(import_id)).map(({ undo: became, codes }) => [became, codes.includes('patient_kept')])).toEqual([
    ['removed', false],
    ['kept', true],
    ['removed', false],
    ['kept', true],
  ]);
  expect(await idOf(world, 'anna.petit@example.org')).toBeUndefined();
  expect(await idOf(world, 'known@example.org')).toBe(known.userId);
  expect(await treatmentsOf(world, known.userId)).toEqual([]);
  expect(await treatmentsOf(world, seen)).toHaveLength(1);
  expect((await undo(import_id)).json.code).toBe('IMPORT_NOT_UNDOABLE');
});

test('an import whose job stopped can be undone for the rows that it handled, within a day of its start', async () => {
  const { world, post, check, undo, get, rowsOf, settle } = await aClinic();
  const known = await world.patient({
    birth_date: null,
    email: 'known@example.org',
    first_name: 'Anna',
    last_name: 'Petit',
  });
  const many = Array.from({ length: 101 }, (_, at) => ({ ...anna, ...visit, email: `p${at}@example.org` }));
  const { import_id } = await check([...many, { ...anna, ...visit, email: 'known@example.org' }]);
  expect((await post('run_import', { import_id })).json).toMatchObject({
    state: 'running',
    undo_until: '2026-06-11T09:00:00.000Z',
  });
  await runFirstBatch(world, import_id);
  expect(await get(import_id)).toMatchObject({ state: 'running', handled: 100 });
  expect(await idOf(world, 'p0@example.org')).toBeDefined();

  expect((await post('undo_import', { import_id })).json.state).toBe('undoing');
  // The job of this undo is lost, as if it had failed. The administrator starts the undo a second time.
  world.sentJobs.splice(0);
  expect((await undo(import_id)).status).toBe(200);
  expect(await get(import_id)).toMatchObject({ state: 'undone', kept: 0 });
  expect(await idOf(world, 'p0@example.org')).toBeUndefined();
  expect(await idOf(world, 'known@example.org')).toBe(known.userId);
  expect((await rowsOf(import_id))[0]).toMatchObject({ undo: 'removed' });
  expect(await rowsWithCells(world)).toEqual([]);
  // A delayed job of the run finds that the import was undone, and does nothing.
  await world.jobs.runNow('imports.run', { import_id });
  expect(await idOf(world, 'p100@example.org')).toBeUndefined();

  const late = await check([anna]);
  await post('run_import', { import_id: late.import_id });
  world.sentJobs.splice(0);
  world.clock.advance(24 * 3_600_000);
  expect((await post('undo_import', { import_id: late.import_id })).json.code).toBe('IMPORT_NOT_UNDOABLE');
  await settle();
});

test('an undo of an import whose job stopped lists only people whose rows the job handled', async () => {
  const { world, post, check, undo, get, rowsOf } = await aClinic();
  const [first, last] = [
    await world.patient({ birth_date: null, email: 'first@example.org', first_name: 'Anna', last_name: 'Petit' }),
    await world.patient({ birth_date: null, email: 'last@example.org', first_name: 'Anna', last_name: 'Petit' }),
  ];
  const refused = Array.from({ length: 99 }, () => ({ ...anna, email: '' }));
  const known = (email: string) => ({ ...anna, ...visit, email });
  const { import_id } = await check([known('first@example.org'), ...refused, known('last@example.org')]);
  await post('run_import', { import_id });
  await runFirstBatch(world, import_id);
  expect((await undo(import_id)).status).toBe(200);
  expect(await get(import_id)).toMatchObject({ state: 'undone', kept: 0 });
  const logOf = async (who: SignedIn) => {
    const { rows } = (await world.browserOf(who).post('/rpc/list_my_access_log')).json;
    return rows.map(({ action }: { action: string }) => action);
  };
  expect(await logOf(first)).toEqual(['import.removed', 'import.added']);
  expect(await logOf(last)).toEqual([]);
  expect((await rowsOf(import_id))[0]).toMatchObject({ undo: 'removed' });
  const { rows: beyond } = (await post('list_import_rows', { import_id, after: 101 })).json;
  expect(beyond).toMatchObject([{ email: 'last@example.org', undo: null }]);
});

test("a patient reads their own imported records, and nobody else's", async () => {
  const { world, check, run } = await aClinic();
  const mine = await world.patient({
    birth_date: null,
    email: 'mine@example.org',
    first_name: 'Anna',
    last_name: 'Petit',
  });
  await run((await check([{ ...anna, ...visit, email: 'mine@example.org' }])).import_id);
  expect((await world.browserOf(mine).post('/rpc/get_my_imported')).json).toEqual({
    treatments: [
      expect.objectContaining({ treated_on: '2026-01-12', words: 'Botox front', lot: 'C123', amount: 12.5 }),
    ],
    photos: [],
    next: null,
  });
  expect((await world.browserOf(await world.patient()).post('/rpc/get_my_imported')).json).toEqual({
    treatments: [],
    photos: [],
    next: null,
  });
});

test('an import cannot be undone after a day', async () => {
  const { world, check, run, undo } = await aClinic();
  const { import_id } = await check([anna]);
  await run(import_id);
  world.clock.advance(24 * 3_600_000);
  expect((await undo(import_id)).json.code).toBe('IMPORT_NOT_UNDOABLE');
  expect(await idOf(world, 'anna.petit@example.org')).toBeDefined();
});

test('the cells of an import whose job stopped are deleted after a week', async () => {
  const { world, post, check } = await aClinic();
  const { import_id } = await check([{ ...anna, ...visit }]);
  expect((await post('run_import', { import_id })).json.state).toBe('running');
  const forget = async (days: number) => {
    world.clock.advance(days * 24 * 3_600_000);
    await world.jobs.runNow('imports.forget', {});
    return (await rowsWithCells(world)).length;
  };
  expect(await forget(6.9)).toBe(1);
  expect(await forget(0.2)).toBe(0);
});

test.each([
  ['finished', true],
  ['stopped', false],
])('the report of an import that %s is deleted after thirty days, with the emails in it', async (_, isFinished) => {
  const { world, post, check, run, rowsOf } = await aClinic();
  const { import_id } = await check([{ ...anna, ...visit }]);
  await (isFinished ? run(import_id) : post('run_import', { import_id }));
  world.sentJobs.splice(0);
  const forget = async (days: number) => {
    world.clock.advance(days * 24 * 3_600_000);
    await world.jobs.runNow('imports.forget', {});
    return (await rowsOf(import_id)).map(({ email }) => email);
  };
  expect(await forget(29.9)).toEqual(['anna.petit@example.org']);
  expect(await forget(0.2)).toEqual([]);
});

test('an import recognises an account without a birth date by its full name', async () => {
  const { world, check } = await aClinic();
  await world.patient({ birth_date: null, email: 'home@example.org', first_name: 'Béatrice', last_name: 'Petit' });
  await world.patient({ birth_date: null, email: 'unnamed@example.org', first_name: '', last_name: '' });
  const ofHome = { ...anna, ...visit, email: 'home@example.org' };
  const { rows } = await check([
    { ...ofHome, first_name: 'Anna' },
    { ...ofHome, first_name: '' },
    { ...ofHome, first_name: 'Béatrice', last_name: '' },
    { ...ofHome, first_name: 'Béatrice', last_name: 'Roux' },
    { ...visit, email: 'unnamed@example.org' },
    { ...ofHome, first_name: 'beatrice', last_name: 'PETIT' },
  ]);
  const other = ['refused', ['other_person_here']];
  expect(rows.map(({ outcome, codes }) => [outcome, codes])).toEqual([...Array(5).fill(other), ['add', []]]);
});

test('an import cannot skip a step, and an import that was checked but not run is deleted after a day', async () => {
  const { world, post, check, get } = await aClinic();
  const import_id = randomUUID();
  const start = { import_id, name: 'a.csv', ground: 'care', ground_note: 'x', date_order: 'dmy', country: 'FR' };
  await post('start_import', { ...start, language: 'en', expected: 2 });
  const one = { import_id, rows: [{ line: 2, cells: anna }] };
  await post('add_import_rows', one);
  expect((await post('add_import_rows', one)).json).toEqual({ received: 1 });
  expect((await post('check_import', { import_id })).json.code).toBe('IMPORT_NOT_READY');
  expect((await post('run_import', { import_id })).json.code).toBe('IMPORT_NOT_READY');
  const checked = await check([anna]);
  expect((await post('add_import_rows', { ...one, import_id: checked.import_id })).json.code).toBe('IMPORT_NOT_READY');
  expect((await post('drop_import', { import_id })).json).toEqual({ dropped: true });
  world.clock.advance(25 * 3_600_000);
  await world.jobs.runNow('imports.forget', {});
  expect((await post('get_import', { import_id: checked.import_id })).status).toBe(404);
  await expect(get(import_id)).resolves.toMatchObject({ code: 'NOT_FOUND' });
});

test('the database hides imported treatments from other patients, doctors of other patients and administrators', async () => {
  const { world, me, check, run } = await aClinic();
  await run((await check([{ ...anna, ...visit }])).import_id);
  const stranger = await world.patient();
  const doctor = await world.practitioner();
  const count = (tx: Parameters<Parameters<typeof withUser>[2]>[0]) =>
    sql<{ n: number }>`select count(*)::int as n from imported_treatments`.execute(tx).then(({ rows }) => rows[0]?.n);
  expect(await withUser(world.db, stranger.userId, count)).toBe(0);
  expect(await withStaff(world.db, doctor.userId, count)).toBe(0);
  expect(await withStaff(world.db, me.userId, count)).toBe(0);
  expect(await withUser(world.db, (await idOf(world, 'anna.petit@example.org')) ?? '', count)).toBe(1);
  const rows = sql`select from import_rows`;
  expect((await withStaff(world.db, doctor.userId, (tx) => rows.execute(tx))).rows).toEqual([]);
});

test('the cells of an import are read in the formats that clinics use', () => {
  expect(readDay('03/05/1980', 'dmy')).toBe('1980-05-03');
  expect(readDay('03/05/1980', 'mdy')).toBe('1980-03-05');
  expect(readDay('3.5.1980 00:00', 'dmy')).toBe('1980-05-03');
  expect(readDay('1980-05-03', 'mdy')).toBe('1980-05-03');
  expect(readDay('29/02/2023', 'dmy')).toBeNull();
  expect(readDay('03/05/1980', 'ymd')).toBeNull();
  expect(readPhone('06 12 34 56 78', 'FR')).toBe('+33 612345678');
  expect(readPhone('+32 470 12 34 56', 'FR')).toBe('+32 470123456');
  expect([readAmount('0,8'), readAmount('12.5'), readAmount('0'), readAmount('1e3'), readAmount('-2')]).toEqual([
    0.8,
    12.5,
    null,
    null,
    null,
  ]);
  expect(readTreatment('Toxine botulique')).toEqual({ kind: 'botox', treatment: null });
  expect(readTreatment('Acide hyaluronique lèvres')).toEqual({ kind: 'hyaluronic_acid', treatment: null });
  expect(readTreatment('glabella')).toMatchObject({ treatment: 'glabella' });
  expect(readTreatment('Massage')).toBeNull();
});
