import { expect, test } from 'vitest';
import { aWorld } from '../../../test/world.ts';

test("a signed simulation is announced in the person's language, without health data in the subject", async () => {
  const world = await aWorld();
  const { userId } = await world.patient({ language: 'fr', first_name: 'Claire' });
  await world.outbox.emit(world.db, 'simulation.published', { user_id: userId, case_id: crypto.randomUUID() });

  const [mail] = await world.mails();
  expect(mail).toMatchObject({ language: 'fr', subject: 'Du nouveau vous attend' });
  expect(mail?.text).toContain('http://flaira.test/fr/dashboard');
  expect(mail?.text).toContain('Bonjour Claire');
});

test('an email escapes text that a person has typed', async () => {
  const world = await aWorld();
  const { userId } = await world.patient({ first_name: '<img src=x>' });
  await world.outbox.emit(world.db, 'identity.securityChanged', { user_id: userId, kind: 'password_changed' });
  const [mail] = await world.mails();
  expect(mail?.html).toContain('&lt;img src=x&gt;');
  expect(mail?.html).not.toContain('<img');
});

test('a person whose account was deleted gets no email', async () => {
  const world = await aWorld();
  await world.outbox.emit(world.db, 'identity.securityChanged', {
    user_id: crypto.randomUUID(),
    kind: 'password_changed',
  });
  expect(await world.mails()).toEqual([]);
});
