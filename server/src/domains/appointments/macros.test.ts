import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withStaff, withSystem, withUser } from '#server/platform/db/db.ts';
import { anOffered, aRequested } from '../../../test/an-appointment.ts';
import { aWorld } from '../../../test/world.ts';

const texts = {
  text_en: 'Dear {{first_name}}, {{provider}} expects you in {{city}}.',
  text_fr: 'Bonjour {{first_name}}, {{provider}} vous attend à {{city}}.',
};

async function aDesk() {
  const world = await aWorld();
  const admin = await world.admin();
  const ana = await world.patient({ first_name: 'Ana', language: 'en' });
  const zoe = await world.patient({ first_name: 'Zoé', language: 'fr' });
  const ines = await world.patient({ first_name: 'Inés', language: 'es' });
  const browser = world.browserOf(admin);
  const ask = (name: string, input?: object) => browser.post(`/rpc/${name}`, input);
  const save = async (given: object = {}) =>
    (await ask('admin_save_macro', { name: 'Reminder', ...texts, ...given })).json;
  const preview = async (macro_id: string, appointment_ids: string[]) =>
    (await ask('admin_preview_macro', { macro_id, appointment_ids })).json;
  const send = (macro_id: string, rows: object[], idempotency_key: string = randomUUID()) =>
    ask('admin_send_macro', { macro_id, rows, idempotency_key });
  const bodiesOf = async (id: string): Promise<string[]> =>
    (await ask('admin_get_appointment', { appointment_id: id })).json.messages.map(
      ({ body }: { body: string }) => body,
    );
  return { world, people: { admin, ana, zoe, ines }, ask, save, preview, send, bodiesOf };
}
type Desk = Awaited<ReturnType<typeof aDesk>>;

const offeredFor = ({ world, people }: Desk, who: 'ana' | 'zoe' | 'ines') =>
  anOffered(world, { admin: people.admin, patient: people[who] }, { allow_double_booking: true });

/** Requests the preview of a macro for these appointments. Returns the recipients as the page sends them back. */
async function previewed(desk: Desk, macroId: string, ids: string[]) {
  const { recipients } = await desk.preview(macroId, ids);
  return recipients.map(({ appointment_id, version }: { appointment_id: string; version: string }) => ({
    appointment_id,
    version,
  }));
}

test('patients who read French get the French text of a macro, all others the English text, with values filled in', async () => {
  const desk = await aDesk();
  const ids = [await offeredFor(desk, 'ana'), await offeredFor(desk, 'zoe'), await offeredFor(desk, 'ines')];
  const macro = await desk.save();
  expect(await desk.preview(macro.id, ids)).toMatchObject({
    recipients: [
      { language: 'en', body: 'Dear Ana, Dr Hélène Vasseur expects you in Paris.' },
      { language: 'fr', body: 'Bonjour Zoé, Dr Hélène Vasseur vous attend à Paris.' },
      { language: 'en', body: 'Dear Inés, Dr Hélène Vasseur expects you in Paris.' },
    ],
    left_out: [],
    missing: [],
  });
});

test('every placeholder of a macro has a value, and medicines are never named', async () => {
  const desk = await aDesk();
  const id = await offeredFor(desk, 'zoe');
  const all = '{{number}}|{{treatment}}|{{address}}|{{when}}|{{price}}|{{until}}';
  const macro = await desk.save({ text_en: all, text_fr: all });
  const { recipients } = await desk.preview(macro.id, [id]);
  expect(recipients[0].body.split('|')).toEqual([
    expect.stringMatching(/^A-\d+$/),
    'Rides d’expression',
    '12 rue de Lille, 75007 Paris',
    expect.stringMatching(/^jeudi 3 décembre 2026 à 14:30/),
    expect.stringMatching(/^420\s€$/),
    expect.stringMatching(/2026/),
  ]);
});

test('a placeholder without a value is shown in the preview and refused when it is sent', async () => {
  const desk = await aDesk();
  const id = await aRequested(desk.world, { patient: desk.people.ana });
  const macro = await desk.save();
  const gone = randomUUID();
  expect(await desk.preview(macro.id, [id, gone])).toMatchObject({
    recipients: [],
    left_out: [{ appointment_id: id, body: 'Dear Ana, {{provider}} expects you in Paris.', open: ['provider'] }],
    missing: [gone],
  });
  const sent = await desk.send(macro.id, [{ appointment_id: id, version: 'v'.repeat(43) }]);
  expect(sent.json).toEqual({ sent: [], refused: [{ appointment_id: id, code: 'PLACEHOLDER_OPEN' }] });
  const typed = await desk.ask('admin_answer_appointment', {
    appointment_id: id,
    body: 'Dear Ana, {{provider}} expects you.',
    idempotency_key: randomUUID(),
  });
  expect(typed.json).toMatchObject({ code: 'PLACEHOLDER_OPEN', data: { placeholders: ['provider'] } });
  expect(await desk.bodiesOf(id)).toEqual([]);
});

test('an unknown placeholder is refused when the macro is saved', async () => {
  const desk = await aDesk();
  const answer = await desk.save({ text_fr: 'Bonjour {{prénom}}' });
  expect(answer).toMatchObject({ code: 'INVALID_INPUT', data: { fields: { text_fr: ['placeholder'] } } });
});

test('one click sends the previewed text of a macro once, handles the question, and leaves the text out of the email', async () => {
  const desk = await aDesk();
  const id = await offeredFor(desk, 'ana');
  const ana = desk.world.browserOf(desk.people.ana);
  await ana.post('/rpc/ask_about_appointment', { appointment_id: id, body: 'Where?', idempotency_key: randomUUID() });
  await desk.world.mails();
  const macro = await desk.save();
  const rows = await previewed(desk, macro.id, [id]);
  const key = randomUUID();
  const [first, second] = await Promise.all([desk.send(macro.id, rows, key), desk.send(macro.id, rows, key)]);
  expect([first.json, second.json]).toEqual([
    { sent: [id], refused: [] },
    { sent: [id], refused: [] },
  ]);
  expect(await desk.bodiesOf(id)).toEqual(['Where?', 'Dear Ana, Dr Hélène Vasseur expects you in Paris.']);
  const { timeline, appointment } = (await desk.ask('admin_get_appointment', { appointment_id: id })).json;
  expect(appointment.unanswered).toBe(0);
  expect(timeline[0]).toMatchObject({ kind: 'answered', details: { macro: 'Reminder' } });
  const mails = (await desk.world.mails()).filter(({ subject }) => subject.startsWith('Our team has answered'));
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).not.toContain('Vasseur');
  // The same rows are sent again with another key. They are refused, because the first call changed the appointment
  // after the preview.
  expect((await desk.send(macro.id, rows)).json.refused).toEqual([{ appointment_id: id, code: 'CHANGED_SINCE' }]);
});

test.each<[string, (desk: Desk, id: string, macro: { id: string }) => Promise<unknown>]>([
  [
    'the patient asked something',
    async ({ world, people }, id) =>
      world.browserOf(people.ana).post('/rpc/ask_about_appointment', {
        appointment_id: id,
        body: 'Wait!',
        idempotency_key: randomUUID(),
      }),
  ],
  [
    'its status changed',
    ({ ask }, id) =>
      ask('admin_set_appointment_status', { appointment_ids: [id], status: 'confirmed', reason: 'Cash' }),
  ],
  [
    'the text changed',
    ({ ask }, _, { id }) =>
      ask('admin_save_macro', {
        macro_id: id,
        version: 1,
        name: 'Reminder',
        ...texts,
        text_en: 'Hello {{first_name}}',
      }),
  ],
  [
    'the language of the patient changed',
    ({ world, people }) =>
      withSystem(world.system, (tx) =>
        sql`update users set language = 'fr' where id = ${people.ana.userId}::uuid`.execute(tx),
      ),
  ],
])('a row is refused when %s since the preview, and the others are sent', async (_, happen) => {
  const desk = await aDesk();
  const [id, other] = [await offeredFor(desk, 'ana'), await offeredFor(desk, 'zoe')];
  const macro = await desk.save();
  const rows = await previewed(desk, macro.id, [id]);
  await happen(desk, id, macro);
  const fresh = await previewed(desk, macro.id, [other]);
  expect((await desk.send(macro.id, [...rows, ...fresh])).json).toEqual({
    sent: [other],
    refused: [{ appointment_id: id, code: 'CHANGED_SINCE' }],
  });
});

test("internal work such as an assignment does not change a row's version, so the text is still sent", async () => {
  const desk = await aDesk();
  const id = await offeredFor(desk, 'ana');
  const macro = await desk.save();
  const rows = await previewed(desk, macro.id, [id]);
  await desk.ask('admin_assign_appointments', { appointment_ids: [id], coordinator_id: desk.people.admin.userId });
  expect((await desk.send(macro.id, rows)).json.sent).toEqual([id]);
});

test('a macro can be previewed and sent for at most a hundred appointments at once', async () => {
  const { ask, send, save } = await aDesk();
  const macro = await save();
  const ids = Array.from({ length: 101 }, () => randomUUID());
  expect((await ask('admin_preview_macro', { macro_id: macro.id, appointment_ids: ids })).status).toBe(400);
  const rows = ids.map((appointment_id) => ({ appointment_id, version: 'v'.repeat(43) }));
  expect((await send(macro.id, rows)).status).toBe(400);
  expect((await send(macro.id, rows.slice(1))).json.refused).toHaveLength(100);
});

test('a save of a macro whose answer was lost can be repeated, and changes nothing then', async () => {
  const { world, ask, save } = await aDesk();
  const made = await save();
  for (const again of [{}, { version: 1 }, { macro_id: null, version: 1 }]) expect(await save(again)).toEqual(made);
  const change = { macro_id: made.id, version: 1, name: 'Directions' };
  const changed = await save(change);
  expect(changed).toMatchObject({ version: 2, name: 'Directions' });
  expect(await save(change)).toEqual(changed);
  for (const other of [{ name: 'directions' }, { text_en: 'Other' }, { text_fr: 'Autre' }])
    expect((await save({ ...change, ...other })).code).toBe('CHANGED_SINCE');
  expect((await ask('admin_list_macros')).json).toEqual([changed]);
  const saved = world.db.selectFrom('audit_log').select('reason').where('action', '=', 'macro.saved');
  const log = await saved.orderBy('id').execute();
  expect(log.map(({ reason }) => reason)).toEqual(['Reminder v1', 'Directions v2']);
  await ask('admin_archive_macro', { macro_id: made.id, is_archived: true });
  expect((await save(change)).code).toBe('CHANGED_SINCE');
});

test('a macro can be changed only from its newest version, has a unique name, and can be archived', async () => {
  const { ask, save, preview } = await aDesk();
  const made = await save();
  expect((await save({ name: 'REMINDER' })).data.fields).toEqual({ name: ['taken'] });
  const changed = await save({ macro_id: made.id, version: 1, name: 'Directions' });
  expect(changed).toMatchObject({ version: 2, name: 'Directions' });
  expect((await save({ macro_id: made.id, version: 1 })).code).toBe('CHANGED_SINCE');
  const archive = async (is_archived: boolean) =>
    (await ask('admin_archive_macro', { macro_id: made.id, is_archived })).json;
  expect(await archive(true)).toMatchObject({ version: 3, archived_at: expect.any(String) });
  expect(await archive(true)).toMatchObject({ version: 3 });
  expect((await ask('admin_list_macros')).json).toEqual([]);
  expect((await ask('admin_list_macros', { is_archived: true })).json).toMatchObject([{ id: made.id }]);
  expect((await preview(made.id, [randomUUID()])).code).toBe('NOT_FOUND');
  await save({ name: 'directions' });
  expect((await ask('admin_archive_macro', { macro_id: made.id, is_archived: false })).json.data.fields).toEqual({
    name: ['taken'],
  });
});

test('making, changing, archiving and sending a macro are in the audit log', async () => {
  const desk = await aDesk();
  const id = await offeredFor(desk, 'ana');
  const macro = await desk.save();
  await desk.send(macro.id, await previewed(desk, macro.id, [id]));
  await desk.ask('admin_archive_macro', { macro_id: macro.id });
  await desk.ask('admin_archive_macro', { macro_id: macro.id, is_archived: false });
  const { rows } = await withSystem(desk.world.system, (tx) =>
    sql<{ action: string; patient_id: string | null }>`
      select action, patient_id from audit_log where action like 'macro.%' order by id`.execute(tx),
  );
  expect(rows).toEqual([
    { action: 'macro.saved', patient_id: null },
    { action: 'macro.sent', patient_id: desk.people.ana.userId },
    { action: 'macro.archived', patient_id: null },
    { action: 'macro.restored', patient_id: null },
  ]);
});

test('the database shows macros to administrators only', async () => {
  const { world, people, save } = await aDesk();
  await save();
  const doctor = await world.practitioner();
  const count = (tx: Parameters<Parameters<typeof withStaff>[2]>[0]) =>
    tx.selectFrom('appointment_macros').select('id').execute();
  expect(await withStaff(world.db, people.admin.userId, count)).toHaveLength(1);
  expect(await withStaff(world.db, doctor.userId, count)).toEqual([]);
  await expect(withUser(world.db, people.ana.userId, count)).rejects.toMatchObject({ code: '42501' });
});
