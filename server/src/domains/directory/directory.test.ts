import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  type AdminProfile,
  DirectoryLimits,
  type MyProfile,
  type ProfileWords,
  type PublicProfile,
} from '#contract/directory.ts';
import { aWorld, type World } from '../../../test/world.ts';

const practice = (city: string, country: 'FR' | 'BE' | 'CH' | 'CA' = 'FR') => ({
  name: 'Cabinet',
  street: '1 rue des Lilas',
  postal_code: '00000',
  city,
  country,
});

const words = (over: Partial<ProfileWords> = {}): ProfileWords => ({
  specialities: ['aesthetic_medicine'],
  languages: ['fr'],
  introduction_en: 'Hello',
  introduction_fr: '',
  places: [practice('Lyon')],
  is_listed: true,
  ...over,
});

async function aDirectory() {
  const world = await aWorld();
  const join = async (last_name: string, over: Partial<ProfileWords> = {}, verified = true) => {
    const caller = await world.practitioner({ first_name: 'Dr Anne', last_name, verified });
    const browser = world.browserOf(caller);
    const answer = await browser.post('/rpc/save_my_public_profile', words(over));
    return { caller, browser, status: answer.status, profile: answer.json as MyProfile };
  };
  const search = async (input: object) => {
    const body = (await world.browser().post('/rpc/search_practitioners', input)).json as {
      city: string | null;
      practitioners: { slug: string; distance_km: number | null }[];
    };
    return { city: body.city, slugs: body.practitioners.map(({ slug }) => slug), found: body.practitioners };
  };
  return { world, join, search };
}

const profileOf = async (world: World, slug: string): Promise<PublicProfile | null> =>
  (await world.browser().post('/rpc/get_public_profile', { slug })).json as PublicProfile | null;

test('the search finds only doctors who are verified, have agreed to be listed and are not hidden', async () => {
  const { world, join, search } = await aDirectory();
  const { caller } = await join('Listed');
  await join('Silent', { is_listed: false });
  await join('Waiting', {}, false);
  const suspended = await join('Suspended');
  await world
    .browserOf(await world.admin())
    .post('/rpc/admin_suspend_user', { user_id: suspended.caller.userId, is_suspended: true, reason: 'register' });
  // The account lost its role after the practitioner had agreed to be listed.
  const demoted = await join('Demoted');
  await world.db.updateTable('users').set({ role: 'patient' }).where('id', '=', demoted.caller.userId).execute();
  expect((await search({})).slugs).toEqual(['anne-listed']);
  const shown = (await world.browserOf(await world.admin()).post('/rpc/admin_list_profiles')).json as AdminProfile[];
  expect(shown.filter(({ is_public }) => is_public).map(({ slug }) => slug)).toEqual(['anne-listed']);
  expect(await profileOf(world, 'anne-silent')).toBeNull();
  expect(await profileOf(world, 'anne-waiting')).toBeNull();

  const admin = world.browserOf(await world.admin());
  const hide = { user_id: caller.userId, is_hidden: true, reason: 'A complaint is being looked into' };
  expect((await admin.post('/rpc/admin_hide_profile', { ...hide, reason: '' })).status).toBe(400);
  const hidden = (await admin.post('/rpc/admin_hide_profile', hide)).json as AdminProfile;
  expect(hidden).toMatchObject({ is_public: false, hidden_reason: hide.reason });
  expect((await search({})).slugs).toEqual([]);
  expect(await profileOf(world, 'anne-listed')).toBeNull();
  await admin.post('/rpc/admin_hide_profile', { ...hide, is_hidden: false, reason: '' });
  expect((await search({})).slugs).toEqual(['anne-listed']);
  const audit = await world.db.selectFrom('audit_log').select('action').orderBy('id').execute();
  expect(audit.map(({ action }) => action).slice(-2)).toEqual(['directory.hidden', 'directory.shown']);
});

test('a search near a city lists the nearest first and ignores accents, hyphens and capitals', async () => {
  const { join, search } = await aDirectory();
  await join('Aix', { places: [practice('Aix-en-Provence')] });
  await join('Liege', { places: [practice('Liège', 'BE')] });
  await join('Etienne', { places: [practice('Saint-Étienne'), practice('Montréal', 'CA')] });
  const from = await search({ city: 'ST ETIENNE' });
  expect(from).toMatchObject({ city: 'Saint-Étienne', slugs: ['anne-etienne', 'anne-aix', 'anne-liege'] });
  expect(from.found[0]?.distance_km).toBe(0);
  // The straight distance from Saint-Étienne to Aix-en-Provence is about 230 km.
  expect(Math.abs((from.found[1]?.distance_km ?? 0) - 230)).toBeLessThan(15);
  expect((await search({ city: 'montreal' })).slugs[0]).toBe('anne-etienne');
  expect((await search({ city: 'Bruxelles' })).slugs[0]).toBe('anne-liege');
  expect(await search({ city: 'Xyzzy' })).toMatchObject({
    city: null,
    slugs: ['anne-aix', 'anne-etienne', 'anne-liege'],
  });
});

test('the search for practitioners is narrowed by a speciality and a language', async () => {
  const { join, search } = await aDirectory();
  await join('One', { specialities: ['dermatology', 'laser'], languages: ['fr', 'ar'] });
  await join('Two', { specialities: ['laser'], languages: ['en'] });
  expect((await search({ speciality: 'laser' })).slugs).toEqual(['anne-one', 'anne-two']);
  expect((await search({ speciality: 'laser', language: 'ar' })).slugs).toEqual(['anne-one']);
  expect((await search({ speciality: 'eyelid_surgery' })).slugs).toEqual([]);
});

test('two people with the same name have different addresses, which never change', async () => {
  const { join } = await aDirectory();
  const first = await join('Même');
  const second = await join('Meme');
  expect([first.profile.slug, second.profile.slug]).toEqual(['anne-meme', 'anne-meme-2']);
  const again = await first.browser.post('/rpc/save_my_public_profile', words({ is_listed: false }));
  expect(again.json).toMatchObject({ slug: 'anne-meme', is_public: false, listed_since: null });
});

test('a wrong city is reported at its field, and a page without content cannot be listed', async () => {
  const { join } = await aDirectory();
  const lost = await join('Lost', { places: [practice('Lyon'), practice('Atlantis')] });
  expect([lost.status, JSON.stringify(lost.profile)]).toEqual([400, expect.stringContaining('places.1.city')]);
  expect((await join('Empty', { places: [] })).status).toBe(409);
  expect((await join('Draft', { places: [], specialities: [], is_listed: false })).status).toBe(200);
});

test('the map has one pin for a city, with the number of its practitioners', async () => {
  const { world, join } = await aDirectory();
  await join('One', { places: [practice('Paris')] });
  await join('Two', { places: [practice('Paris'), practice('Québec', 'CA')] });
  const { json } = await world.browser().post('/rpc/search_practitioners', { city: 'paris' });
  expect(json).toMatchObject({
    city: 'Paris',
    country: 'FR',
    cities: ['Paris', 'Québec'],
    pins: [
      { map: 'europe', city: 'Paris', count: 2, is_here: true },
      { map: 'canada', city: 'Québec', count: 1, is_here: false },
    ],
  });
});

/** Makes this many listed doctors in Lyon. Their names come before all others. */
async function manyInLyon({ db }: World, count: number) {
  await sql`with people as (
      insert into users (id, email, name, first_name, last_name, role)
        select gen_random_uuid(), 'many' || n || '@example.org', 'Dr Many', 'Many', 'Aa', 'practitioner' from generate_series(1, ${count}::int) n
        returning id, email
    ), doctors as (
      insert into practitioners (user_id, speciality, registration_number, registration_body, verified_at, profession)
        select id, 'laser', email, 'RPPS', now(), 'doctor' from people
    ), profiles as (
      insert into practitioner_profiles (user_id, slug, specialities, languages, listed_at, updated_at)
        select id, 'many-' || id, '{laser}', '{fr}', now(), now() from people
    ) insert into practitioner_places (user_id, position, street, postal_code, city, country, latitude, longitude)
      select id, 0, '1 rue des Lilas', '69001', 'Lyon', 'FR', 45.74906, 4.84789 from people`.execute(db);
}

test('a list that is cut still counts all practitioners and has all their cities and pins', async () => {
  const { world, join } = await aDirectory();
  await join('Zola', { places: [practice('Nice')] });
  await manyInLyon(world, DirectoryLimits.page + 1);
  const search = async (input: object) => (await world.browser().post('/rpc/search_practitioners', input)).json;
  const all = await search({});
  expect(all.practitioners).toHaveLength(DirectoryLimits.page);
  expect(all).toMatchObject({
    practitioners_count: DirectoryLimits.page + 2,
    cities: ['Lyon', 'Nice'],
    pins: [
      { city: 'Lyon', count: DirectoryLimits.page + 1 },
      { city: 'Nice', count: 1 },
    ],
  });
  expect(await search({ speciality: 'aesthetic_medicine' })).toMatchObject({
    practitioners_count: 1,
    practitioners: [{ slug: 'anne-zola' }],
    cities: ['Lyon', 'Nice'],
    pins: [{ city: 'Nice', count: 1 }],
  });
});

test('the page of a practitioner has their texts, their registration and the day on which it was checked', async () => {
  const { world, join } = await aDirectory();
  const { profile } = await join('Diop', { languages: ['fr', 'en'], introduction_fr: 'Bonjour' });
  expect(await profileOf(world, 'anne-diop')).toMatchObject({
    name: 'Dr Anne Diop',
    registration_number: profile.registration_number,
    introduction_en: 'Hello',
    introduction_fr: 'Bonjour',
    languages: ['fr', 'en'],
    verified_at: '2026-11-20T09:00:00.000Z',
  });
});

test('the sitemap for search engines has only published pages', async () => {
  const { world, join } = await aDirectory();
  await join('Listed');
  await join('Silent', { is_listed: false });
  const map = (await world.browser().get('/sitemap-practitioners.xml')).text;
  expect(map).toContain('/fr/practitioners/anne-listed');
  expect(map).not.toContain('silent');
});
