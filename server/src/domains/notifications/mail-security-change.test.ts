import { expect, test } from 'vitest';
import { aWorld } from '../../../test/world.ts';

test.each([
  ['password_changed', 'Votre mot de passe a été modifié'],
  ['password_reset', 'Votre mot de passe a été modifié'],
  ['second_factor_added', 'La double authentification est activée'],
  ['second_factor_removed', 'La double authentification est désactivée'],
  ['recovery_codes_renewed', 'Vous avez de nouveaux codes de secours'],
  ['passkey_added', 'Une clé d’accès a été ajoutée à votre compte'],
  ['passkey_removed', 'Une clé d’accès a été retirée de votre compte'],
] as const)('trust 17: %s is told by mail, once', async (kind, subject) => {
  const world = await aWorld();
  const person = await world.patient({ language: 'fr' });
  await world.outbox.emit(world.db, 'identity.securityChanged', { user_id: person.userId, kind });
  await world.mails();
  await world.database.owner.query(`update outbox set processed_at = null, handled_by = '{}'`);
  expect((await world.mails()).map((mail) => mail.subject)).toEqual([subject]);
});
