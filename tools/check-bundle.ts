import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '#server/platform/context.ts';
import { loadRenderer } from '#server/platform/http/page-renderer.ts';
import { resolveBlocks } from '#server/domains/site/published.ts';
import { readSite } from '#server/domains/site/read-site.ts';
import type { Place } from '#server/domains/site/site.queries.ts';
import { isFrom } from '#web/paths.ts';
import { type Budget, filesOfRoute, overBudget, readManifest, weigh } from './checks/bundle.ts';
import { tooNewInScripts, tooNewInStyles } from './fences/too-new.ts';
import { main, say } from './setup/say.mjs';

const client = join(import.meta.dirname, '../web/build/client');
const budget = JSON.parse(readFileSync(join(import.meta.dirname, 'bundle-budget.json'), 'utf8')) as Budget;

/**
 * Returns the size of the files that a page loads. If the service renders the page, this function renders it with the
 * default content of the site, and measures the files that the rendered page loads. For any other page, it measures the
 * files that the page's document loads. If there is no such document, it measures the files of the fallback page and of
 * the page's route.
 */
async function weightOf(page: string) {
  if (isFrom('service', `/${page}`)) return weigh(client, await drawn(page));
  // In the file name of the document, `_` replaces each parameter of the address (web/documents.ts).
  const file = join(client, page.replaceAll(/:\w+/g, '_'), 'index.html');
  if (existsSync(file)) return weigh(client, readFileSync(file, 'utf8'));
  return weigh(
    client,
    readFileSync(join(client, 'index.html'), 'utf8'),
    filesOfRoute(readManifest(client), `en:${page}`),
  );
}

const renderer = () => loadRenderer(client, '../server/index.js');

async function drawn(page: string): Promise<string> {
  const published = { blocksOf: async (place: Place) => resolveBlocks(place, new Map()) };
  const visitor = { caller: { kind: 'visitor', language: 'en' }, headers: new Headers() } as const;
  const config = {} as Context['config'];
  const site = await readSite({ config } as Context, published, visitor, { language: 'en', preview: null });
  const { drawPage } = await renderer();
  const request = new Request(`http://localhost/${page}`);
  return (await drawPage(request, { site: { readSite: async () => site } })).html;
}

/** Returns the text of every script or style sheet of the build, including code of third parties. */
const textsOf = (extension: '.js' | '.css'): string[] =>
  readdirSync(client, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension))
    .map((name) => readFileSync(join(client, name), 'utf8'));

/**
 * For each page of the budget, checks the compressed size of a first visit. Also checks whether the oldest supported
 * browsers can run the build, and whether the service can render a page on the server (`warmFirstView`).
 */
await main(async () => {
  for (const [page, limits] of Object.entries(budget.pages)) {
    const weight = await weightOf(page);
    const faults = overBudget(weight, limits);
    say(
      `${page.padEnd(12)} js ${weight.js_kb} of ${limits.js_kb} kB, css ${weight.css_kb} of ${limits.css_kb} kB, html ${weight.html_kb} of ${limits.html_kb} kB`,
    );
    for (const fault of faults) say(`  ${fault}`);
    if (faults.length > 0) process.exitCode = 1;
  }
  await (await renderer()).warmFirstView();
  const tooNew = [...tooNewInScripts(textsOf('.js')), ...tooNewInStyles(textsOf('.css'))];
  for (const fault of tooNew) say(fault);
  if (tooNew.length > 0) process.exitCode = 1;
});
