import { expect, test } from '@playwright/test';
import { regionRules } from '#contract/regions.ts';
import { SiteRegions } from '#contract/site.ts';
import en from '#messages/en/questionnaire.json' with { type: 'json' };
import fr from '#messages/fr/questionnaire.json' with { type: 'json' };
import { forbiddenIn, wordsOf } from '#tools/checks/forbidden-words.ts';
import { pages } from '#web/paths.ts';
import { enter } from './support/sessions.ts';

/** The paths of the public pages, and of the page of one practitioner. */
const read = [
  ...pages.filter(({ path, from }) => from !== 'browser' && !/[:.]|offline/.test(path)).map(({ path }) => path),
  '/practitioners/claire-etcheverry',
];

/**
 * Texts to which the rules do not apply. One is the title of a law, which is quoted unchanged. The others are answers
 * of the questionnaire about earlier treatments and about treatments to avoid. These answers advertise nothing.
 */
const quoted = [
  regionRules.GB.age.source,
  ...[en, fr].map((words) => words['treatments_history.botox_fillers_threads']),
  ...[en, fr].map((words) => words['avoid_treatments.botox']),
];
const withoutQuotes = (text: string): string => quoted.reduce((left, quote) => left.replaceAll(quote, ' '), text);

test('with the lawful wording, no public page contains words that the rules of its region forbid', async ({ page }) => {
  await enter(page, 'admin', '/admin/site');
  const call = (name: string, data: object) =>
    page.request.post(`/rpc/${name}`, { data, headers: { origin: new URL(page.url()).origin } });
  const places = SiteRegions.flatMap((region) => (['en', 'fr'] as const).map((language) => ({ region, language })));
  const found: string[] = [];
  for (const place of places) {
    // The test saves a draft and reads it in an administrator's preview. It must not change the published site, because
    // other tests read that.
    const content = { block: 'plans', content: { wording: 'lawful' } };
    const draft = {
      ...place,
      content,
      is_shown: true,
      reason: '',
      is_confirmed: true,
      publish: false,
      newest_id: null,
    };
    const saved = await call('admin_save_site_block', draft);
    expect(saved.ok(), await saved.text()).toBe(true);
    const texts = read.map(async (path) => {
      const address = `${place.language === 'fr' ? '/fr' : ''}${path}?preview=${place.region}`;
      const answer = await page.request.get(address, { headers: { accept: 'text/html' } });
      const text = wordsOf(await answer.text());
      const words = /questions|compliance/.test(path) ? withoutQuotes(text) : text;
      for (const { shown, text } of forbiddenIn(place.region, words)) found.push(`${address} ${shown}: ${text}`);
    });
    await Promise.all(texts);
    const { newest_id } = await saved.json();
    await call('admin_discard_site_draft', { ...place, block: 'plans', newest_id });
  }
  expect(found).toEqual([]);
});

test('with the lawful wording, the contents of a plan name no medicine', async ({ page }) => {
  await page.route('**/rpc/get_my_membership', async (route) => {
    const answer = await route.fetch();
    const membership = await answer.json();
    await route.fulfill({ json: { ...membership, plan_wording: { hides_medicines: true, hides_discounts: true } } });
  });
  await enter(page, 'alice', '/account/membership');
  await expect(page.getByText('Light session', { exact: true })).toBeVisible();
  await expect(page.getByText('Full session', { exact: true })).toBeVisible();
  await expect(page.getByText(/Botox/)).toHaveCount(0);
});
