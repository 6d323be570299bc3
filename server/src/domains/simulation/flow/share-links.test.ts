import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { aSignedCase } from '../../../../test/a-case.ts';
import { codeOf } from '../../../../test/code-of.ts';
import { aWorld } from '../../../../test/world.ts';
import { createShareLink, getSharedSimulation, listShareLinks, revokeShareLink } from '../index.ts';

const HOUR_MS = 3_600_000;

test('trust 6: a share link shows images but neither the patient’s name nor the plan, and its image links end with it', async () => {
  const world = await aWorld();
  const { patient, caseId } = await aSignedCase(world);
  const { link, url } = await createShareLink(world, patient.userId, {
    case_id: caseId,
    days: 7,
    label: 'For Ana',
    idempotency_key: randomUUID(),
  });
  const token = url.split('#')[1] ?? '';
  const shown = await getSharedSimulation(world, token);
  expect(shown.renderings).toHaveLength(9);
  expect(Object.keys(shown).sort()).toEqual([
    'before',
    'expires_at',
    'practitioner_name',
    'published_at',
    'renderings',
  ]);
  expect(await listShareLinks(world, patient.userId, caseId)).toMatchObject([{ label: 'For Ana', views: 1 }]);
  const kept = await withSystem(world.system, (tx) => tx.selectFrom('share_links').selectAll().execute());
  expect(JSON.stringify(kept)).not.toContain(token);

  const stranger = await world.patient();
  expect(await codeOf(revokeShareLink(world, stranger.userId, link.id))).toBe('NOT_FOUND');
  const [picture] = shown.renderings;
  const address = new URL(picture?.url ?? '', 'http://flaira.test');
  const openPicture = () => world.photos.open(picture?.id ?? '', address.searchParams);
  expect(await openPicture()).not.toBeNull();
  await revokeShareLink(world, patient.userId, link.id);
  expect(await openPicture()).toBeNull();
  expect(await codeOf(getSharedSimulation(world, token))).toBe('NOT_FOUND');
});

test('a link expires after the chosen number of days, and a case has at most ten active links', async () => {
  const world = await aWorld();
  const { patient, caseId } = await aSignedCase(world);
  const wanted = { case_id: caseId, days: 1 as const, label: '' };
  const make = () => createShareLink(world, patient.userId, { ...wanted, idempotency_key: randomUUID() });
  const { url } = await make();
  for (let i = 0; i < 9; i++) await make();
  expect(await codeOf(make())).toBe('TOO_MANY_LINKS');
  world.clock.advance(25 * HOUR_MS);
  expect(await codeOf(getSharedSimulation(world, url.split('#')[1] ?? ''))).toBe('NOT_FOUND');
  expect(await codeOf(make())).toBe('done');
});

test('trust 24: calls with one key make one link and return its address, and another key makes another link', async () => {
  const world = await aWorld();
  const { patient, caseId } = await aSignedCase(world);
  const wanted = { case_id: caseId, days: 7 as const, label: 'For Ana', idempotency_key: randomUUID() };
  const make = (changes: Partial<typeof wanted> = {}) =>
    createShareLink(world, patient.userId, { ...wanted, ...changes });
  const [one, two] = await Promise.all([make(), make()]);
  expect(two).toEqual(one);
  expect(await make()).toEqual(one);
  expect(await listShareLinks(world, patient.userId, caseId)).toHaveLength(1);
  expect(await codeOf(make({ label: 'For Zoe' }))).toBe('INVALID_INPUT');

  const other = await make({ idempotency_key: randomUUID() });
  expect(other.url).not.toBe(one.url);
  expect(await listShareLinks(world, patient.userId, caseId)).toHaveLength(2);
  const looks = await Promise.all(
    [one, other].map(({ url }) => codeOf(getSharedSimulation(world, url.split('#')[1] ?? ''))),
  );
  expect(looks).toEqual(['done', 'done']);
  const kept = await withSystem(world.system, (tx) => tx.selectFrom('idempotency_keys').selectAll().execute());
  expect(JSON.stringify(kept)).not.toContain(one.url.split('#')[1]);
});
