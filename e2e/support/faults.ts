import { expect, type Page } from '@playwright/test';

/** The next answer of that call, and only that one, is a fault. */
export async function failsOnce(page: Page, call: string): Promise<void> {
  await page.route(`**/${call}`, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
}

/** A fault is said, and its message closed. */
export async function saysFault(page: Page): Promise<void> {
  const said = page
    .getByRole('region', { name: 'Messages' })
    .getByRole('listitem')
    .filter({ hasText: 'Something went wrong.' });
  await expect(said).toBeVisible();
  await said.getByRole('button', { name: 'Close' }).click();
  await expect(said).toBeHidden();
}
