import { expect, test } from 'vitest';
import { aRequested } from '../../../test/an-appointment.ts';
import { aWorld } from '../../../test/world.ts';

async function meet() {
  const world = await aWorld();
  const people = { patient: await world.patient(), admin: await world.admin() };
  const id = await aRequested(world, people);
  const [ann, ben] = [world.browserOf(people.admin), world.browserOf(await world.admin())];
  const stored = async () =>
    (await ann.post('/rpc/admin_get_appointment', { appointment_id: id })).json.appointment as Record<string, unknown>;
  return { world, people, id, ann, ben, stored };
}

test('a note for the patient is not saved over a note that a colleague has changed since', async () => {
  const { id, ann, ben, stored } = await meet();
  const ask = { appt_id: id, details_were: '' };
  const saved = { ...ask, details: 'Please come without make-up.' };
  expect((await ann.post('/rpc/admin_set_shared_details', saved)).status).toBe(200);
  const late = await ben.post('/rpc/admin_set_shared_details', { ...ask, details: 'We are asking two clinics.' });
  expect([late.status, late.json.code]).toEqual([409, 'CHANGED_SINCE']);
  expect(await stored()).toMatchObject({ shared_details: 'Please come without make-up.' });
  // A repeated call is accepted, because the stored note is already the wanted one.
  expect((await ann.post('/rpc/admin_set_shared_details', saved)).status).toBe(200);
  const informed = { ...ask, details: 'Both.', details_were: 'Please come without make-up.' };
  expect((await ben.post('/rpc/admin_set_shared_details', informed)).json).toMatchObject({ shared_details: 'Both.' });
});

test('the private note is not saved over a newer one, and a change of other fields is not compared', async () => {
  const { id, ann, ben, stored } = await meet();
  const put = (browser: typeof ann, info: object) =>
    browser.post('/rpc/admin_add_private_info', { appointment_id: id, ...info });
  await put(ann, { admin_private_note: 'Prefers mornings.', note_was: '' });
  expect((await put(ben, { admin_private_note: 'Call again.', note_was: '' })).json.code).toBe('CHANGED_SINCE');
  expect((await put(ben, { provider_phone: '+33 1 40 20 50 50', note_was: '' })).status).toBe(200);
  expect(await stored()).toMatchObject({
    admin_private_note: 'Prefers mornings.',
    provider_phone: '+33 1 40 20 50 50',
  });
});

test('a suspended administrator gets no new work, but keeps the work from before the suspension', async () => {
  const { world, people, id, ann, stored } = await meet();
  const colleague = await world.admin();
  const assign = (coordinator_id: string) =>
    ann.post('/rpc/admin_assign_appointments', { appointment_ids: [id], coordinator_id });
  const team = async () =>
    new Map(
      ((await ann.post('/rpc/admin_list_coordinators')).json as { id: string; is_suspended: boolean }[]).map(
        (person) => [person.id, person.is_suspended],
      ),
    );
  expect((await assign(colleague.userId)).status).toBe(200);
  const reason = 'left the house';
  await ann.post('/rpc/admin_suspend_user', { user_id: colleague.userId, is_suspended: true, reason });
  // The team can still filter the list by the work of the suspended colleague.
  expect((await team()).get(colleague.userId)).toBe(true);
  expect((await team()).get(people.admin.userId)).toBe(false);
  expect(await stored()).toMatchObject({ coordinator_id: colleague.userId, coordinator_name: expect.any(String) });
  await assign(people.admin.userId);
  expect((await assign(colleague.userId)).json.code).toBe('NOT_FOUND');
});
