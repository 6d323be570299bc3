import { expect, test } from 'vitest';
import { aTeam } from '../../../test/a-clinic-team.ts';

const EMAIL = 'reception@example.org';
const PASSWORD = 'le-mot-de-passe-du-voleur-7';
const stranger = { first_name: 'Eve', last_name: 'Moreau', email: EMAIL, password: PASSWORD, language: 'en' };
const desk = { email: EMAIL, first_name: 'Ana', last_name: 'Lopes', language: 'fr' };

test('a sign-up that was never confirmed gives way to an invitation to the desk of a clinic', async () => {
  const { world, admin, clinic_id } = await aTeam();
  await world.browser().post('/api/auth/sign-up/email', stranger);
  const invited = await admin('invite_clinic_desk', { ...desk, email: 'Reception@example.org', clinic_id });
  expect(invited).toMatchObject({ status: 200, json: { name: 'Ana Lopes', role: 'desk' } });
  const link = (await world.mails()).findLast(({ to }) => to === EMAIL);
  expect(link?.text).toContain('/reset-password?token=');
  expect((await world.browser().post('/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD })).status).toBe(
    401,
  );
  const again = await admin('invite_clinic_desk', { ...desk, clinic_id });
  expect(again).toMatchObject({ status: 200, json: { user_id: invited.json.user_id } });
});

test('an address that a patient has confirmed is refused for the desk of a clinic', async () => {
  const { world, admin, clinic_id } = await aTeam();
  await world.patient({ email: EMAIL });
  const { status, json } = await admin('invite_clinic_desk', { ...desk, clinic_id });
  expect([status, json.data]).toEqual([400, { fields: { email: ['other_role'] } }]);
});
