import type { Browser, BrowserContextOptions } from '@playwright/test';
import { staff } from '#tools/demo/people.ts';
import { arrive } from './sessions.ts';

/** Opens `path` in a new browser context in which the administrator is signed in. */
export const asAdmin = (browser: Browser, path: string, options?: BrowserContextOptions) =>
  arrive(browser, staff.admin.email, path, options);

/**
 * Returns the date that is `days` days from now (in UTC), together with the given time of day, in the format of a field
 * for date and time.
 */
export const inDays = (days: number, time: string): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${time}`;
