import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { aService, aTeam, aTime } from '../../../test/a-clinic-team.ts';
import { anOffered } from '../../../test/an-appointment.ts';
import type { World } from '../../../test/world.ts';

describe('places', () => {
  test('a clinic is shown as it was saved, and inactive places and rooms are last in its lists', async () => {
    const { admin, aSite, clinic, clinic_id } = await aTeam();
    const site = await aSite('Rive droite');
    const room = { site_id: site, name: 'Room 1', kind: 'room' };
    const { id: room_id } = (await admin('save_clinic_room', room)).json;
    await admin('save_clinic_room', { ...room, name: 'Laser', kind: 'device' });
    const { version: loaded } = (await clinic()).sites[0].rooms.find(({ id }: { id: string }) => id === room_id);
    await admin('save_clinic_room', { ...room, room_id, version: loaded, name: 'Room A', is_active: false });
    expect(await clinic()).toMatchObject({
      name: 'Clinique Lumière',
      sites: [
        {
          name: 'Rive droite',
          timezone: 'Europe/Paris',
          checked_at: '2026-11-20T09:00:00.000Z',
          rooms: [
            { name: 'Laser', kind: 'device', is_active: true },
            { id: room_id, name: 'Room A', kind: 'room', is_active: false },
          ],
        },
      ],
    });
    const { version } = await clinic();
    await admin('save_clinic', { clinic_id, version, name: 'Lumière', is_active: false });
    await admin('save_clinic', { name: 'Zeste' });
    expect((await admin('list_clinics', {})).json.map(({ name }: { name: string }) => name)).toEqual([
      'Zeste',
      'Lumière',
    ]);
  });

  test.each(['Mars/Olympus', '+01:00', 'CEST summer'])('a place in the time zone %s is refused', async (timezone) => {
    const { admin, clinic_id } = await aTeam();
    const { status, json } = await admin('save_clinic_site', { clinic_id, name: 'Rive', country: 'FR', timezone });
    expect([status, json.data]).toEqual([400, { fields: { timezone: ['unknown'] } }]);
  });

  test('a place or room of another clinic is not found', async () => {
    const { admin, aSite } = await aTeam();
    const site = await aSite('Rive droite');
    const { id: other } = (await admin('save_clinic', { name: 'Other' })).json;
    const { id: elsewhere } = (
      await admin('save_clinic_site', { clinic_id: other, name: 'There', country: 'FR', timezone: 'Europe/Paris' })
    ).json;
    const { id: room_id } = (await admin('save_clinic_room', { site_id: site, name: 'Room 1', kind: 'room' })).json;
    const named = { name: 'Taken', country: 'FR', timezone: 'Europe/Paris' };
    const answers = [
      await admin('save_clinic_site', { ...named, clinic_id: other, site_id: site }),
      await admin('save_clinic_room', { room_id, site_id: elsewhere, name: 'Taken', kind: 'room' }),
      await admin('get_clinic', { clinic_id: randomUUID() }),
      await admin('save_clinic', { clinic_id: randomUUID(), name: 'Taken' }),
      await admin('save_clinic_room', { site_id: randomUUID(), name: 'Taken', kind: 'room' }),
      await admin('get_site_days', { site_id: randomUUID() }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  });
});

describe('the provider list', () => {
  const places = (world: World) =>
    withSystem(world.system, async (tx) => {
      const { rows } = await sql<object>`
        select p.name as provider, s.name as site, c.name as clinic, s.checked_at is not null as is_checked
        from providers p left join clinic_sites s on s.provider_id = p.id left join clinics c on c.id = s.clinic_id
        order by p.name`.execute(tx);
      return rows;
    });

  test('a new entry of the provider list gets a place, whether an administrator saves it or an offer creates it', async () => {
    const { world, me, admin } = await aTeam();
    const people = { patient: await world.patient(), admin: me };
    await admin('save_provider', { name: 'Clinique Élysée', address: '1 rue A' });
    await anOffered(world, people, { provider_name: 'Dr Aubry' });
    await anOffered(world, people, { provider_name: 'Dr Aubry', allow_double_booking: true });
    expect(await places(world)).toEqual([
      { provider: 'Clinique Élysée', site: 'Clinique Élysée', clinic: 'Clinique Élysée', is_checked: false },
      { provider: 'Dr Aubry', site: 'Dr Aubry', clinic: 'Dr Aubry', is_checked: false },
    ]);
  });

  test('renaming or deactivating an entry of the provider list does the same to its place and clinic', async () => {
    const { admin } = await aTeam();
    const { id, version } = (await admin('save_provider', { name: 'Clinique Élysée', address: '1 rue A' })).json;
    const changed = { provider_id: id, version, name: 'Élysée', address: '2 rue B', phone: '1', is_active: false };
    expect((await admin('save_provider', changed)).status).toBe(200);
    expect((await admin('get_clinic', { clinic_id: id })).json).toMatchObject({
      name: 'Élysée',
      is_active: false,
      sites: [{ name: 'Élysée', address: '2 rue B', phone: '1', is_active: false }],
    });
  });

  test('renaming an entry of the provider list does not rename a clinic that has a different name', async () => {
    const { admin } = await aTeam();
    const { id, version } = (await admin('save_provider', { name: 'Élysée' })).json;
    const clinic = (await admin('get_clinic', { clinic_id: id })).json;
    await admin('save_clinic', { clinic_id: id, version: clinic.version, name: 'Group of Élysée' });
    await admin('save_provider', { provider_id: id, version, name: 'Élysée 8' });
    expect((await admin('get_clinic', { clinic_id: id })).json).toMatchObject({
      name: 'Group of Élysée',
      sites: [{ name: 'Élysée 8' }],
    });
  });

  test('renaming a place renames its entry in the provider list, which may have a longer name than a place', async () => {
    const { world, admin } = await aTeam();
    const { id } = (await admin('save_provider', { name: 'É'.repeat(150) })).json;
    const site = { site_id: id, clinic_id: id, country: 'FR', timezone: 'Europe/Paris' };
    const save = async (fields: object) => {
      const [{ version }] = (await admin('get_clinic', { clinic_id: id })).json.sites;
      return admin('save_clinic_site', { ...site, version, ...fields });
    };
    expect((await save({ name: 'É'.repeat(120), phone: '1' })).status).toBe(200);
    expect(await places(world)).toMatchObject([{ provider: 'É'.repeat(150), is_checked: true }]);
    await save({ name: 'Élysée', address: '1 rue A' });
    expect((await admin('list_providers', {})).json).toMatchObject([{ name: 'Élysée', address: '1 rue A' }]);
  });

  test('an existing place with the name of a new entry of the provider list becomes the place of that entry', async () => {
    const { world, admin, aSite, clinic } = await aTeam();
    await aSite('Rive droite');
    await admin('save_provider', { name: 'Rive droite' });
    expect(await places(world)).toEqual([
      { provider: 'Rive droite', site: 'Rive droite', clinic: 'Clinique Lumière', is_checked: true },
    ]);
    expect((await clinic()).sites).toHaveLength(1);
  });

  test('a place cannot take the name and address of another entry of the provider list', async () => {
    const { admin } = await aTeam();
    const { id } = (await admin('save_provider', { name: 'Élysée' })).json;
    await admin('save_provider', { name: 'Aubry' });
    const [{ version }] = (await admin('get_clinic', { clinic_id: id })).json.sites;
    const answer = await admin('save_clinic_site', {
      site_id: id,
      version,
      clinic_id: id,
      name: 'Aubry',
      country: 'FR',
      timezone: 'Europe/Paris',
    });
    expect([answer.status, answer.json.data]).toEqual([400, { fields: { name: ['taken'] } }]);
  });
});

describe('people', () => {
  test('only accounts of practitioners can be added to a clinic, by their email address', async () => {
    const { world, admin, clinic_id, join, clinic } = await aTeam();
    await world.patient({ email: 'patient@example.org' });
    const answers = [];
    for (const email of ['nobody@example.org', 'patient@example.org'])
      answers.push((await admin('save_clinic_member', { clinic_id, email, role: 'owner' })).json.data);
    expect(answers).toEqual([{ fields: { email: ['unknown'] } }, { fields: { email: ['no_practitioner'] } }]);
    const desk = { clinic_id, email: (await join('nurse')).email, role: 'desk' };
    expect((await admin('save_clinic_member', desk)).status).toBe(400);
    expect((await clinic()).members).toMatchObject([{ role: 'nurse', is_verified: true }]);
  });

  test('each change of the members of a clinic is in the audit log', async () => {
    const { world, me, admin, clinic_id, join } = await aTeam();
    const { userId: user_id, email } = await join('practitioner');
    await admin('save_clinic_member', { clinic_id, email, role: 'practitioner' });
    await admin('save_clinic_member', { clinic_id, email, role: 'owner' });
    await admin('remove_clinic_member', { clinic_id, user_id });
    const { rows } = await world.database.owner.query(
      `select action, subject_type || ':' || subject_id as subject, details from audit_log where actor_id = $1 order by id`,
      [me.userId],
    );
    const subject = `clinic:${clinic_id}`;
    expect(rows).toEqual([
      { action: 'clinic.memberAdded', subject, details: { user_id, role: 'practitioner' } },
      { action: 'clinic.memberChanged', subject, details: { user_id, role: 'owner', before: 'practitioner' } },
      { action: 'clinic.memberRemoved', subject, details: { user_id, before: 'owner' } },
    ]);
  });

  test('a member with future visits cannot be removed, and the refusal says how many visits there are', async () => {
    const { world, admin, clinic_id, aSite, join, clinic } = await aTeam();
    const [one, other] = [await join(), await join()];
    const site = await aSite('Rive droite');
    const practitioner_ids = [one.userId, other.userId];
    const { id: service } = (await admin('save_clinic_service', { clinic_id, ...aService, practitioner_ids })).json;
    const of = { clinic_id, site, service, practitioner: one.userId };
    const soon = new Date('2026-11-20T10:00:00Z');
    const over = new Date('2026-11-20T08:00:00Z');
    await aTime(world, of, { start: '2026-11-27T09:00:00Z' });
    await aTime(world, of, { start: '2026-11-27T10:00:00Z', state: 'held', held_until: soon });
    await aTime(world, of, { start: '2026-11-27T11:00:00Z', state: 'held', held_until: over });
    await aTime(world, of, { start: '2026-11-19T09:00:00Z' });
    const refused = await admin('remove_clinic_member', { clinic_id, user_id: one.userId });
    expect(refused.json).toMatchObject({ code: 'MEMBER_HAS_TIMES', data: { times: 2 } });
    expect((await admin('remove_clinic_member', { clinic_id, user_id: other.userId })).json).toEqual({ removed: true });
    expect(await clinic()).toMatchObject({
      members: [{ user_id: one.userId }],
      services: [{ practitioner_ids: [one.userId] }],
    });
  });
});

describe('services', () => {
  test('a service is shown as it was saved, with its practitioners and rooms', async () => {
    const { admin, clinic_id, aSite, join, clinic } = await aTeam();
    const { userId } = await join();
    const site_id = await aSite('Rive droite');
    const { id: room } = (await admin('save_clinic_room', { site_id, name: 'Room 1', kind: 'room' })).json;
    const service = { ...aService, practitioner_ids: [userId], room_ids: [room] };
    const { id: service_id } = (await admin('save_clinic_service', { clinic_id, ...service })).json;
    const usual = { treatment: 'Other', is_review: false };
    const [shown] = (await clinic()).services;
    const { version } = shown;
    expect(shown).toEqual({ id: service_id, version, ...usual, ...service });
    const changed = { ...service, minutes: 45, is_video: true, room_ids: [] };
    await admin('save_clinic_service', { clinic_id, service_id, version, ...changed });
    expect((await clinic()).services).toEqual([{ id: service_id, version: expect.any(String), ...usual, ...changed }]);
  });

  test.each([
    [{ price_cents: null, deposit_cents: null }, { price_cents: ['needed'] }],
    [{ price_cents: null, is_direct: false }, { deposit_cents: ['without_price'] }],
    [{ deposit_cents: 12_001 }, { deposit_cents: ['above_price'] }],
    [{ practitioner_ids: [randomUUID()] }, { practitioner_ids: ['unknown'] }],
    [{ room_ids: [randomUUID()] }, { room_ids: ['unknown'] }],
    [{ is_video: true, room_ids: [randomUUID()] }, { room_ids: ['video'] }],
  ])('a service is refused with %j', async (change, fields) => {
    const { admin, clinic_id } = await aTeam();
    const { status, json } = await admin('save_clinic_service', { clinic_id, ...aService, ...change });
    expect([status, json.data]).toEqual([400, { fields }]);
  });

  test('a service with practitioners or rooms of another clinic is refused, and a service of another clinic not found', async () => {
    const { admin, clinic_id, join } = await aTeam();
    const { id: other } = (await admin('save_clinic', { name: 'Other' })).json;
    const stranger = await join('practitioner', other);
    const { id: service_id } = (await admin('save_clinic_service', { clinic_id: other, ...aService })).json;
    const practitioner_ids = [stranger.userId];
    expect((await admin('save_clinic_service', { clinic_id, ...aService, practitioner_ids })).status).toBe(400);
    expect((await admin('save_clinic_service', { clinic_id, service_id, ...aService })).status).toBe(404);
  });
});

describe('two coordinators with the same form open', () => {
  test('only the first save is stored, and repeating it succeeds: clinic, place, room, service, provider', async () => {
    const { admin, clinic_id, aSite, clinic } = await aTeam();
    const site_id = await aSite('Rive droite');
    const { id: service_id } = (await admin('save_clinic_service', { clinic_id, ...aService })).json;
    const { id: room_id } = (await admin('save_clinic_room', { site_id, name: 'Room 1', kind: 'device' })).json;
    const provider = (await admin('save_provider', { name: 'Dr Aubry', seller: 'Aubry SAS' })).json;
    const opened = await clinic();
    const place = { site_id, clinic_id, country: 'FR', timezone: 'Europe/Paris' };
    const forms: [string, object, (name: string) => object][] = [
      ['save_clinic', { version: opened.version, clinic_id }, (name) => ({ name })],
      ['save_clinic_site', { version: opened.sites[0].version, ...place }, (name) => ({ name })],
      [
        'save_clinic_room',
        { version: opened.sites[0].rooms[0].version, room_id, site_id, kind: 'device' },
        (name) => ({ name }),
      ],
      [
        'save_clinic_service',
        { version: opened.services[0].version, clinic_id, service_id, ...aService },
        (name_en) => ({ name_en }),
      ],
      ['save_provider', { version: provider.version, provider_id: provider.id }, (name) => ({ name })],
    ];
    for (const [save, form, typed] of forms) {
      // The first answer is lost, so the same form is sent again.
      for (let time = 0; time < 2; time++)
        expect((await admin(save, { ...form, ...typed('First') })).status, save).toBe(200);
      const second = await admin(save, { ...form, ...typed('Second') });
      expect([second.status, second.json.code], save).toEqual([409, 'CHANGED_SINCE']);
      const unseen = await admin(save, { ...form, version: null, ...typed('Second') });
      expect(unseen.json.code, save).toBe('CHANGED_SINCE');
    }
    expect(await clinic()).toMatchObject({
      name: 'First',
      sites: [{ name: 'First', rooms: [{ name: 'First', kind: 'device' }] }],
      services: [{ name_en: 'First' }],
    });
    expect((await admin('get_provider', { provider_id: provider.id })).json.provider).toMatchObject({
      name: 'First',
      seller: 'Aubry SAS',
    });
  });

  test('a form of a service with a practitioner who has left the clinic is refused as changed', async () => {
    const { admin, clinic_id, join, clinic } = await aTeam();
    const { userId: user_id } = await join();
    const form = { clinic_id, ...aService, practitioner_ids: [user_id] };
    const { id: service_id } = (await admin('save_clinic_service', form)).json;
    const { version } = (await clinic()).services[0];
    await admin('remove_clinic_member', { clinic_id, user_id });
    const late = await admin('save_clinic_service', { ...form, service_id, version });
    expect([late.status, late.json.code]).toEqual([409, 'CHANGED_SINCE']);
  });

  test.each(['practitioner_ids', 'room_ids'] as const)(
    'a form of a service is outdated after a change of only %s',
    async (list) => {
      const { admin, clinic_id, aSite, join, clinic } = await aTeam();
      const { userId } = await join();
      const site_id = await aSite('Rive droite');
      const room = (await admin('save_clinic_room', { site_id, name: 'Room 1', kind: 'room' })).json;
      const { id: service_id } = (await admin('save_clinic_service', { clinic_id, ...aService })).json;
      const { version } = (await clinic()).services[0];
      const form = { clinic_id, service_id, version, ...aService };
      const changed = { ...form, [list]: [list === 'room_ids' ? room.id : userId] };
      for (let time = 0; time < 2; time++) expect((await admin('save_clinic_service', changed)).status).toBe(200);
      expect((await admin('save_clinic_service', form)).json.code).toBe('CHANGED_SINCE');
    },
  );

  test('a form of a service stays valid while nothing that it shows changes', async () => {
    const { admin, clinic_id, aSite, clinic } = await aTeam();
    await aSite('Rive droite');
    const { id: service_id } = (await admin('save_clinic_service', { clinic_id, ...aService })).json;
    const [{ version }] = (await clinic()).services;
    await admin('save_clinic', { clinic_id, version: (await clinic()).version, name: 'Another name' });
    const saved = await admin('save_clinic_service', { clinic_id, service_id, version, ...aService, minutes: 50 });
    expect(saved.status).toBe(200);
  });
});
