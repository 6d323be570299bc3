import type { Page } from '@playwright/test';

/** Tells the page that its window is shown again. The page then reloads data that is out of date. */
export const showAgain = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

/** Waits until the browser has drawn the page twice. By then the page shows the response that it has received. */
export const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Returns the response of the service for a refusal. */
export const refused = (code: string, status: number) => ({
  status,
  json: { defined: true, code, status, message: code },
});
