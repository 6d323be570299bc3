import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { PublicSite, SaveBlock, SiteBlockState, SiteRegion, SiteVersion } from '#contract/site.ts';
import { openDb } from '#server/platform/db/db.ts';
import type { Browser } from '../../../test/browser.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { listRegionChoices } from './index.ts';

interface Looking {
  language?: 'en' | 'fr';
  preview?: SiteRegion;
  headers?: Record<string, string>;
  browser?: Browser;
}

/** Reads the public content as a visitor. By default, no header states the visitor's country. */
async function read(world: World, { language = 'en', preview, headers, browser = world.browser() }: Looking = {}) {
  const answer = await browser.post('/rpc/read_site', { language, preview }, headers);
  expect(answer.status).toBe(200);
  return answer.json as PublicSite;
}

const save = (over: Partial<SaveBlock> = {}): SaveBlock => ({
  region: 'global',
  language: 'en',
  content: { block: 'statistics', content: { clinics: 31, doctors: 140, patients: 1_234 } },
  is_shown: true,
  reason: '',
  is_confirmed: true,
  publish: true,
  newest_id: null,
  ...over,
});

async function anAdmin() {
  const world = await aWorld();
  const admin = await world.admin();
  const browser = world.browserOf(admin);
  const post = async (path: string, body: object) => {
    const answer = await browser.post(`/rpc/${path}`, body);
    world.notify('site');
    return { status: answer.status, body: answer.json };
  };
  return { world, admin, post };
}

test('at first the site shows the samples of the specification, and labels them as samples', async () => {
  const world = await aWorld();
  const page = await read(world);
  expect(page.statistics).toEqual({ clinics: 20, doctors: 120, patients: 755, is_confirmed: false });
  expect(page.claims).toMatchObject({ rating: '4.9/5', results: [{ figure: '48h' }, {}, {}] });
  expect(page.testimonials?.entries).toHaveLength(10);
  expect(page.testimonials?.entries[0]).toMatchObject({ name: 'Claire', age: 34, city: 'Paris' });
});

test('pages for France show no testimonials, not even globally published ones, and state the reason', async () => {
  const { world, post } = await anAdmin();
  const testimonials = { entries: [{ name: 'A', age: 40, city: 'B', quote: 'C' }] };
  const content = { block: 'testimonials', content: testimonials } as const;
  expect((await post('admin_save_site_block', save({ language: 'fr', content }))).status).toBe(200);
  expect(await read(world, { language: 'fr' })).toMatchObject({ testimonials: null, forbids_testimonials: true });
  const { body } = await post('admin_get_site_content', { region: 'FR', language: 'fr' });
  const state = (body as SiteBlockState[]).find(({ block }) => block === 'testimonials');
  expect(state).toMatchObject({ origin: 'sample', is_shown: false });
  expect(state?.reason).toContain('publicité médicale');

  expect((await post('admin_save_site_block', save({ region: 'FR', language: 'fr', content }))).status).toBe(200);
  expect((await read(world, { language: 'fr' })).testimonials).toMatchObject({ entries: [{ quote: 'C' }] });
});

test('published content is shown on pages of its region and language, and on no others', async () => {
  const { world, post } = await anAdmin();
  await post('admin_save_site_block', save());
  const here = await read(world);
  expect(here.statistics).toMatchObject({ patients: 1234, is_confirmed: true });
  expect((await read(world, { language: 'fr' })).statistics?.clinics).toBe(20);
});

test('the header of our own proxy determines the region', async () => {
  const { world, post } = await anAdmin();
  (world.config as { countryHeader?: string }).countryHeader = 'x-country';
  await post('admin_save_site_block', save({ region: 'CA' }));
  const from = (country: string) => read(world, { headers: { 'x-country': country } });
  expect((await from('ca')).statistics?.clinics).toBe(31);
  expect((await from('US')).statistics?.clinics).toBe(20);
  expect((await from('FR')).testimonials).toBeNull();
});

test("only an administrator's preview shows a draft", async () => {
  const { world, admin, post } = await anAdmin();
  const { draft, newest_id } = (await post('admin_save_site_block', save({ publish: false }))).body as SiteBlockState;
  expect(draft).toMatchObject({
    is_published: false,
    made_by: expect.stringContaining('Jeanne'),
  });
  const preview = 'global';
  expect((await read(world)).statistics?.clinics).toBe(20);
  expect(await read(world, { preview })).toMatchObject({ is_preview: false, statistics: { clinics: 20 } });
  const own = world.browserOf(admin);
  expect(await read(world, { preview, browser: own })).toMatchObject({ is_preview: true, statistics: { clinics: 31 } });
  const patient = world.browserOf(await world.patient());
  expect(await read(world, { preview, browser: patient })).toMatchObject({
    is_preview: false,
    statistics: { clinics: 20 },
  });

  await post('admin_discard_site_draft', { region: 'global', language: 'en', block: 'statistics', newest_id });
  expect((await read(world, { preview, browser: own })).statistics?.clinics).toBe(20);
});

test('an administrator discards only the draft that the page shows, not a newer one of a colleague', async () => {
  const { world, post } = await anAdmin();
  const place = { region: 'global', language: 'en', block: 'statistics' };
  const draft = (newest_id: string | null) => save({ publish: false, newest_id });
  const first = (await post('admin_save_site_block', draft(null))).body as SiteBlockState;
  const second = (await post('admin_save_site_block', draft(first.newest_id))).body as SiteBlockState;
  const discard = (newest_id: string | null) => post('admin_discard_site_draft', { ...place, newest_id });
  expect(await discard(first.newest_id)).toMatchObject({ status: 409, body: { code: 'SITE_CONTENT_CHANGED' } });
  expect(await world.db.selectFrom('site_versions').select('id').execute()).toEqual([{ id: second.newest_id }]);
  expect((await discard(second.newest_id)).body).toMatchObject({ draft: null });
});

test('versions are never deleted: each names its author and time, and can be restored', async () => {
  const { world, post } = await anAdmin();
  const place = { region: 'global', language: 'en', block: 'statistics' };
  const first = (await post('admin_save_site_block', save())).body as SiteBlockState;
  world.clock.advance(60_000);
  const hidden = save({ is_shown: false, reason: 'Figures are being counted again', newest_id: first.newest_id });
  const second = (await post('admin_save_site_block', hidden)).body as SiteBlockState;
  expect((await read(world)).statistics).toBeNull();

  const history = (await post('admin_list_site_versions', place)).body as SiteVersion[];
  expect(history.map(({ is_shown }) => is_shown)).toEqual([false, true]);
  const restored = await post('admin_restore_site_version', { id: history[1]?.id, newest_id: second.newest_id });
  expect(restored.body).toMatchObject({ is_shown: true, origin: 'region' });
  expect((await post('admin_list_site_versions', place)).body).toHaveLength(3);
  expect((await read(world)).statistics).toMatchObject({ clinics: 31 });
  await expect(world.db.deleteFrom('site_versions').execute()).rejects.toThrow('history');
  const audit = await world.db.selectFrom('audit_log').select(['action', 'subject_id']).orderBy('id').execute();
  expect(audit.map(({ action }) => action)).toEqual(['site.published', 'site.published', 'site.restored']);
  expect(audit[0]?.subject_id).toBe('global/en/statistics');
});

test('saving over newer site content, hiding it without a reason, and saving invalid content are refused', async () => {
  const { post } = await anAdmin();
  await post('admin_save_site_block', save());
  expect(await post('admin_save_site_block', save())).toMatchObject({
    status: 409,
    body: { code: 'SITE_CONTENT_CHANGED' },
  });
  expect(await post('admin_save_site_block', save({ is_shown: false }))).toMatchObject({ status: 400 });
  const evil = { instagram: 'javascript:alert(1)', facebook: '', linkedin: '', youtube: '', tiktok: '' };
  const content = { block: 'social', content: evil } as const;
  const refused = await post('admin_save_site_block', save({ content }));
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain('instagram');
});

test('public pages keep their site content while the table cannot be read', async () => {
  const { world, post } = await anAdmin();
  await post('admin_save_site_block', save());
  expect((await read(world)).statistics?.clinics).toBe(31);
  await using owner = openDb(world.database.ownerUrl);
  await sql`alter table site_versions rename to away`.execute(owner);
  world.notify('site');
  expect((await read(world)).statistics?.clinics).toBe(31);
});

test('the rules of a region are decided when the same wording is published in both languages', async () => {
  const { world, admin, post } = await anAdmin();
  const choose = (language: 'en' | 'fr', wording: 'lawful' | 'specified', newest_id: string | null = null) =>
    post(
      'admin_save_site_block',
      save({ region: 'FR', language, newest_id, content: { block: 'plans', content: { wording } } }),
    );
  const first = await choose('fr', 'lawful');
  expect(await listRegionChoices(world.db)).toEqual([]);
  await choose('en', 'specified');
  expect(await listRegionChoices(world.db)).toEqual([]);
  await choose('fr', 'specified', (first.body as SiteBlockState).newest_id);
  const [choice, ...others] = await listRegionChoices(world.db);
  expect(others).toEqual([]);
  expect(choice).toMatchObject({ region: 'FR', wording: 'specified', decided_by: admin.userId });
  expect(choice?.decided_at).toEqual(world.clock.now());
});

test('the lawful wording leaves out the parts that a region forbids, in that region only', async () => {
  const { world, post } = await anAdmin();
  const content = { block: 'plans', content: { wording: 'lawful' } } as const;
  const french = { language: 'fr' } as const;
  expect(await read(world, french)).toMatchObject({ hides_medicines: false, hides_discounts: false });
  await post('admin_save_site_block', save({ region: 'FR', language: 'fr', content }));
  expect(await read(world, french)).toMatchObject({ hides_medicines: true, hides_discounts: true });
  expect(await read(world)).toMatchObject({ hides_medicines: false, hides_discounts: false });
  const membership = await world.browserOf(await world.patient()).post('/rpc/get_my_membership', {});
  expect((membership.json as { plan_wording: object }).plan_wording).toEqual({
    hides_medicines: false,
    hides_discounts: false,
  });
});

test.each(['patient', 'practitioner', 'admin'] as const)('the site recognises that a %s is signed in', async (role) => {
  const world = await aWorld();
  expect((await read(world)).reader).toBeNull();
  expect((await read(world, { browser: world.browserOf(await world[role]()) })).reader).toBe(role);
});
