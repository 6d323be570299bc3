import type { Browser, BrowserContextOptions } from '@playwright/test';
import { staff } from '#tools/demo/people.ts';
import { arrive } from './sessions.ts';

/** Opens a separate browser of the administrator, at `path`. */
export const asAdmin = (browser: Browser, path: string, options?: BrowserContextOptions) =>
  arrive(browser, staff.admin.email, path, options);

/** Returns this time on the date (in UTC) this many days from now, in the format of a date field. */
export const inDays = (days: number, time: string): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${time}`;
