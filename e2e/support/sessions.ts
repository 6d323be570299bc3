import { type Browser, type BrowserContextOptions, expect, type Page, request, test } from '@playwright/test';
import { DEMO_PASSWORD } from '#tools/demo/people.ts';

type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;

/**
 * For each demo account, by email address: the cookies of one sign-in session. The tests use these cookies instead of
 * the login form. Only tests of signing in use that form.
 */
const kept = new Map<string, Promise<Cookies>>();

/**
 * Returns a header with a random IP address, so that each browser seems to have its own address. Calls from a single
 * address would soon exceed the service's limit.
 */
export const anAddress = (): Record<string, string> => {
  const part = () => 1 + Math.floor(Math.random() * 254);
  return { 'x-forwarded-for': `10.${part()}.${part()}.${part()}` };
};

async function askForSession(email: string): Promise<Cookies> {
  const { baseURL } = test.info().project.use;
  const service = await request.newContext({ baseURL, extraHTTPHeaders: { ...anAddress(), origin: baseURL ?? '' } });
  const answer = await service.post('/api/auth/sign-in/email', { data: { email, password: DEMO_PASSWORD } });
  expect(answer.ok(), `${email}: ${await answer.text()}`).toBe(true);
  const { cookies } = await service.storageState();
  await service.dispose();
  return cookies;
}

/**
 * Gives the page a session of a demo account and opens `path`. `who` is a name such as 'alice' or a full email
 * address.
 */
export async function enter(page: Page, who: string, path?: string): Promise<void> {
  const email = who.includes('@') ? who : `${who}@flaira.example`;
  const session = kept.get(email) ?? askForSession(email);
  kept.set(email, session);
  await page.setExtraHTTPHeaders(anAddress());
  await page.context().addCookies(await session);
  if (path) await page.goto(path);
}

/**
 * Opens a page in a new browser context in which a demo account is signed in. If `path` is given, the page loads
 * `path`.
 */
export async function arrive(
  browser: Browser,
  who: string,
  path?: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  await enter(page, who, path);
  return page;
}
