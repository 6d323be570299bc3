import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { opened } from './support/consultation.ts';
import { anAddress } from './support/sessions.ts';

/** More than an address asks for in an hour before it has to work. */
const MANY = 21;

for (const [language, path, told] of [
  ['English', '/login', 'Check your email for a password reset link.'],
  ['French', '/fr/login', 'Consultez vos e-mails : vous y trouverez un lien pour choisir un nouveau mot de passe'],
] as const)
  test(`an address that asks unusually often is answered all the same, and its browser works for it (${language})`, async ({
    page,
    baseURL,
  }) => {
    const address = anAddress();
    await page.setExtraHTTPHeaders(address);
    // What is sent does not matter: who asks so often is asked for work before it is read.
    const ask = () =>
      page.request.post('/rpc/upsert_lead_open', { headers: { ...address, origin: baseURL ?? '' }, data: {} });
    const codes = [];
    for (let n = 0; n < MANY; n++) codes.push((await ask()).status());
    expect(codes.at(-1)).toBe(428);

    await opened(page, path);
    const answers: number[] = [];
    page.on('response', (answer) => answer.url().endsWith('/request-password-reset') && answers.push(answer.status()));
    await page.getByRole('button', { name: /Forgot|oublié/ }).click();
    await page.locator('input[name=email]').fill('nobody@example.com');
    const start = Date.now();
    await page.locator('form button[type=submit]').click();
    await expect(page.getByText(told)).toBeVisible();
    test.info().annotations.push({ type: 'worked', description: `${Date.now() - start} ms` });
    expect(answers).toEqual([428, 200]);
    await expectAccessible(page);
  });
