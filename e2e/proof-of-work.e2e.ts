import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { answerSixQuestions, fillAccount, opened, says, uploadThreePhotos } from './support/consultation.ts';
import { rpc } from './support/community.ts';
import { anAddress, arrive } from './support/sessions.ts';

/** One more than the number of calls that one IP address may make in an hour without a proof of work. */
const MANY = 21;

for (const [language, path, told] of [
  ['English', '/login', 'Check your email for a password reset link.'],
  ['French', '/fr/login', 'Consultez vos e-mails : vous y trouverez un lien pour choisir un nouveau mot de passe'],
] as const)
  test(`an address with unusually many calls still gets a response after a proof of work (${language})`, async ({
    page,
    baseURL,
  }) => {
    const address = anAddress();
    await page.setExtraHTTPHeaders(address);
    // The body does not matter. After many calls, the service requests a proof of work before it checks the body.
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

test('an address that calls unusually often needs a proof of work to sign up, which the page computes automatically', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const address = anAddress();
  await page.setExtraHTTPHeaders(address);
  await uploadThreePhotos(page, 'en');
  await answerSixQuestions(page);
  const email = `claire-${crypto.randomUUID()}@example.com`;
  await fillAccount(page, { email, password: 'velvet orchid tuesday' });
  const contact = '/rpc/upsert_lead_open';
  const headers = { ...address, origin: baseURL ?? '' };
  for (let n = 0; n < MANY; n++) await page.request.post(contact, { headers, data: {} });

  const signUp = '/api/auth/sign-up/email';
  const answers = new Map<string, number[]>([signUp, contact].map((path) => [path, []]));
  page.on('response', (answer) => answers.get(new URL(answer.url()).pathname)?.push(answer.status()));
  await page.getByRole('button', { name: says.en.submit, exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText(says.en.done, { timeout: 30_000 });
  for (const statuses of answers.values()) expect(statuses).toEqual([428, 200]);
  // After the proof of work, the page sends the text that the visitor typed before.
  const admin = await arrive(browser, 'admin', '/robots.txt');
  const { rows } = await rpc<{ rows: readonly object[] }>(admin, 'admin_list_users', { search: email });
  expect(rows).toEqual([expect.objectContaining({ email, first_name: 'Claire', last_name: 'Martin' })]);
});
