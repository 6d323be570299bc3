import { expect, test } from '@playwright/test';
import { SiteRegions } from '#contract/site.ts';
import { forbiddenIn, wordsOf } from '#tools/checks/forbidden-words.ts';
import { pages } from '#web/paths.ts';
import { enter } from './support/sessions.ts';

/**
 * Pages that advertise or bind. /questions asks about earlier treatments and shows nobody a product; a practitioner’s page says what its owner wrote, and
 * administrators can hide it.
 */
const read = pages.filter(({ path, prerender }) => prerender && !/[:.]|questions|offline/.test(path));

test('under the lawful wording, no public page shows what the rules of its region forbid', async ({ page }) => {
  await enter(page, 'admin', '/admin/site');
  const call = (name: string, data: object) =>
    page.request.post(`/rpc/${name}`, { data, headers: { origin: new URL(page.url()).origin } });
  const places = SiteRegions.flatMap((region) => (['en', 'fr'] as const).map((language) => ({ region, language })));
  const found: string[] = [];
  for (const place of places) {
    // A draft that only this administrator sees: the other stories read the site as it is.
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
    const texts = read.map(async ({ path }) => {
      const address = `${place.language === 'fr' ? '/fr' : ''}${path}?preview=${place.region}`;
      const words = wordsOf(await (await page.request.get(address, { headers: { accept: 'text/html' } })).text());
      for (const { shown, text } of forbiddenIn(place.region, words)) found.push(`${address} ${shown}: ${text}`);
    });
    await Promise.all(texts);
    await call('admin_discard_site_draft', { ...place, block: 'plans' });
  }
  expect(found).toEqual([]);
});
