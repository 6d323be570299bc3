import { expect, type Page } from '@playwright/test';

/** Answers only the next request of this call with a fault. */
export async function failsOnce(page: Page, call: string): Promise<void> {
  await page.route(`**/${call}`, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
}

/** Expects the page to report a fault, and closes the message. */
export async function saysFault(page: Page): Promise<void> {
  const said = page
    .getByRole('region', { name: 'Messages' })
    .getByRole('listitem')
    .filter({ hasText: 'Something went wrong.' });
  await expect(said).toBeVisible();
  await said.getByRole('button', { name: 'Close' }).click();
  await expect(said).toBeHidden();
}
