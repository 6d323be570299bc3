import type { Browser, BrowserContextOptions } from '@playwright/test';
import { staff } from '#tools/demo/people.ts';
import { arrive } from './sessions.ts';

/** Opens a separate browser of the administrator, at `path`. */
export const asAdmin = (browser: Browser, path: string, options?: BrowserContextOptions) =>
  arrive(browser, staff.admin.email, path, options);

/** The local date and time this many days from now, as a date field takes it. */
export const inDays = (days: number, time: string): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${time}`;
