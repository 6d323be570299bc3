import { randomUUID } from 'node:crypto';
import { type KyselyPlugin, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { anOffer, anOffered, aPaid, aRequested } from '../../../test/an-appointment.ts';
import { exportAppointments } from './export-appointments.ts';
import { makeOffer } from './make-offer.ts';
import { aWorld } from '../../../test/world.ts';

async function meet() {
  const world = await aWorld();
  const people = { patient: await world.patient(), admin: await world.admin() };
  return { world, people, patient: world.browserOf(people.patient), admin: world.browserOf(people.admin) };
}
type Row = { id: string; status: string; number: string };

describe('the list', () => {
  test('the search finds appointments by the first letters of words in email, name, city and treatment, without accents', async () => {
    const { world, people, admin } = await meet();
    const other = await world.patient({ first_name: 'Jérôme', last_name: 'Lefèvre', email: 'jerome.l@example.org' });
    await aRequested(world, people, { city_target: 'Saint-Étienne', treatment: 'Hyaluronic acid' });
    await aRequested(world, { patient: other }, { city_current: 'Zürich', treatment: 'Peeling' });
    const find = async (search: string) => (await admin.post('/rpc/admin_list_appointments', { search })).json;
    for (const search of ['jerome', 'LEFÈV', 'lefev jer', 'jerome.l@example', 'zur', 'peel', 'peeling zürich'])
      expect(await find(search), search).toMatchObject({
        total: 1,
        is_total_exact: true,
        rows: [{ requested_treatment: 'Peeling' }],
      });
    for (const search of ['etienne', 'saint-etienne', 'hyal acid'])
      expect((await find(search)).rows, search).toHaveLength(1);
    for (const search of ['erome', 'nantes zurich', "';--", '%', '_', '__%', 'peeling hyaluronic'])
      expect(await find(search), search).toMatchObject({ total: 0, rows: [] });
    expect((await find(' ')).total).toBe(2);
  });

  test('the search finds appointments by the provider of the offer in force, also combined with other words', async () => {
    const { world, people, admin } = await meet();
    const offered = await anOffered(world, people, { provider_name: 'Clinique Élysée' });
    const rest = await aRequested(world, people, { treatment: 'Peeling' });
    const find = async (search: string) =>
      (await admin.post('/rpc/admin_list_appointments', { search })).json.rows.map(({ id }: Row) => id);
    for (const search of ['elysee', 'clin ely', 'clinique botox', 'ELYS nantes'])
      expect(await find(search), search).toEqual([offered]);
    for (const search of ['lysee', 'clinique peeling', 'vasseur']) expect(await find(search), search).toEqual([]);
    await makeOffer(world, people.admin, anOffer(offered, { provider_name: 'Dr Aubry' }));
    expect([await find('elysee'), await find('aubry')]).toEqual([[], [offered]]);
    await admin.post('/rpc/admin_set_appointment_status', { appointment_ids: [offered], status: 'cancelled' });
    expect([await find('aubry'), await find('nantes')]).toEqual([[], [rest, offered]]);
  });

  test('the list filters appointments by day of request, day of appointment, country and provider, alone and combined', async () => {
    const { world, people, admin } = await meet();
    const { id: provider_id } = (await admin.post('/rpc/admin_save_provider', { name: 'Clinique Élysée' })).json;
    // The patients send their requests on the evening of 20 November in Paris, which is 21 November in Tokyo.
    const names: Record<string, string> = {};
    names[await aRequested(world, people, { country_target: 'BE' })] = 'belgian';
    names[await anOffered(world, people, { provider_id, provider_name: 'Clinique Élysée' })] = 'offered';
    world.clock.advance(86_400_000);
    names[await anOffered(world, people, { scheduled_at: '2026-12-05T00:30' })] = 'later';
    const find = async (input: object) => {
      const { rows, total } = (await admin.post('/rpc/admin_list_appointments', input)).json;
      expect(total).toBe(rows.length);
      return rows.map(({ id }: Row) => names[id]);
    };
    const paris = { timezone: 'Europe/Paris' };
    const table: [object, string[]][] = [
      [{}, ['later', 'offered', 'belgian']],
      [{ requested_from: '2026-11-21', ...paris }, ['later']],
      [{ requested_to: '2026-11-20', ...paris }, ['offered', 'belgian']],
      [{ requested_from: '2026-11-20', requested_to: '2026-11-20', ...paris }, ['offered', 'belgian']],
      [{ requested_from: '2026-11-20', requested_to: '2026-11-21' }, ['later', 'offered', 'belgian']],
      [{ requested_from: '2026-11-22' }, []],
      [{ scheduled_from: '2026-12-03', scheduled_to: '2026-12-03', ...paris }, ['offered']],
      [{ scheduled_from: '2026-12-05', ...paris }, ['later']],
      // 00:30 in Paris is 23:30 UTC on the day before.
      [{ scheduled_from: '2026-12-05' }, []],
      [{ scheduled_to: '2026-12-04' }, ['later', 'offered']],
      [{ country: 'BE' }, ['belgian']],
      [{ country: 'FR' }, ['later', 'offered']],
      [{ country: 'DE' }, []],
      [{ provider_id }, ['offered']],
      [{ provider_id, country: 'BE' }, []],
      [{ provider_id, search: 'nantes', requested_from: '2026-11-20' }, ['offered']],
      [{ country: 'FR', search: 'vasseur', scheduled_from: '2026-12-04' }, ['later']],
      [{ country: 'FR', status: 'pending' }, []],
    ];
    for (const [input, expected] of table) expect(await find(input), JSON.stringify(input)).toEqual(expected);
    for (const [input, fields] of [
      [{ country: 'QQ' }, { country: ['unknown'] }],
      [{ requested_from: '2026-11-20', timezone: 'Mars/Olympus' }, { timezone: ['unknown'] }],
    ] as const)
      expect((await admin.post('/rpc/admin_list_appointments', input)).json.data.fields).toEqual(fields);
    expect((await admin.post('/rpc/admin_list_appointments', { requested_from: '2026-02-30' })).status).toBe(400);
    const { text } = await admin.post('/rpc/admin_export_appointments', { provider_id });
    expect(text.trim().split('\r\n').slice(1)).toEqual([expect.stringContaining('Clinique Élysée')]);
  });

  test('the search finds rare words behind a thousand newer rows, and words of more than twelve letters', async () => {
    const { world, people, admin } = await meet();
    await withSystem(world.system, (tx) =>
      sql`insert into appointments (id, patient_id, status, created_at, updated_at, patient_full_name, patient_email, requested_treatment,
                                city_current, city_target, country_current, country_target)
      select gen_random_uuid(), ${people.patient.userId}::uuid, 'pending', now() - make_interval(hours => n), now(),
             case n when 1150 then 'Anneliese Oberhauserstein' when 1160 then 'Anna Oberhauserberg' else 'Carl Weiss' end, 'n' || n || '@example.org',
             'Laser', 'Nantes', 'Paris', 'FR', 'FR' from generate_series(1, 1200) n`.execute(tx),
    );
    const find = async (search: string, more = {}) =>
      (await admin.post('/rpc/admin_list_appointments', { search, limit: 50, ...more })).json;
    expect(await find('an oberh')).toMatchObject({ total: 2, is_total_exact: true });
    expect(await find('oberhauserst laser')).toMatchObject({
      total: 1,
      rows: [{ patient_email: 'n1150@example.org' }],
    });
    expect(await find('oberhauserberg')).toMatchObject({ total: 1, rows: [{ patient_email: 'n1160@example.org' }] });
    expect((await find('an oberh', { status: 'done' })).total).toBe(0);
    const first = await find('weiss');
    expect(first.rows.map((row: { patient_email: string }) => row.patient_email).slice(0, 2)).toEqual([
      'n1@example.org',
      'n2@example.org',
    ]);
    expect([first.is_total_exact, first.total >= 50]).toEqual([false, true]);
    expect((await find('weiss', { after: first.next })).rows[0].patient_email).toBe('n51@example.org');
    expect(await find('an oberh', { offset: 50 })).toMatchObject({ rows: [], total: 2, is_total_exact: true });
    const beyond = await find('weiss', { offset: 5000 });
    expect(beyond).toMatchObject({ rows: [], is_total_exact: false });
    expect(beyond.total).toBeLessThanOrEqual(1198);
  });

  test('a search that fills a page from the newest year shows the newest rows there, and all others on the next pages', async () => {
    const { world, people, admin } = await meet();
    // One appointment in a hundred belongs to the patient Benoît. The appointments cover four years. Ten of the newest
    // thousand belong to Benoît.
    await withSystem(world.system, (tx) =>
      sql`insert into appointments (id, patient_id, status, created_at, updated_at, patient_full_name, patient_email, requested_treatment,
                                city_current, city_target, country_current, country_target)
      select gen_random_uuid(), ${people.patient.userId}::uuid, 'pending', now() - make_interval(hours => 10 * n), now(),
             case n % 100 when 0 then 'Benoît Roy' else 'Carl Weiss' end, 'n' || n || '@example.org',
             'Laser', 'Nantes', 'Paris', 'FR', 'FR' from generate_series(3500, 1, -1) n`.execute(tx),
    );
    const find = async (more: object) =>
      (await admin.post('/rpc/admin_list_appointments', { search: 'benoit roy', ...more })).json;
    const emails = ({ rows }: { rows: { patient_email: string }[] }) => rows.map((row) => row.patient_email);
    const first = await find({ limit: 4 });
    expect(emails(first)).toEqual([100, 200, 300, 400].map((n) => `n${n}@example.org`));
    expect(first.is_total_exact).toBe(false);
    expect(first.total).toBeLessThan(35);
    const next = await find({ limit: 4, after: first.next });
    expect(emails(next)).toEqual([500, 600, 700, 800].map((n) => `n${n}@example.org`));
    expect(next).toMatchObject({ total: 35, is_total_exact: true });
    expect(await find({ limit: 50 })).toMatchObject({ total: 35, is_total_exact: true, next: null });
  });

  test('the next page of the list continues after the last row even if requests are added, and the totals are right', async () => {
    const { world, people, admin } = await meet();
    for (let count = 0; count < 7; count++) await aRequested(world, people);
    const list = async (input: object) =>
      (await admin.post('/rpc/admin_list_appointments', { limit: 3, ...input })).json;
    const first = await list({});
    await aRequested(world, people);
    const second = await list({ after: first.next });
    const third = await list({ after: second.next });
    const ids = [first, second, third].flatMap(({ rows }) => rows.map(({ id }: Row) => id));
    expect([ids.length, new Set(ids).size, third.next]).toEqual([7, 7, null]);
    expect(third).toMatchObject({ total: 8, is_total_exact: true, counts: { all: 8, pending: 8, done: 0 } });
    expect((await list({ offset: 6 })).rows).toHaveLength(2);
    expect((await list({ limit: 501 })).code).toBe('INVALID_INPUT');
    expect((await list({ after: 'nonsense' })).data.fields).toEqual({ after: ['unreadable'] });
  });

  test('the list filters by a status in any spelling, and its counts follow every change of a status', async () => {
    const { world, people, admin } = await meet();
    const id = await aRequested(world, people);
    await anOffered(world, people);
    await admin.post('/rpc/admin_set_appointment_status', { appointment_ids: [id], status: 'done' });
    const list = async (status: string) => (await admin.post('/rpc/admin_list_appointments', { status })).json;
    expect((await list('Terminé')).rows).toMatchObject([{ id }]);
    expect((await list('Awaiting Payment')).total).toBe(1);
    expect(await list('all')).toMatchObject({ total: 2, counts: { all: 2, done: 1, awaiting_payment: 1, pending: 0 } });
    expect((await list('soon')).data.fields).toEqual({ status: ['unknown'] });
    await world.jobs.runNow('appointments.foldTallies', {});
    expect((await list('all')).counts).toMatchObject({ all: 2, done: 1, awaiting_payment: 1 });
  });

  test('the list filters by overdue answers and by coordinator', async () => {
    const { world, people, admin } = await meet();
    const id = await aRequested(world, people);
    const find = async (input: object) => (await admin.post('/rpc/admin_list_appointments', input)).json.total;
    expect(await find({ is_overdue: true })).toBe(0);
    world.clock.advance(5 * 86_400_000);
    expect(await find({ is_overdue: true })).toBe(1);
    const assign = (coordinator_id: string | null) =>
      admin.post('/rpc/admin_assign_appointments', { appointment_ids: [id], coordinator_id });
    expect((await assign(people.admin.userId)).json).toEqual({ assigned: [id] });
    expect((await assign(people.admin.userId)).json).toEqual({ assigned: [] });
    expect((await assign(people.patient.userId)).status).toBe(404);
    expect([await find({ coordinator: people.admin.userId }), await find({ coordinator: 'none' })]).toEqual([1, 0]);
  });
});

describe('setting a status', () => {
  test('a bulk change checks each appointment, and one undo restores all except the one whose offer it ended', async () => {
    const { world, people, admin } = await meet();
    const [first, second] = [await aRequested(world, people), await aRequested(world, people)];
    const offered = await anOffered(world, people);
    const set = async (status: string, reason = '') =>
      (
        await admin.post('/rpc/admin_set_appointment_status', {
          appointment_ids: [first, second, offered, randomUUID()],
          status,
          reason,
        })
      ).json;
    const changed = await set('cancelled');
    expect(changed.changed.sort()).toEqual([first, second, offered].sort());
    expect(changed.refused).toMatchObject([{ code: 'NOT_FOUND' }]);
    world.clock.advance(20_000);
    const undone = (await admin.post('/rpc/admin_undo_status', { change_id: changed.change_id })).json;
    // A change that ended an offer can be undone only within twenty seconds. The cancellation of the third appointment
    // ended its offer.
    expect({ undone: undone.undone.sort(), kept: undone.kept }).toEqual({
      undone: [first, second].sort(),
      kept: [offered],
    });
    const again = await admin.post('/rpc/admin_undo_status', { change_id: changed.change_id });
    expect(again.json.code).toBe('CANNOT_UNDO');
    expect((await set('confirmed')).refused.map(({ code }: { code: string }) => code).sort()).toEqual([
      'NOT_FOUND',
      'REASON_REQUIRED',
      'REASON_REQUIRED',
      'REASON_REQUIRED',
    ]);
  });

  test.each([
    ['en_attente', 200, 'STATUS_UNCHANGED'],
    ['PENDING', 200, 'STATUS_UNCHANGED'],
    ['En cours', 200, undefined],
    ['Annulé', 200, undefined],
    ['done', 200, undefined],
    ['awaiting_payment', 400, undefined],
    ['somewhere', 400, undefined],
  ])(
    'the status %s is recognised in any spelling, or refused if an administrator cannot set it',
    async (status, expected, refused) => {
      const { world, people, admin } = await meet();
      const id = await aRequested(world, people);
      const answer = await admin.post('/rpc/admin_set_appointment_status', { appointment_ids: [id], status });
      expect([answer.status, answer.json.refused?.[0]?.code]).toEqual([expected, refused]);
    },
  );

  test('a change of the status cannot be undone by a colleague, after another change, or after ten minutes', async () => {
    const { world, people, admin } = await meet();
    const id = await aRequested(world, people);
    const set = async () =>
      (await admin.post('/rpc/admin_set_appointment_status', { appointment_ids: [id], status: 'in_progress' })).json
        .change_id;
    const change_id = await set();
    const colleague = world.browserOf(await world.admin());
    expect((await colleague.post('/rpc/admin_undo_status', { change_id })).status).toBe(409);
    await admin.post('/rpc/admin_set_shared_details', { appt_id: id, details: 'We are asking.' });
    expect((await admin.post('/rpc/admin_undo_status', { change_id })).status).toBe(409);
    await admin.post('/rpc/admin_set_appointment_status', { appointment_ids: [id], status: 'pending' });
    const late = await set();
    world.clock.advance(11 * 60_000);
    expect((await admin.post('/rpc/admin_undo_status', { change_id: late })).status).toBe(409);
  });

  test('if two administrators set the same status at once, one succeeds and the other reads that nothing changed', async () => {
    const { world, people, admin } = await meet();
    const colleague = world.browserOf(await world.admin());
    const id = await aRequested(world, people);
    const answers = await Promise.all(
      [admin, colleague, admin, colleague].map((browser) =>
        browser.post('/rpc/admin_set_appointment_status', { appointment_ids: [id], status: 'in_progress' }),
      ),
    );
    expect(answers.filter(({ json }) => json.changed.length === 1)).toHaveLength(1);
    const { timeline } = (await admin.post('/rpc/admin_get_appointment', { appointment_id: id })).json;
    expect(timeline.filter(({ kind }: { kind: string }) => kind === 'status_changed')).toHaveLength(1);
  });

  test('the timeline names the person, the change, the time and the reason', async () => {
    const { world, people, admin } = await meet();
    const id = await aPaid(world, people);
    const set = (status: string, reason = '') =>
      admin.post('/rpc/admin_set_appointment_status', { appointment_ids: [id], status, reason });
    await set('done');
    expect((await set('confirmed')).json.refused).toMatchObject([{ code: 'REASON_REQUIRED' }]);
    await set('confirmed', 'closed by mistake');
    const { timeline } = (await admin.post('/rpc/admin_get_appointment', { appointment_id: id })).json;
    expect(timeline.slice(0, 2)).toMatchObject([
      {
        from_status: 'done',
        to_status: 'confirmed',
        reason: 'closed by mistake',
        actor_is_patient: false,
        at: '2026-11-20T09:00:00.000Z',
      },
      { from_status: 'confirmed', to_status: 'done', reason: '' },
    ]);
    expect(timeline[0].actor_name).toMatch(/^Jeanne Diallo/);
    expect(timeline.at(-1)).toMatchObject({ kind: 'requested', actor_is_patient: true });
  });
});

test('reloading an open appointment adds no second entry to the audit log, unless the appointment has changed', async () => {
  const { world, people, admin } = await meet();
  const id = await aRequested(world, people);
  const looks = async () => {
    for (let count = 0; count < 2; count++) await admin.post('/rpc/admin_get_appointment', { appointment_id: id });
    const entries = world.db.selectFrom('audit_log').select('id').where('action', '=', 'appointment.viewed');
    return (await entries.execute()).length;
  };
  expect(await looks()).toBe(1);
  const patient = world.browserOf(people.patient);
  const question = { appointment_id: id, body: 'When?', idempotency_key: randomUUID() };
  expect((await patient.post('/rpc/ask_about_appointment', question)).status).toBe(200);
  expect(await looks()).toBe(2);
  await admin.post('/rpc/admin_add_private_info', { appointment_id: id, admin_private_note: 'Prefers mornings' });
  expect(await looks()).toBe(3);
});

test('countries that a patient gives after the request make the next look leave its own entry', async () => {
  const { world, people, admin } = await meet();
  const id = await aRequested(world, people, { country_current: undefined, country_target: undefined });
  const looks = async () => {
    const { json } = await admin.post('/rpc/admin_get_appointment', { appointment_id: id });
    const entries = world.db.selectFrom('audit_log').select('id').where('action', '=', 'appointment.viewed');
    return [json.appointment.country_target, (await entries.execute()).length];
  };
  expect(await looks()).toEqual([null, 1]);
  expect(await looks()).toEqual([null, 1]);
  world.clock.advance(1000);
  const countries = { country_current: 'FR', country_target: 'ES' };
  const given = await world.browserOf(people.patient).post('/rpc/set_latest_appointment_countries', countries);
  expect(given.status).toBe(200);
  expect(await looks()).toEqual(['ES', 2]);
});

test('an inbox entry names its first handler, can be reopened, and both steps are in the history', async () => {
  const { world, people, admin } = await meet();
  const id = await aRequested(world, people);
  const [entry] = (await admin.post('/rpc/admin_inbox_list')).json.rows;
  const handle = (is_handled?: boolean) =>
    admin.post('/rpc/admin_inbox_handle', { inbox_id: entry.inbox_id, is_handled });
  expect((await handle()).json.handled_by_name).toMatch(/^Jeanne/);
  const colleague = world.browserOf(await world.admin({ first_name: 'Paul' }));
  expect((await colleague.post('/rpc/admin_inbox_handle', { inbox_id: entry.inbox_id })).json.handled_by_name).toMatch(
    /^Jeanne/,
  );
  expect((await admin.post('/rpc/admin_inbox_list', { is_handled: true })).json).toMatchObject({
    waiting: 0,
    rows: [{ appointment_id: id }],
  });
  await handle(false);
  expect((await admin.post('/rpc/admin_inbox_list')).json.waiting).toBe(1);
  const { timeline } = (await admin.post('/rpc/admin_get_appointment', { appointment_id: id })).json;
  expect(timeline.map(({ kind }: { kind: string }) => kind)).toEqual(['inbox_reopened', 'inbox_handled', 'requested']);
  expect(world.told).toContainEqual({ to: { role: 'admin' }, event: { kind: 'inbox.changed' } });
});

test('several entries are handled at once, and an undo reopens only those that nobody has changed since', async () => {
  const { world, people, admin } = await meet();
  for (let count = 0; count < 4; count++) await aRequested(world, people);
  const waiting = async (): Promise<string[]> =>
    (await admin.post('/rpc/admin_inbox_list')).json.rows.map(({ inbox_id }: { inbox_id: string }) => inbox_id);
  const [fourth = '', third = '', second = '', first = ''] = await waiting();
  const colleague = world.browserOf(await world.admin({ first_name: 'Paul' }));
  const handle = async (browser: typeof admin, input: object) =>
    (await browser.post('/rpc/admin_inbox_handle_many', input)).json;
  await handle(colleague, { inbox_ids: [first] });
  world.clock.advance(1000);
  const unknown = randomUUID();
  const done = await handle(admin, { inbox_ids: [third, first, second, third, unknown] });
  expect(done).toEqual({
    changed: [third, second],
    kept: [first, unknown],
    handled_at: world.clock.now().toISOString(),
  });
  expect(await waiting()).toEqual([fourth]);
  // A colleague reopens one of the entries and handles it again.
  await handle(colleague, { inbox_ids: [second], is_handled: false });
  world.clock.advance(1000);
  await handle(colleague, { inbox_ids: [second] });
  const undo = { inbox_ids: [third, second, first], is_handled: false, undoes: done.handled_at };
  expect(await handle(colleague, undo)).toEqual({ changed: [], kept: [third, second, first], handled_at: null });
  expect(await handle(admin, undo)).toEqual({ changed: [third], kept: [second, first], handled_at: null });
  expect(await waiting()).toEqual([fourth, third]);
  const { rows } = (await admin.post('/rpc/admin_inbox_list', { is_handled: true })).json;
  expect(rows).toMatchObject([
    { inbox_id: second, handled_by_name: expect.stringMatching(/^Paul/) },
    { inbox_id: first, handled_by_name: expect.stringMatching(/^Paul/) },
  ]);
  expect((await admin.post('/rpc/admin_inbox_handle_many', { inbox_ids: [] })).status).toBe(400);
});

test('an export contains the matching rows, disarms formulas, and is recorded', async () => {
  const { world, people, admin } = await meet();
  await aRequested(world, people, {
    city_current: '=HYPERLINK("http://evil.example")',
    city_target: '"Quoted", with; signs',
  });
  const { text, headers } = await admin.post('/rpc/admin_export_appointments', { status: 'pending' });
  expect(headers.get('content-type')).toMatch(/^text\/csv/);
  const [head, line, end] = text.replace('\ufeff', '').split('\r\n');
  expect([head?.split(',').slice(0, 3), end]).toEqual([['number', 'created_at', 'status_canonical'], '']);
  expect(line).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
  expect(line).toContain('"""Quoted"", with; signs"');
  const log = (await admin.post('/rpc/admin_list_audit', { action: 'appointment.exported' })).json;
  expect(log.rows).toHaveLength(1);
});

test('an export of appointments has every row once, and is refused if it would be too long', async () => {
  const { world, people, admin } = await meet();
  // All three requests were made at the same instant. The export reads two rows at a time, and must neither skip nor
  // repeat one.
  for (let n = 0; n < 3; n++) await aRequested(world, people);
  const file = await (await exportAppointments(world, people.admin, {}, { most: 3, batch: 2 })).text();
  expect(new Set(file.trim().split('\r\n')).size).toBe(4);
  const refused = exportAppointments(world, people.admin, {}, { most: 2, batch: 2 });
  await expect(refused).rejects.toMatchObject({ code: 'EXPORT_TOO_LONG', data: { most: 2 } });
  const log = (await admin.post('/rpc/admin_list_audit', { action: 'appointment.exported' })).json;
  expect(log.rows).toHaveLength(1);
});

test('an export of appointments shows one moment, even if appointments change while it reads', async () => {
  const { world, people } = await meet();
  const older = await aRequested(world, people, { city_target: 'Nantes' });
  world.clock.advance(60_000);
  const newest = await aRequested(world, people, { city_target: 'Rennes' });
  let isChanged = false;
  /** After the newest appointment was read, changes the older one. */
  const change: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isChanged || !result.rows.some((row) => row['id'] === newest)) return result;
      isChanged = true;
      await withSystem(world.system, (tx) =>
        sql`update appointments set city_target = 'Lille' where id = ${older}`.execute(tx),
      );
      return result;
    },
  };
  const during = { ...world, db: world.db.withPlugin(change) };
  const exported = async () => (await exportAppointments(during, people.admin, {}, { most: 3, batch: 1 })).text();
  const first = await exported();
  expect([isChanged, first.includes('Nantes'), first.includes('Lille')]).toEqual([true, true, false]);
  expect(await exported()).toContain('Lille');
});
