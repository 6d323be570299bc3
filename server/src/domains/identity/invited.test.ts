import { expect, test } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { aWorld } from '../../../test/world.ts';
import { mailDeskInvitation, findOrMakeDeskAccount } from './desk-account.ts';
import { mailInvitation, makeInvited } from './invited.ts';

const person = { email: 'anna@example.org', first_name: 'Anna', last_name: 'Keller', language: 'en' } as const;

test('one transaction stores the link of an invitation and the email with it, so that neither is lost alone', async () => {
  const world = await aWorld();
  const made = { ...person, phone: null, birth_date: '1985-04-02' };
  const [patient = ''] = await withSystem(world.system, (tx) => makeInvited(tx, [made], world.clock.now()));
  const desk = await findOrMakeDeskAccount(world, { ...person, email: 'reception@example.org' });
  expect(await mailInvitation(world, patient)).toBe(true);
  expect(await mailDeskInvitation(world, desk)).toBe(true);
  // PostgreSQL stores in `xmin` which transaction wrote a row.
  const { rows } = await world.database.owner.query(`
    select v.value as user_id, count(*)::int as emails
    from verifications v join outbox o on o.xmin = v.xmin and o.topic = 'mail.requested' group by 1`);
  expect(rows).toHaveLength(2);
  expect(rows).toEqual(expect.arrayContaining([patient, desk].map((user_id) => ({ user_id, emails: 1 }))));
});
