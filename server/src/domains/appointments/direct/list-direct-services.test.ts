import { expect, test } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import type { Browser } from '../../../../test/browser.ts';
import { aSignedCase } from '../../../../test/a-case.ts';
import { aDirectService, type DirectOptions } from '../../../../test/a-direct-service.ts';
import { aWorld, type World } from '../../../../test/world.ts';

const list = async (browser: Browser) => (await browser.post('/rpc/list_direct_services')).json.services;
const meet = async (options: DirectOptions = {}) => {
  const world = await aWorld();
  return { world, me: world.browserOf(await world.patient()), time: await aDirectService(world, options) };
};
const botox = { service: { treatment: 'Botox' as const, name_en: 'Toxin', name_fr: 'Toxine' } };

test('a service is shown with its terms, its place and its practitioners', async () => {
  const { me, time } = await meet({ service: { deposit_cents: 5_000, free_until_hours: 24 } });
  expect(await list(me)).toEqual([
    {
      id: time.service_id,
      clinic_name: 'Clinique des Lilas',
      name: 'Botulinum toxin',
      treatment: 'Laser',
      minutes: 30,
      price_cents: 42_000,
      deposit_cents: 5_000,
      currency: 'EUR',
      is_video: false,
      free_until_hours: 24,
      days_ahead: 90,
      sites: [
        { id: time.site_id, name: 'Lilas Paris', address: '3 rue des Lilas, 75019 Paris', timezone: 'Europe/Paris' },
      ],
      practitioners: [{ id: time.practitioners[0], name: expect.stringMatching(/\S/) }],
      plan: null,
    },
  ]);
});

test('the name of a service is in the requested language, otherwise in that of the account', async () => {
  const { world, me } = await meet();
  const reader = world.browserOf(await world.patient({ language: 'fr' }));
  expect(await list(reader)).toMatchObject([{ name: 'Toxine botulique' }]);
  const { json } = await me.post('/rpc/list_direct_services', { language: 'fr' });
  expect(json.services).toMatchObject([{ name: 'Toxine botulique' }]);
});

const change = (table: 'clinics' | 'clinic_sites' | 'clinic_services') => (world: World) =>
  withSystem(world.system, (tx) => tx.updateTable(table).set({ is_active: false }).execute());
const unverify = (world: World) =>
  withSystem(world.system, (tx) => tx.updateTable('practitioners').set({ verified_at: null }).execute());

test.each([
  ['is the desk’s', { service: { is_direct: false } }, null],
  ['is out of use', {}, change('clinic_services')],
  ['is of a clinic out of use', {}, change('clinics')],
  ['has no place in use', {}, change('clinic_sites')],
  ['nobody verified carries out', {}, unverify],
  ['has a place without an entry', { provider: null }, null],
  ['has a place without registration', { provider: { registration: '' } }, null],
  ['has a place without insurance', { provider: { insurance: ' ' } }, null],
  ['needs products and has no plan', botox, null],
] as const)('a service that %s is not shown', async (_what, options, change) => {
  const { world, me } = await meet(options);
  await change?.(world);
  expect(await list(me)).toEqual([]);
});

test('a signed plan determines products and doctor, and its services come first', async () => {
  const { world, me, time } = await meet();
  const { patient, doctor, caseId } = await aSignedCase(world);
  const theirs = await aDirectService(world, { ...botox, practitioners: [doctor.userId], provider: { name: 'Rive' } });
  const other = await aDirectService(world, { ...botox, provider: { name: 'Gauche' } });
  const planned = { case_id: caseId, products: 'Botulinum toxin type A, 12\u00a0U' };
  const shown = await list(world.browserOf(patient));
  expect(shown.map(({ id, plan }: { id: string; plan: object | null }) => [id, plan])).toEqual([
    ...[theirs, other]
      .map((one) => one.service_id)
      .sort()
      .map((id) => [
        id,
        {
          ...planned,
          signed_at: '2026-11-20T09:00:00.000Z',
          not_before: null,
          valid_until: '2027-05-20T12:00:00.000Z',
          // The plan of a service names the doctor who signed it only if this doctor carries out the service.
          practitioner_id: id === theirs.service_id ? doctor.userId : null,
        },
      ]),
    [time.service_id, null],
  ]);
  // Another patient has no treatment plan, so the products are unknown.
  expect(await list(me)).toMatchObject([{ id: time.service_id, plan: null }]);
});

test('an expired plan determines neither products nor doctor', async () => {
  const { world } = await meet();
  const { patient } = await aSignedCase(world);
  await aDirectService(world, { ...botox, provider: { name: 'Rive' } });
  const browser = () => world.browserOf(patient);
  expect(await list(browser())).toHaveLength(2);
  // A treatment plan is valid for six months, until the end of the last day in Paris.
  world.clock.set(new Date('2027-05-20T21:59:59.999Z'));
  expect(await list(browser())).toHaveLength(2);
  world.clock.set(new Date('2027-05-20T22:00:00.000Z'));
  expect(await list(browser())).toHaveLength(1);
});
