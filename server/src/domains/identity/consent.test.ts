import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ConsentVersions } from '#contract/identity.ts';
import fr from '#messages/fr/consent.json' with { type: 'json' };
import { withStaff, withSystem, withUser } from '#server/platform/db/db.ts';
import { aWorld } from '../../../test/world.ts';
import { adoptLeadConsents, hasConsent, recordConsent } from './index.ts';
import { giveConsent, listMyConsents, withdrawConsent } from './manage-consent.ts';

const version = ConsentVersions.simulation;

test('trust 1: a consent stores the hash of the exact text that the person read', async () => {
  const world = await aWorld();
  const { userId } = await world.patient();
  const record = await giveConsent(world, userId, { purpose: 'simulation', version, language: 'fr' });
  expect(record).toMatchObject({
    purpose: 'simulation',
    version,
    language: 'fr',
    given_at: world.clock.now(),
    withdrawn_at: null,
  });
  expect(record.text_hash).toBe(createHash('sha256').update(fr.simulation).digest('hex'));
});

test('a consent to a text that is not in force is refused', async () => {
  const world = await aWorld();
  const { userId } = await world.patient();
  const outdated = giveConsent(world, userId, { purpose: 'simulation', version: '2020-01-01', language: 'en' });
  await expect(outdated).rejects.toMatchObject({ code: 'CONSENT_TEXT_OUTDATED' });
});

test('trust 1: one call withdraws the consent to one purpose, and emits an event', async () => {
  const world = await aWorld();
  const { userId } = await world.patient();
  await giveConsent(world, userId, { purpose: 'simulation', version, language: 'en' });
  await giveConsent(world, userId, { purpose: 'marketing', version, language: 'en' });

  expect(await withdrawConsent(world, userId, 'simulation')).toBe(true);
  expect(await withdrawConsent(world, userId, 'simulation')).toBe(false);

  const rows = await listMyConsents(world, userId);
  expect(rows.map(({ purpose, withdrawn_at }) => [purpose, withdrawn_at !== null]).sort()).toEqual([
    ['marketing', false],
    ['simulation', true],
  ]);
  const events = await world.db
    .selectFrom('outbox')
    .select('payload')
    .where('topic', '=', 'identity.consentWithdrawn')
    .execute();
  expect(events).toEqual([{ payload: { user_id: userId, purpose: 'simulation' } }]);
});

test('two consents to the same text are stored as one record, and a consent in another language as a new one', async () => {
  const world = await aWorld();
  const { userId } = await world.patient();
  const [first, second] = await Promise.all(
    [1, 2].map(() => giveConsent(world, userId, { purpose: 'simulation', version, language: 'en' })),
  );
  expect(second?.id).toBe(first?.id);
  expect((await giveConsent(world, userId, { purpose: 'simulation', version, language: 'en' })).id).toBe(first?.id);
  await giveConsent(world, userId, { purpose: 'simulation', version, language: 'fr' });
  expect((await listMyConsents(world, userId)).filter((row) => row.withdrawn_at === null)).toHaveLength(1);
});

test('the consents of a browser become consents of its account', async () => {
  const world = await aWorld();
  const { userId } = await world.patient();
  const leadId = randomUUID();
  await withSystem(world.system, (tx) =>
    recordConsent(tx, { leadId }, { purpose: 'simulation', version, language: 'en' }, world.clock.now()),
  );
  expect(await withSystem(world.system, (tx) => hasConsent(tx, { leadId }, 'simulation'))).toBe(true);

  await withSystem(world.system, (tx) => adoptLeadConsents(tx, leadId, userId));
  expect(await withUser(world.db, userId, (tx) => hasConsent(tx, { userId }, 'simulation'))).toBe(true);
  expect(await withUser(world.db, userId, (tx) => hasConsent(tx, { userId }, 'research'))).toBe(false);
});

test('a person can neither see nor give the consent of another person', async () => {
  const world = await aWorld();
  const [mine, other] = [await world.patient(), await world.patient()];
  await giveConsent(world, mine.userId, { purpose: 'simulation', version, language: 'en' });
  expect(await withUser(world.db, other.userId, (tx) => tx.selectFrom('consents').selectAll().execute())).toEqual([]);
  const forOther = withUser(world.db, other.userId, (tx) =>
    recordConsent(
      tx,
      { userId: mine.userId },
      { purpose: 'research', version: ConsentVersions.research, language: 'en' },
      world.clock.now(),
    ),
  );
  await expect(forOther).rejects.toThrow(/row-level security/);
  expect(await world.db.selectFrom('consents').selectAll().execute()).toEqual([]);
  const doctor = await world.practitioner();
  const change = withStaff(world.db, doctor.userId, (tx) =>
    tx.updateTable('consents').set({ withdrawn_at: new Date() }).execute(),
  );
  await expect(change).rejects.toThrow(/permission denied/);
});
