import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { anOffered, aPaid, aRequested, settle } from '../../../test/an-appointment.ts';
import { aWorld } from '../../../test/world.ts';

async function aDesk() {
  const world = await aWorld();
  const admin = await world.admin();
  const ana = { admin, patient: await world.patient({ first_name: 'Ana', language: 'en' }) };
  const zoe = { admin, patient: await world.patient({ first_name: 'Zoé', language: 'fr' }) };
  const browser = world.browserOf(admin);
  const ask = (name: string, input?: object) => browser.post(`/rpc/${name}`, input);
  const preview = async (status: string, appointment_ids: string[]) =>
    (await ask('admin_preview_status', { status, appointment_ids })).json;
  const versionsOf = ({ changes }: { changes: { appointment_id: string; version: string }[] }) =>
    Object.fromEntries(changes.map(({ appointment_id, version }) => [appointment_id, version]));
  const set = async (given: object) => (await ask('admin_set_appointment_status', { reason: 'Cash', ...given })).json;
  const statusOf = async (id: string): Promise<string> =>
    (await ask('admin_get_appointment', { appointment_id: id })).json.appointment.status;
  return { world, ana, zoe, ask, preview, versionsOf, set, statusOf };
}

test('the emails that are sent are exactly those of the preview, in the language of each patient', async () => {
  const { world, ana, zoe, preview, versionsOf, set } = await aDesk();
  const ids = [await anOffered(world, ana), await anOffered(world, zoe, { allow_double_booking: true })];
  for (const status of ['confirmed', 'cancelled']) {
    const before = (await world.mails()).length;
    const shown = await preview(status, ids);
    expect(shown.changes.map(({ language }: { language: string }) => language).toSorted()).toEqual(['en', 'fr']);
    await set({ status, appointment_ids: ids, versions: versionsOf(shown) });
    await settle(world);
    const left = (await world.mails()).slice(before).map(({ subject, text }) => ({ subject, text }));
    const words = shown.changes.map(({ mail }: { mail: object }) => mail);
    expect(left).toHaveLength(2);
    expect(words).toEqual(expect.arrayContaining(left));
  }
});

test('a preview writes nothing and notifies nobody', async () => {
  const { world, ana, preview, statusOf } = await aDesk();
  const id = await anOffered(world, ana);
  const jobs = world.sentJobs.length;
  await preview('cancelled', [id]);
  expect(await statusOf(id)).toBe('awaiting_payment');
  expect(world.sentJobs).toHaveLength(jobs);
});

test('a preview lists rows that would not change, each with a reason, and no email for silent changes', async () => {
  const { world, ana, preview } = await aDesk();
  const [asked, paid] = [await aRequested(world, ana), await aPaid(world, ana)];
  const gone = randomUUID();
  expect(await preview('cancelled', [asked, paid, gone])).toMatchObject({
    changes: [
      { appointment_id: asked, needs_reason: false, mail: { subject: expect.stringMatching(/^Cancelled: A-/) } },
    ],
    left_out: expect.arrayContaining([
      expect.objectContaining({ appointment_id: paid, code: 'ALREADY_PAID' }),
      expect.objectContaining({ appointment_id: gone, code: 'NOT_FOUND', number: '' }),
    ]),
  });
  expect(await preview('pending', [asked])).toMatchObject({ changes: [], left_out: [{ code: 'STATUS_UNCHANGED' }] });
  expect(await preview('confirmed', [asked])).toMatchObject({ changes: [{ needs_reason: true, mail: null }] });
  expect(await preview('in_progress', [asked])).toMatchObject({ changes: [{ needs_reason: false, mail: null }] });
});

test('rows that changed since the preview or were not in it are refused, and the others change', async () => {
  const { world, ana, ask, preview, versionsOf, set } = await aDesk();
  const [asked, still, unseen] = [
    await aRequested(world, ana),
    await aRequested(world, ana),
    await aRequested(world, ana),
  ];
  const versions = versionsOf(await preview('in_progress', [asked, still]));
  const body = 'We are looking.';
  await ask('admin_answer_appointment', { appointment_id: asked, body, idempotency_key: randomUUID() });
  const answer = await set({ status: 'in_progress', appointment_ids: [asked, still, unseen], versions });
  expect(answer.changed).toEqual([still]);
  expect(answer.refused).toHaveLength(2);
  expect(answer.refused).toEqual(
    expect.arrayContaining([asked, unseen].map((appointment_id) => ({ appointment_id, code: 'CHANGED_SINCE' }))),
  );
});

test('a previewed row is refused for another status than that of its preview', async () => {
  const { world, ana, preview, versionsOf, set } = await aDesk();
  const id = await aRequested(world, ana);
  const versions = versionsOf(await preview('in_progress', [id]));
  expect((await set({ status: 'cancelled', appointment_ids: [id], versions })).refused).toEqual([
    { appointment_id: id, code: 'CHANGED_SINCE' },
  ]);
});

test('a double click on a bulk change counts once, and an undo before the email restores everything', async () => {
  const { world, ana, ask, preview, versionsOf, set, statusOf } = await aDesk();
  const id = await anOffered(world, ana);
  const before = (await world.mails()).length;
  const given = {
    status: 'cancelled',
    appointment_ids: [id],
    versions: versionsOf(await preview('cancelled', [id])),
    idempotency_key: randomUUID(),
  };
  const [first, second] = await Promise.all([set(given), set(given)]);
  expect(second).toEqual(first);
  expect(first).toMatchObject({ changed: [id], refused: [], change_id: expect.any(String) });
  expect((await ask('admin_undo_status', { change_id: first.change_id })).json).toEqual({ undone: [id], kept: [] });
  await settle(world);
  expect(await statusOf(id)).toBe('awaiting_payment');
  expect(await world.mails()).toHaveLength(before);
});

test('a change of status can be previewed for at most a hundred appointments at once', async () => {
  const { ask } = await aDesk();
  const appointment_ids = Array.from({ length: 101 }, () => randomUUID());
  expect((await ask('admin_preview_status', { status: 'done', appointment_ids })).status).toBe(400);
  const { json } = await ask('admin_preview_status', { status: 'done', appointment_ids: appointment_ids.slice(1) });
  expect(json.left_out).toHaveLength(100);
});

test.each([
  [null, 'PATIENT_BIRTH_DATE_MISSING'],
  // The test clock starts on 20 November 2026.
  ['2008-11-21', 'UNDER_AGE'],
  ['2008-11-20', null],
])('the team confirms only appointments of a known adult: born %s', async (birth_date, code) => {
  const { world, ana, preview, set, statusOf } = await aDesk();
  const id = await anOffered(world, ana);
  const { userId } = ana.patient;
  await withSystem(world.system, (tx) =>
    tx.updateTable('patients').set({ birth_date }).where('user_id', '=', userId).execute(),
  );
  const refused = code ? [{ appointment_id: id, code }] : [];
  // The age is also checked if an unconfirmed appointment is set to done at once.
  for (const status of ['done', 'confirmed']) expect((await preview(status, [id])).left_out).toMatchObject(refused);
  expect((await set({ status: 'confirmed', appointment_ids: [id] })).refused).toEqual(refused);
  expect(await statusOf(id)).toBe(code ? 'awaiting_payment' : 'confirmed');
  // Every other change is still possible.
  expect((await preview('cancelled', [id])).changes).toHaveLength(1);
});

test('an appointment that was never confirmed is not set to done for a patient of unknown age', async () => {
  const { world, ana, set, statusOf } = await aDesk();
  const id = await anOffered(world, ana);
  await withSystem(world.system, (tx) => tx.updateTable('patients').set({ birth_date: null }).execute());
  const { refused } = await set({ status: 'done', appointment_ids: [id] });
  expect(refused).toEqual([{ appointment_id: id, code: 'PATIENT_BIRTH_DATE_MISSING' }]);
  expect(await statusOf(id)).toBe('awaiting_payment');
});

test('an appointment that was confirmed is set to done without another check of the age', async () => {
  const { world, ana, set, statusOf } = await aDesk();
  const id = await aPaid(world, ana);
  await withSystem(world.system, (tx) => tx.updateTable('patients').set({ birth_date: null }).execute());
  expect((await set({ status: 'done', appointment_ids: [id] })).refused).toEqual([]);
  expect(await statusOf(id)).toBe('done');
});
