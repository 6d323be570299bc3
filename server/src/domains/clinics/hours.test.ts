import { describe, expect, test } from 'vitest';
import type { HoursException } from '#contract/clinics.ts';
import { withStaff, withSystem } from '#server/platform/db/db.ts';
import { aService, aTeam } from '../../../test/a-clinic-team.ts';

/** The day of the test clock, a Friday. */
const TODAY = '2026-11-20';

const rule = (site_id: string, weekday: number, starts: string, ends: string, more: object = {}) => ({
  site_id,
  weekday,
  starts,
  ends,
  valid_from: TODAY,
  valid_to: null,
  ...more,
});

const off = (more: Partial<HoursException> = {}): HoursException => ({
  site_id: null,
  day: '2026-12-24',
  kind: 'off',
  starts: null,
  ends: null,
  ...more,
});

async function aPractitioner() {
  const team = await aTeam();
  const site = await team.aSite('Rive droite');
  const person = await team.join();
  const browser = team.world.browserOf(person);
  const mine = async () => (await browser.post('/rpc/get_my_hours', {})).json;
  const save = async (hours: { rules?: object[]; exceptions?: object[]; version?: string }) =>
    browser.post('/rpc/save_my_hours', { rules: [], exceptions: [], version: (await mine()).version, ...hours });
  return { ...team, site, person, browser, mine, save };
}

describe('a practitioner', () => {
  test('a practitioner has no hours before they are saved, and afterwards exactly the saved hours', async () => {
    const { site, mine, save } = await aPractitioner();
    expect(await mine()).toMatchObject({
      sites: [{ id: site, name: 'Rive droite', clinic: 'Clinique Lumière', timezone: 'Europe/Paris' }],
      rules: [],
      exceptions: [],
    });
    const rules = [rule(site, 5, '14:00', '24:00'), rule(site, 1, '09:00', '12:30')];
    const extra = off({ site_id: site, kind: 'extra', day: '2026-12-05', starts: '09:00', ends: '12:00' });
    expect((await save({ rules, exceptions: [off(), extra] })).status).toBe(200);
    expect(await mine()).toMatchObject({ rules: [rules[1], rules[0]], exceptions: [extra, off()] });
  });

  test('a practitioner without a clinic has no hours, and cannot save any', async () => {
    const { world, site } = await aPractitioner();
    const browser = world.browserOf(await world.practitioner());
    const { version, ...hours } = (await browser.post('/rpc/get_my_hours', {})).json;
    expect(hours).toEqual({ sites: [], rules: [], exceptions: [] });
    const input = { rules: [rule(site, 1, '09:00', '12:00')], exceptions: [], version };
    expect((await browser.post('/rpc/save_my_hours', input)).json.data).toEqual({ fields: { 'rules.0': ['place'] } });
  });

  test('saving hours is refused if they were changed after the person loaded them', async () => {
    const { site, mine, save } = await aPractitioner();
    const { version } = await mine();
    await save({ rules: [rule(site, 1, '09:00', '12:00')] });
    expect((await save({ rules: [], version })).json.code).toBe('CHANGED_SINCE');
    expect((await mine()).rules).toHaveLength(1);
  });

  test('a save of hours whose answer was lost can be repeated, in any order of the rows and their fields', async () => {
    const { site, mine, save } = await aPractitioner();
    const { version } = await mine();
    const rules = [rule(site, 5, '14:00', '24:00'), rule(site, 1, '09:00', '12:30')];
    const extra = off({ site_id: site, kind: 'extra', day: '2026-12-05', starts: '09:00', ends: '12:00' });
    const exceptions = [off(), extra];
    const first = await save({ rules, exceptions, version });
    const again = await save({ rules, exceptions, version });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.json).toEqual(first.json);
    expect((await save({ rules, exceptions: [off()], version })).json.code).toBe('CHANGED_SINCE');
  });

  test('if two people save the hours of a practitioner at the same time, one save is refused', async () => {
    const { site, save, mine } = await aPractitioner();
    const { version } = await mine();
    const rules = [[rule(site, 1, '09:00', '12:00')], [rule(site, 2, '09:00', '12:00')]];
    const answers = await Promise.all(rules.map((each) => save({ rules: each, version })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await mine()).rules).toHaveLength(1);
  });

  test('past exceptions of the hours are not deleted when future ones are replaced', async () => {
    const { world, person, save, mine } = await aPractitioner();
    await save({ exceptions: [off({ day: '2026-11-20' }), off()] });
    world.clock.set(new Date('2026-11-25T09:00:00Z'));
    expect((await mine()).exceptions).toEqual([off()]);
    await save({ exceptions: [] });
    const left = await withStaff(world.db, person.userId, (tx) =>
      tx.selectFrom('availability_exceptions').select('day').where('user_id', '=', person.userId).execute(),
    );
    expect(left).toEqual([{ day: '2026-11-20' }]);
  });
});

describe('hours are refused, and the row is named', () => {
  test.each([
    ['the end is before the start', [['09:00', '08:00']], { 'rules.0': ['ends_first'] }],
    ['the end is the start', [['09:00', '09:00']], { 'rules.0': ['ends_first'] }],
    [
      'two overlap',
      [
        ['09:00', '12:00'],
        ['14:00', '15:00'],
        ['11:59', '14:00'],
      ],
      { 'rules.0': ['overlap'], 'rules.2': ['overlap'] },
    ],
    [
      'the same twice',
      [
        ['09:00', '12:00'],
        ['09:00', '12:00'],
      ],
      { 'rules.0': ['overlap'], 'rules.1': ['overlap'] },
    ],
  ] as const)('weekly hours are refused with the number of the row: %s', async (_says, times, fields) => {
    const { site, save } = await aPractitioner();
    const { status, json } = await save({ rules: times.map(([starts, ends]) => rule(site, 3, starts, ends)) });
    expect([status, json.data]).toEqual([400, { fields }]);
  });

  test('weekly hours are accepted if they only touch, or are on different days, or valid in different periods', async () => {
    const { site, save } = await aPractitioner();
    const rules = [
      rule(site, 3, '09:00', '12:00'),
      rule(site, 3, '12:00', '24:00', { valid_to: '2026-12-31' }),
      rule(site, 3, '12:00', '18:00', { valid_from: '2027-01-01' }),
      rule(site, 4, '09:00', '12:00'),
    ];
    expect((await save({ rules })).status).toBe(200);
  });

  test('hours at two places count as overlapping only if both places are in the same time zone', async () => {
    const { site, aSite, save } = await aPractitioner();
    const [near, far] = [await aSite('Rive gauche'), await aSite('Montréal', 'America/Montreal')];
    const at = (other: string) => [rule(site, 3, '09:00', '12:00'), rule(other, 3, '11:00', '13:00')];
    expect((await save({ rules: at(near) })).json.data).toEqual({
      fields: { 'rules.0': ['overlap'], 'rules.1': ['overlap'] },
    });
    expect((await save({ rules: at(far) })).status).toBe(200);
  });

  test.each([
    ['extra hours without hours', { kind: 'extra' }, 'extra_needs'],
    ['hours with one end', { starts: '09:00' }, 'half'],
    ['hours that end first', { starts: '09:00', ends: '08:00' }, 'ends_first'],
    ['a day that is past', { day: '2026-11-18' }, 'past'],
  ] as const)('an exception of the hours is refused: %s', async (_says, more, fault) => {
    const { save } = await aPractitioner();
    expect((await save({ exceptions: [off(more)] })).json.data).toEqual({ fields: { 'exceptions.0': [fault] } });
  });

  test('an absence at every place overlaps an absence at one of the places', async () => {
    const { site, save } = await aPractitioner();
    expect((await save({ exceptions: [off(), off({ site_id: site })] })).json.data).toEqual({
      fields: { 'exceptions.0': ['overlap'], 'exceptions.1': ['overlap'] },
    });
  });
});

describe('an administrator', () => {
  test('an administrator replaces the hours of a member at one clinic, without changing or overlapping those at another', async () => {
    const { admin, clinic_id, site, person, mine, save } = await aPractitioner();
    const { id: other } = (await admin('save_clinic', { name: 'Other' })).json;
    const named = { clinic_id: other, name: 'There', country: 'FR', timezone: 'Europe/Paris' };
    const { id: there } = (await admin('save_clinic_site', named)).json;
    await admin('save_clinic_member', { clinic_id: other, email: person.email, role: 'nurse' });
    await save({ rules: [rule(site, 1, '09:00', '12:00'), rule(there, 1, '14:00', '18:00')] });
    const one = { clinic_id, user_id: person.userId };
    const { version, rules, sites } = (await admin('get_clinic_hours', one)).json;
    expect([rules, sites.map(({ id }: { id: string }) => id)]).toEqual([[rule(site, 1, '09:00', '12:00')], [site]]);
    const set = (starts: string, ends: string, at = site) =>
      admin('save_clinic_hours', { ...one, version, exceptions: [], rules: [rule(at, 1, starts, ends)] });
    expect((await set('13:00', '15:00')).json.data).toEqual({ fields: { 'rules.0': ['elsewhere'] } });
    expect((await set('08:00', '09:00', there)).json.data).toEqual({ fields: { 'rules.0': ['place'] } });
    expect((await set('10:00', '14:00')).status).toBe(200);
    expect((await mine()).rules).toEqual([rule(site, 1, '10:00', '14:00'), rule(there, 1, '14:00', '18:00')]);
    await admin('remove_clinic_member', one);
    expect((await mine()).rules).toEqual([rule(there, 1, '14:00', '18:00')]);
  });

  test("a change of a member's hours is in the audit log", async () => {
    const { world, me, admin, clinic_id, person } = await aPractitioner();
    const one = { clinic_id, user_id: person.userId };
    const { version } = (await admin('get_clinic_hours', one)).json;
    await admin('save_clinic_hours', { ...one, version, rules: [], exceptions: [] });
    const { rows } = await world.database.owner.query(
      `select subject_type || ':' || subject_id as subject, details from audit_log where actor_id = $1 and action = 'clinic.hoursChanged'`,
      [me.userId],
    );
    expect(rows).toEqual([{ subject: `clinic:${clinic_id}`, details: { user_id: person.userId } }]);
  });

  test('a change of the days of a place is in the audit log', async () => {
    const { world, me, admin, clinic_id, site } = await aPractitioner();
    const { version } = (await admin('get_site_days', { site_id: site })).json;
    const days = [{ day: '2026-12-24', is_open: false, name: 'Works' }];
    await admin('save_site_days', { site_id: site, version, days });
    await admin('save_site_days', { site_id: site, version, days: [] });
    const { rows } = await world.database.owner.query(
      `select actor_role, subject_type || ':' || subject_id as subject, details from audit_log
       where actor_id = $1 and action = 'clinic.daysChanged'`,
      [me.userId],
    );
    expect(rows).toEqual([{ actor_role: 'admin', subject: `clinic:${clinic_id}`, details: { site_id: site } }]);
  });

  test('each exception of a place is stored once, and past days and outdated versions are refused', async () => {
    const { admin, site } = await aPractitioner();
    const { version } = (await admin('get_site_days', { site_id: site })).json;
    const day = (on: string) => ({ day: on, is_open: false, name: 'Works' });
    const set = (...days: string[]) => admin('save_site_days', { site_id: site, version, days: days.map(day) });
    expect((await set('2026-12-24', '2026-12-24')).json.data.fields).toEqual({
      'days.0': ['twice'],
      'days.1': ['twice'],
    });
    expect((await set('2026-11-01')).json.data.fields).toEqual({ 'days.0': ['past'] });
    // The answer to the first save is lost, so the same days are sent again, in another order.
    expect((await set('2026-12-24', '2026-12-23')).status).toBe(200);
    expect((await set('2026-12-23', '2026-12-24')).json.days).toEqual([day('2026-12-23'), day('2026-12-24')]);
    expect((await set('2026-12-24')).json.code).toBe('CHANGED_SINCE');
    expect((await set()).json.code).toBe('CHANGED_SINCE');
  });
});

test('if the desk of a clinic saves wrong hours, the error names the row in which it was typed', async () => {
  const { world, admin, clinic_id, person, aSite } = await aPractitioner();
  await aSite('Rive gauche');
  const desk = await world.desk();
  await withSystem(world.system, (tx) =>
    tx
      .insertInto('clinic_members')
      .values({ clinic_id, user_id: desk.userId, role: 'desk', created_at: world.clock.now() })
      .execute(),
  );
  const browser = world.browserOf(desk);
  const one = { clinic_id, user_id: person.userId };
  const { version } = (await browser.post('/rpc/desk_get_clinic_hours', one)).json;
  const save = (...exceptions: HoursException[]) =>
    browser.post('/rpc/desk_save_clinic_hours', { ...one, version, rules: [], exceptions });
  // The first row is for every place. The service replaces it with one row for each of the two places.
  expect((await save(off(), off({ day: '2026-11-01' }))).json.data).toEqual({ fields: { 'exceptions.1': ['past'] } });
  expect((await save(off({ day: '2026-11-01' }))).json.data).toEqual({ fields: { 'exceptions.0': ['past'] } });
  // The answer to the first save is lost, so the same hours are sent again.
  for (let time = 0; time < 2; time++) expect((await save(off())).json.exceptions).toHaveLength(2);
  expect((await admin('get_clinic_hours', one)).json.exceptions).toHaveLength(2);
});

describe('permissions', () => {
  /**
   * Each row has a procedure, its input, and the response status for the owner of another clinic, a practitioner and a
   * patient. A visitor without an account always gets 401.
   */
  test.each([
    ['admin_list_clinics', {}, 403],
    ['admin_get_clinic', { clinic_id: 'clinic' }, 403],
    ['admin_save_clinic', { name: 'Mine' }, 403],
    ['admin_save_clinic_site', { clinic_id: 'clinic', name: 'Mine', country: 'FR', timezone: 'Europe/Paris' }, 403],
    ['admin_save_clinic_room', { site_id: 'site', name: 'Mine', kind: 'room' }, 403],
    ['admin_save_clinic_member', { clinic_id: 'clinic', email: 'me@example.org', role: 'owner' }, 403],
    ['admin_remove_clinic_member', { clinic_id: 'clinic', user_id: 'person' }, 403],
    ['admin_save_clinic_service', { clinic_id: 'clinic', ...aService }, 403],
    ['admin_get_clinic_hours', { clinic_id: 'clinic', user_id: 'person' }, 403],
    [
      'admin_save_clinic_hours',
      { clinic_id: 'clinic', user_id: 'person', rules: [], exceptions: [], version: '' },
      403,
    ],
    ['admin_get_site_days', { site_id: 'site' }, 403],
    ['admin_save_site_days', { site_id: 'site', days: [], version: '' }, 403],
  ] as const)('the procedure %s is for administrators only', async (name, input, refused) => {
    const { world, admin, clinic_id, site, person, join, clinic } = await aPractitioner();
    const { id: other } = (await admin('save_clinic', { name: 'Other' })).json;
    const ids: Record<string, string> = { clinic: clinic_id, site, person: person.userId };
    const real = Object.fromEntries(Object.entries(input).map(([key, value]) => [key, ids[String(value)] ?? value]));
    const before = await clinic();
    const statuses = [];
    for (const caller of [await join('owner', other), person, await world.patient()])
      statuses.push((await world.browserOf(caller).post(`/rpc/${name}`, real)).status);
    statuses.push((await world.browser().post(`/rpc/${name}`, real)).status);
    expect(statuses).toEqual([refused, refused, refused, 401]);
    expect(await clinic()).toEqual(before);
  });

  test('patients and visitors have no hours, and hours at a place of another clinic are refused', async () => {
    const { world, admin, site, join } = await aPractitioner();
    const { id: other } = (await admin('save_clinic', { name: 'Other' })).json;
    const owner = world.browserOf(await join('owner', other));
    const { version, sites } = (await owner.post('/rpc/get_my_hours', {})).json;
    expect(sites).toEqual([]);
    const input = { rules: [rule(site, 1, '09:00', '12:00')], exceptions: [], version };
    expect((await owner.post('/rpc/save_my_hours', input)).json.data.fields).toEqual({ 'rules.0': ['place'] });
    const patient = world.browserOf(await world.patient());
    for (const name of ['get_my_hours', 'save_my_hours']) {
      expect((await patient.post(`/rpc/${name}`, input)).status).toBe(403);
      expect((await world.browser().post(`/rpc/${name}`, input)).status).toBe(401);
    }
  });

  test('the database also refuses the hours of a person who is not a practitioner at the clinic of the place', async () => {
    const { world, site, person, join, admin } = await aPractitioner();
    const { id: other } = (await admin('save_clinic', { name: 'Other' })).json;
    const owner = await join('owner', other);
    const write = (as: string, of: string) =>
      withStaff(world.db, as, (tx) =>
        tx
          .insertInto('availability_rules')
          .values({ id: crypto.randomUUID(), user_id: of, ...rule(site, 1, '09:00', '12:00') })
          .execute(),
      ).then(
        () => 'written',
        (error: { code?: string }) => error.code,
      );
    expect(await write(person.userId, person.userId)).toBe('written');
    expect(await write(owner.userId, owner.userId)).toBe('42501');
    expect(await write(owner.userId, person.userId)).toBe('42501');
    expect(await write((await join('practitioner')).userId, person.userId)).toBe('42501');
  });
});
