import { type Browser, expect, type Page, test } from '@playwright/test';
import { inLanguage, languages, pages } from '#web/paths.ts';
import { rpc } from './support/community.ts';
import { enter } from './support/sessions.ts';

/** Who is let in behind the first part of an address; everything else is open to visitors. */
const rooms: Readonly<Record<string, string>> = {
  dashboard: 'alice',
  friends: 'alice',
  pay: 'alice',
  notifications: 'alice',
  account: 'alice',
  community: 'alice',
  studio: 'doctor',
  admin: 'admin',
};
const guestOf = (path: string): string => rooms[path.split('/')[1] ?? ''] ?? 'visitor';

/** What stands for `:name` in an address. */
async function subjects(alice: Page, doctor: Page): Promise<Record<string, string>> {
  interface Post {
    id: string;
    channel: { slug: string };
    author: { handle: string | null } | null;
    tags: readonly { tag: string }[];
  }
  const { rows } = await rpc<{ rows: readonly Post[] }>(alice, 'list_feed');
  const post = rows.find(({ author, tags }) => author?.handle && tags.length > 0);
  const cases = await rpc<{ rows: readonly { id: string }[] }>(doctor, 'list_studio_cases', {});
  return {
    ':slug': post?.channel.slug ?? '',
    ':handle': post?.author?.handle ?? '',
    ':postId': post?.id ?? '',
    ':tag': post?.tags[0]?.tag ?? '',
    ':caseId': cases.rows[0]?.id ?? '',
    ':appointmentId': crypto.randomUUID(),
  };
}

/** Opens every address and answers what was wrong: something the policy stopped, a request to somebody else. */
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
    // What a page asks for once it stands: lists, pictures.
    await page.waitForTimeout(150);
  }
  return faults;
}

/** Directives by which a page could run or ask something that is not ours. Frames of videos are opened by a click only. */
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

async function guest(browser: Browser, name: string): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  if (name === 'visitor') await page.goto('/robots.txt');
  else await enter(page, name, '/robots.txt');
  return page;
}

test('a policy that is too loose would be found', () => {
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

test('trust 8: no page of the site asks anything of somebody else, or tries what its policy forbids', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const names = ['visitor', ...new Set(Object.values(rooms))];
  const guests = new Map(await Promise.all(names.map(async (name) => [name, await guest(browser, name)] as const)));
  const [alice, doctor] = [guests.get('alice'), guests.get('doctor')];
  if (!alice || !doctor) throw new Error('nobody came');
  const real = await subjects(alice, doctor);
  const addresses = pages
    .filter(({ path }) => !/\.(xml|txt)$/.test(path))
    .map(({ path }) =>
      path === '/practitioners/:slug'
        ? '/practitioners/helene-vasseur'
        : path.replace(/:\w+/, (name) => real[name] || 'missing'),
    );
  expect(addresses.filter((path) => path.includes('missing'))).toEqual([]);
  const found = await Promise.all(
    [...guests].map(([name, page]) => {
      const theirs = addresses.filter((path) => guestOf(path) === name);
      // Each page in one of the languages: both are drawn by the same code.
      return walk(
        page,
        theirs.map((path, i) => inLanguage(path, languages[i % languages.length] ?? 'en')),
      );
    }),
  );
  await Promise.all([...guests.values()].map((page) => page.context().close()));
  expect(found.flat()).toEqual([]);
});
