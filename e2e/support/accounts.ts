import { expect, type Page } from '@playwright/test';
import type { Person } from './consultation.ts';
import { anAddress } from './sessions.ts';

interface Letter {
  to: string;
  text: string;
}

/** The link in the newest mail to somebody, from the mailbox that stands in for SMTP. */
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

/** Fills the form of the login page; an English or a French one. */
export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.setExtraHTTPHeaders(anAddress());
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.locator('form button[type=submit]').click();
}
