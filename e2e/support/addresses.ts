import type { Browser, Page } from '@playwright/test';
import { inLanguage, languages, pages } from '#web/paths.ts';
import { rpc } from './community.ts';
import { enter } from './sessions.ts';

/**
 * Each key is the first part of some addresses, and its value is the demo account that opens these addresses. A visitor
 * opens all other addresses.
 */
const rooms: Readonly<Record<string, string>> = {
  dashboard: 'alice',
  friends: 'alice',
  pay: 'alice',
  visit: 'alice',
  notifications: 'alice',
  account: 'alice',
  community: 'alice',
  studio: 'doctor',
  desk: 'desk',
  admin: 'admin',
};
const guestOf = (path: string): string => rooms[path.split('/')[1] ?? ''] ?? 'visitor';

/** Returns the value of each parameter in the addresses, such as `:slug`. */
async function subjects(alice: Page, doctor: Page, admin: Page): Promise<Record<string, string>> {
  interface Post {
    id: string;
    channel: { slug: string };
    author: { handle: string | null } | null;
    tags: readonly { tag: string }[];
  }
  const { rows } = await rpc<{ rows: readonly Post[] }>(alice, 'list_feed');
  const post = rows.find(({ author, tags }) => author?.handle && tags.length > 0);
  const guides = await rpc<{ published: readonly { id: string }[] }>(alice, 'list_guides', { slug: 'skincarescience' });
  const cases = await rpc<{ rows: readonly { id: string }[] }>(doctor, 'list_studio_cases', {});
  const clinics = await rpc<readonly { id: string }[]>(admin, 'admin_list_clinics', {});
  return {
    ':slug': post?.channel.slug ?? '',
    ':handle': post?.author?.handle ?? '',
    ':postId': post?.id ?? '',
    ':guideId': guides.published[0]?.id ?? '',
    ':tag': post?.tags[0]?.tag ?? '',
    ':caseId': cases.rows[0]?.id ?? '',
    ':clinicId': clinics[0]?.id ?? '',
    ':appointmentId': crypto.randomUUID(),
    // The demo data contains no planned visit, so the page says that the visit is not found.
    ':visitId': crypto.randomUUID(),
    // The demo data contains no dispute, so the page says that the dispute is not found.
    ':id': 'dp_unknown',
  };
}

async function guest(browser: Browser, name: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  if (name === 'visitor') await page.goto('/robots.txt');
  else await enter(page, name, '/robots.txt');
  return page;
}

export interface Walk {
  page: Page;
  paths: readonly string[];
}

/**
 * Returns every address of the site, each with a browser of a person who may open it. Each address is opened in one
 * language only, because both languages use the same code.
 */
export async function everyAddress(browser: Browser): Promise<readonly Walk[]> {
  const names = ['visitor', ...new Set(Object.values(rooms))];
  const guests = new Map(await Promise.all(names.map(async (name) => [name, await guest(browser, name)] as const)));
  const [alice, doctor, admin] = ['alice', 'doctor', 'admin'].map((name) => guests.get(name));
  if (!alice || !doctor || !admin) throw new Error('nobody came');
  const real = await subjects(alice, doctor, admin);
  const addresses = pages
    .filter(({ path }) => !/\.(xml|txt)$/.test(path))
    .map(({ path }) =>
      path === '/practitioners/:slug'
        ? '/practitioners/helene-vasseur'
        : path.replace(/:\w+/, (name) => real[name] || 'missing'),
    );
  const missing = addresses.filter((path) => path.includes('missing'));
  if (missing.length > 0) throw new Error(`nothing to show at ${missing.join(', ')}`);
  return [...guests].map(([name, page]) => ({
    page,
    paths: addresses
      .filter((path) => guestOf(path) === name)
      .map((path, i) => inLanguage(path, languages[i % languages.length] ?? 'en')),
  }));
}
