import { expect, test } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aService, aTeam, aTime } from '../../../test/a-clinic-team.ts';

// The test clock is at 2026-11-20T09:00Z. On 24 December, Paris is an hour ahead of UTC, and Montréal five hours
// behind.
const DAY = '2026-12-24';

/** Makes two places in Paris and one in Montréal, a practitioner who works there, and a function that plans visits. */
async function aPlanned() {
  const team = await aTeam();
  const { world, admin, clinic_id } = team;
  const [site, near, far] = [
    await team.aSite('Rive droite'),
    await team.aSite('Rive gauche'),
    await team.aSite('Montréal', 'America/Montreal'),
  ];
  const [person, colleague] = [await team.join(), await team.join()];
  const practitioner_ids = [person.userId, colleague.userId];
  const { id: service } = (await admin('save_clinic_service', { clinic_id, ...aService, practitioner_ids })).json;
  const visit = (start: string, at = site, { userId }: SignedIn = person, more: object = {}) =>
    aTime(world, { clinic_id, site: at, service, practitioner: userId }, { start, ...more });
  const browser = world.browserOf(person);
  const mine = async () => (await browser.post('/rpc/get_my_hours')).json;
  const close = async (exception: object, more: object = {}) => {
    const off = { site_id: null, day: DAY, kind: 'off', starts: null, ends: null, ...exception };
    const { version } = await mine();
    return browser.post('/rpc/save_my_hours', { rules: [], exceptions: [off], version, ...more });
  };
  const closePlace = async (site_id: string, more: object = {}) => {
    const { version } = (await admin('get_site_days', { site_id })).json;
    const days = [{ day: DAY, is_open: false, name: '' }];
    return admin('save_site_days', { site_id, version, days, ...more });
  };
  return { ...team, site, near, far, service, person, colleague, visit, mine, close, closePlace };
}

test('a practitioner can close a day with visits only after seeing these visits', async () => {
  const { site, person, visit, mine, close } = await aPlanned();
  await visit('2026-12-24T14:00:00.000Z');
  await visit('2026-12-24T09:00:00.000Z');
  const refused = await close({});
  expect([refused.status, refused.json.code]).toEqual([409, 'VISITS_ON_CLOSED_DAYS']);
  const { visits, total, visits_version } = refused.json.data;
  const paris = { site_id: site, site_name: 'Rive droite', timezone: 'Europe/Paris', is_held: false };
  const place = { ...paris, practitioner_id: person.userId };
  const id = expect.any(String);
  expect([visits, total]).toEqual([
    [
      { ...place, id, starts_at: '2026-12-24T09:00:00.000Z' },
      { ...place, id, starts_at: '2026-12-24T14:00:00.000Z' },
    ],
    2,
  ]);
  expect((await mine()).exceptions).toEqual([]);

  // Another visit is planned before the practitioner saves again.
  await visit('2026-12-24T16:00:00.000Z');
  const again = await close({}, { visits_version });
  expect([again.json.code, again.json.data.total]).toEqual(['VISITS_ON_CLOSED_DAYS', 3]);
  expect((await close({}, { visits_version: again.json.data.visits_version })).status).toBe(200);
  expect((await mine()).exceptions).toHaveLength(1);
  // The day is closed already, so saving it again closes nothing.
  expect((await close({})).status).toBe(200);
  expect((await close({ starts: '09:00', ends: '12:00' })).json.data.total).toBe(1);
});

const past = { held_until: new Date('2026-11-20T08:59:00Z') };
const open = { held_until: new Date('2026-11-20T10:00:00Z') };

/** Each row has the start of a visit of half an hour, its place, the closed time, and whether the visit is listed. */
test.each([
  ['the first minutes of the day', '2026-12-23T23:00:00Z', 'site', {}, {}, 1],
  ['the evening before', '2026-12-23T22:30:00Z', 'site', {}, {}, 0],
  ['over midnight', '2026-12-24T22:45:00Z', 'site', {}, {}, 1],
  ['the next day', '2026-12-24T23:00:00Z', 'site', {}, {}, 0],
  ['the evening in Montréal', '2026-12-25T04:30:00Z', 'far', {}, {}, 1],
  ['another place', '2026-12-24T09:00:00Z', 'near', {}, { place: 'site' }, 0],
  ['the same place', '2026-12-24T09:00:00Z', 'site', {}, { place: 'site' }, 1],
  ['it ends when the closed hours begin', '2026-12-24T09:30:00Z', 'site', {}, { starts: '11:00', ends: '12:00' }, 0],
  ['it ends after the closed hours begin', '2026-12-24T09:31:00Z', 'site', {}, { starts: '11:00', ends: '12:00' }, 1],
  ['it begins when the closed hours end', '2026-12-24T11:00:00Z', 'site', {}, { starts: '11:00', ends: '12:00' }, 0],
  ['an open offer', '2026-12-24T09:00:00Z', 'site', { state: 'held', ...open }, {}, 1],
  ['an expired hold', '2026-12-24T09:00:00Z', 'site', { state: 'held', ...past }, {}, 0],
  ['a visit that is over today', '2026-11-20T08:00:00Z', 'site', {}, { day: '2026-11-20' }, 0],
] as const)('whether closing a day lists this visit: %s', async (_what, start, at, more, { ...closed }, listed) => {
  const met = await aPlanned();
  await met.visit(start, met[at], met.person, more);
  const { place, ...exception } = closed as { place?: 'site' };
  const { status, json } = await met.close({ ...exception, site_id: place ? met[place] : null });
  expect([status, json.data?.total ?? 0]).toEqual([listed ? 409 : 200, listed]);
});

test('a held time is listed as held, and a later hold does not refuse the closing again', async () => {
  const { visit, close } = await aPlanned();
  await visit('2026-12-24T09:00:00Z');
  await visit('2026-12-24T13:00:00Z', undefined, undefined, { state: 'held', ...open });
  const { data } = (await close({})).json;
  expect(data.visits).toMatchObject([{ is_held: false }, { is_held: true }]);
  await visit('2026-12-24T15:00:00Z', undefined, undefined, { state: 'held', ...open });
  expect((await close({}, { visits_version: data.visits_version })).status).toBe(200);
});

test('extra hours are saved despite visits, and a day is closed despite the visits of a colleague', async () => {
  const { site, colleague, visit, close } = await aPlanned();
  await visit('2026-12-24T09:00:00Z', site, colleague);
  expect((await close({})).status).toBe(200);
  await visit('2026-12-24T13:00:00Z');
  expect((await close({ kind: 'extra', site_id: site, starts: '13:00', ends: '16:00' })).status).toBe(200);
});

test('a place can be closed only after the visits of all its practitioners were seen', async () => {
  const { site, near, person, colleague, visit, closePlace } = await aPlanned();
  await visit('2026-12-24T09:00:00Z');
  await visit('2026-12-24T09:00:00Z', site, colleague);
  await visit('2026-12-24T13:00:00Z', near);
  const { data } = (await closePlace(site)).json;
  expect(data.visits.map(({ practitioner_id }: { practitioner_id: string }) => practitioner_id).sort()).toEqual(
    [person.userId, colleague.userId].sort(),
  );
  expect((await closePlace(site, { visits_version: data.visits_version })).status).toBe(200);
  expect((await closePlace(site)).status).toBe(200);
});

test('a holiday on which a place is open can be closed again only after its visits were seen', async () => {
  const { admin, site, visit } = await aPlanned();
  const save = async (days: object[], more: object = {}) => {
    const { version } = (await admin('get_site_days', { site_id: site })).json;
    return admin('save_site_days', { site_id: site, version, days, ...more });
  };
  const [christmas, eve] = [
    { day: '2026-12-25', is_open: true, name: '' },
    { day: DAY, is_open: true, name: '' },
  ];
  expect((await save([christmas, eve])).status).toBe(200);
  await visit('2026-12-24T09:00:00Z');
  await visit('2026-12-25T09:00:00Z');
  // The day before Christmas is no holiday, so it stays open without a row.
  expect((await save([christmas])).status).toBe(200);
  const { code, data } = (await save([])).json;
  expect([code, data.visits]).toMatchObject(['VISITS_ON_CLOSED_DAYS', [{ starts_at: '2026-12-25T09:00:00.000Z' }]]);
  expect((await save([], { visits_version: data.visits_version })).status).toBe(200);
});

test('the desk sees the visits at its own clinic when it closes a day for a practitioner or a place', async () => {
  const { world, admin, clinic_id, site, service, person, visit } = await aPlanned();
  const { id: other } = (await admin('save_clinic', { name: 'Other' })).json;
  const named = { clinic_id: other, name: 'There', country: 'FR', timezone: 'Europe/Paris' };
  const { id: there } = (await admin('save_clinic_site', named)).json;
  await admin('save_clinic_member', { clinic_id: other, email: person.email, role: 'practitioner' });
  await visit('2026-12-24T09:00:00Z');
  const elsewhere = { clinic_id: other, site: there, service, practitioner: person.userId };
  await aTime(world, elsewhere, { start: '2026-12-24T13:00:00Z' });
  const desk = await world.desk();
  const member = { clinic_id, user_id: desk.userId, role: 'desk' as const, created_at: world.clock.now() };
  await withSystem(world.system, (tx) => tx.insertInto('clinic_members').values(member).execute());
  const browser = world.browserOf(desk);
  const one = { clinic_id, user_id: person.userId };
  const hours = (await browser.post('/rpc/desk_get_clinic_hours', one)).json;
  const off = { site_id: null, day: DAY, kind: 'off', starts: null, ends: null };
  const closed = await browser.post('/rpc/desk_save_clinic_hours', {
    ...one,
    version: hours.version,
    rules: [],
    exceptions: [off],
  });
  const { version } = (await browser.post('/rpc/desk_get_site_days', { site_id: site })).json;
  const days = [{ day: DAY, is_open: false, name: '' }];
  const place = await browser.post('/rpc/desk_save_site_days', { site_id: site, version, days });
  for (const { json } of [closed, place]) {
    expect(json.code).toBe('VISITS_ON_CLOSED_DAYS');
    expect(json.data.visits).toMatchObject([{ site_id: site, starts_at: '2026-12-24T09:00:00.000Z' }]);
  }
});
