import { expect, type Page, test } from '@playwright/test';
import { inLanguage, languages, pages } from '#web/paths.ts';
import { everyAddress } from './support/addresses.ts';

/** Opens every address and returns the faults: content that the policy blocked, and requests to other sites. */
async function walk(page: Page, paths: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  let path = '';
  const note = (fault: string) => void faults.push(`${path}: ${fault}`);
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (!['data:', 'blob:'].includes(protocol) && hostname !== 'localhost') note(`asks ${hostname}`);
  });
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) note(message.text());
  });
  for (path of paths) {
    await page.goto(path);
    await page.locator('main').first().waitFor({ timeout: 15_000 });
    // Waits for requests for lists and images, which the page may send after `main` has appeared.
    await page.waitForTimeout(150);
  }
  return faults;
}

/**
 * Returns the directives of a content policy that let a page run or load foreign content. Frames of videos are allowed,
 * because they open only after a click.
 */
function looseIn(policy: string): string[] {
  const directives = policy.split('; ').map((directive) => directive.split(' '));
  const names = new Set(directives.map(([name]) => name));
  const missing = ['default-src', 'script-src', 'style-src', 'connect-src', 'img-src', 'frame-ancestors'];
  return [
    ...missing.filter((name) => !names.has(name)).map((name) => `no ${name}`),
    ...directives.flatMap(([name = '', ...sources]) =>
      name === 'frame-src' ? [] : sources.filter((source) => !isTight(source)).map((source) => `${name} ${source}`),
    ),
  ];
}
const isTight = (source: string): boolean =>
  ["'self'", "'none'", "'wasm-unsafe-eval'", 'blob:', 'data:'].includes(source) || /^'sha256-[\w+/=]+'$/.test(source);

test('the check of content security policies finds one that is too loose', () => {
  const tight = "default-src 'self'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:";
  expect(looseIn(`${tight}; frame-ancestors 'none'`)).toEqual([]);
  expect(looseIn(`${tight} https://cdn.example; script-src 'unsafe-inline' *`)).toEqual([
    'no frame-ancestors',
    'img-src https://cdn.example',
    "script-src 'unsafe-inline'",
    'script-src *',
  ]);
});

test('trust 20: every page in both languages has a policy without unsafe-inline', async ({ request }) => {
  const addresses = languages.flatMap((language) => pages.map(({ path }) => inLanguage(path, language)));
  const answers = await Promise.all(
    addresses.map(async (address) => {
      const answer = await request.get(address.replaceAll(/:\w+/g, 'helene-vasseur'));
      return looseIn(answer.headers()['content-security-policy'] ?? '').map((fault) => `${address}: ${fault}`);
    }),
  );
  expect(answers.flat()).toEqual([]);
});

test('trust 8: no page requests anything from another site, or tries what its security policy forbids', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const walks = await everyAddress(browser);
  const found = await Promise.all(walks.map(({ page, paths }) => walk(page, paths)));
  await Promise.all(walks.map(({ page }) => page.context().close()));
  expect(found.flat()).toEqual([]);
});
