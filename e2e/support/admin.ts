import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { DEMO_PASSWORD, staff } from '#tools/demo/people.ts';
import { signIn } from './accounts.ts';
import { opened } from './consultation.ts';

/** A browser of its own, signed in with a demo account. */
export async function signedInAs(browser: Browser, email: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  await opened(page, '/login');
  await signIn(page, { email, password: DEMO_PASSWORD });
  await page.waitForURL((url) => !url.pathname.includes('/login'));
  return page;
}

export const asAdmin = (browser: Browser, options?: BrowserContextOptions) =>
  signedInAs(browser, staff.admin.email, options);

/** A local date and time so many days from now, as a date field takes it. */
export const inDays = (days: number, time: string): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${time}`;
