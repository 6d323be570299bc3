import { type Browser, type BrowserContextOptions, expect, type Page, request, test } from '@playwright/test';
import { opened, type Person, reacts } from './consultation.ts';
import { anAddress } from './sessions.ts';

interface Letter {
  to: string;
  text: string;
}

/** Returns the newest link that was emailed to a person. The email is read from the mailbox that replaces SMTP. */
export async function confirmationLink(page: Page, email: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const response = await page.request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
      const letters = (await response.json()) as Letter[];
      link = letters.flatMap(({ text }) => text.match(/https?:\/\/\S+/) ?? [])[0];
      return link;
    })
    .toBeTruthy();
  return link ?? '';
}

/** Fills in the form of the login page and submits it, in English or French. */
export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.setExtraHTTPHeaders(anAddress());
  await reacts(page);
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.locator('form button[type=submit]').click();
}

/**
 * Waits for the form for new accounts. The login page shows the form for signing in until React has read the address.
 */
export const showsSignUp = (page: Page): Promise<void> => page.locator('input[name=confirm]').waitFor();

export async function openSignUp(page: Page): Promise<void> {
  await opened(page, '/login?mode=signup');
  await showsSignUp(page);
}

export const ownPassword = 'velvet orchid tuesday';

/** Makes a confirmed account without the forms, which have their own test. Returns its email. */
export async function anAccount(page: Page, language: 'en' | 'fr' = 'en'): Promise<string> {
  const email = `nadia-${crypto.randomUUID()}@example.com`;
  const { baseURL } = test.info().project.use;
  const service = await request.newContext({ baseURL, extraHTTPHeaders: { ...anAddress(), origin: baseURL ?? '' } });
  const data = { email, password: ownPassword, first_name: 'Nadia', last_name: 'Verne', language };
  expect((await service.post('/api/auth/sign-up/email', { data })).ok()).toBe(true);
  await service.get(await confirmationLink(page, email));
  await service.dispose();
  return email;
}

/** Opens `path` in a new browser context in which the person is signed in. */
export async function signedIn(
  browser: Browser,
  email: string,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const { baseURL } = test.info().project.use;
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...options,
    extraHTTPHeaders: { ...anAddress(), origin: baseURL ?? '' },
  });
  const answer = await context.request.post('/api/auth/sign-in/email', { data: { email, password: ownPassword } });
  expect(answer.ok(), await answer.text()).toBe(true);
  const page = await context.newPage();
  await page.setExtraHTTPHeaders(anAddress());
  await page.goto(path);
  return page;
}
