import { expect, type Page, test } from '@playwright/test';
import { DEMO_PASSWORD } from '#tools/demo/people.ts';
import { openSignUp, signIn } from './support/accounts.ts';
import { fillAccount, opened, says } from './support/consultation.ts';
import { answer, says_that } from './support/messages.ts';
import { enter } from './support/sessions.ts';

/**
 * Browser tests that check messages of the error catalogue word for word. `messages-capture.e2e.ts` checks the messages
 * about taking and uploading photos.
 */
const bruno = { email: 'bruno@flaira.example', password: DEMO_PASSWORD };
const submit = (page: Page) => page.locator('form button[type=submit]').click();

test.describe('sign-in and reset', () => {
  test('signing in shows a message for a wrong password, and another one for success', async ({ page }) => {
    await opened(page, '/login');
    await signIn(page, { ...bruno, password: 'not this one' });
    await says_that(page, 'This email and password do not match.');
    await signIn(page, bruno);
    await says_that(page, 'Successfully signed in!');
    await page.waitForURL('**/dashboard');
    // The sign-in page redirects a signed-in person.
    await page.goto('/login');
    await page.waitForURL('**/dashboard');
  });

  test('resetting the password shows a message for a refusal, and another one when the email was sent', async ({
    page,
  }) => {
    await opened(page, '/login?mode=reset');
    // The page was prerendered without the query of its address. Until React has read the query, the page shows the
    // form for signing in.
    await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
    await page.locator('input[name=email]').fill('claire@example.com');
    await answer(page, '**/api/auth/request-password-reset', 429, { code: 'RATE_LIMITED', retry_after_s: 120 });
    await submit(page);
    await says_that(page, 'Too many attempts. Please wait 2 minutes.');
    await page.unroute('**/api/auth/request-password-reset');
    await submit(page);
    await says_that(page, 'Password reset email sent!');
    await says_that(page, 'Check your email for a password reset link. You can close this window.');
  });
});

test.describe('sign-up', () => {
  const fill = async (page: Page, password: string, confirm = password) => {
    await page.locator('input[name=email]').fill(`nora-${crypto.randomUUID()}@example.com`);
    await page.locator('input[name=password]').fill(password);
    await page.locator('input[name=confirm]').fill(confirm);
    // The message about the previous attempt may still be visible. It must not cover the button, because this click
    // would then fail.
    await submit(page);
  };
  const path = '**/api/auth/sign-up/email';

  test('signing up shows messages for the faults that the form finds without the service', async ({ page }) => {
    await openSignUp(page);
    await fill(page, 'velvet orchid', 'velvet');
    await says_that(page, 'Passwords do not match');
    await fill(page, 'short');
    await says_that(page, 'Password must be at least 6 characters');
    await fill(page, 'password1');
    await says_that(page, 'This is one of the first passwords that attackers try. Choose another.');
  });

  test('signing up shows messages for refusals of the service and for a lost connection', async ({ page }) => {
    await openSignUp(page);
    await answer(page, path, 429, { code: 'RATE_LIMITED', retry_after_s: 30 });
    await fill(page, 'velvet orchid tuesday');
    await says_that(page, 'Too many attempts. Please wait a minute.');
    await answer(page, path, 500, {});
    await fill(page, 'velvet orchid tuesday');
    await says_that(page, 'Sign up failed.');
    await page.route(path, (route) => route.abort());
    await fill(page, 'velvet orchid tuesday');
    await says_that(page, 'Unexpected error during sign up.');
    // The typed text is kept.
    await expect(page.locator('input[name=password]')).toHaveValue('velvet orchid tuesday');
  });

  test('after signing up, an unconfirmed account is told to check its email, and a confirmed one continues at once', async ({
    page,
  }) => {
    await openSignUp(page);
    await fill(page, 'velvet orchid tuesday');
    await says_that(page, 'Check your email to confirm your account, then sign in.');
    await openSignUp(page);
    await answer(page, path, 200, { token: null, user: { id: crypto.randomUUID(), emailVerified: true } });
    await fill(page, 'velvet orchid tuesday');
    await says_that(page, 'Account created. Redirecting…');
  });
});

test.describe('questionnaire', () => {
  const lead = '5f0d6f0a-7c52-4f5e-9d6b-6a4b0c1f2e3d';
  const step7 = {
    step: 7,
    answers: {
      treatments_history: ['no'],
      knowledge_level: '3',
      main_goals: ['radiance'],
      facial_areas: ['lips'],
      result_type: 'unsure',
    },
  };
  const atStep7 = async (page: Page) => {
    const photos = ['front', 'right', 'left'].map((pose) => ({ pose }));
    await answer(page, '**/rpc/get_lead', 200, { lead_id: lead, status: 'received', photos, has_answers: false });
    await page.addInitScript(
      ([lead, draft]) => Object.assign(localStorage, { 'flaira.lead_id': lead, 'flaira.questionnaire': draft }),
      [lead, JSON.stringify(step7)] as const,
    );
    await opened(page, '/questions');
    await fillAccount(page, { email: `claire-${crypto.randomUUID()}@example.com`, password: 'velvet orchid tuesday' });
  };

  test('a failed sign-up is shown in the banner, with its own message or the default one', async ({ page }) => {
    await atStep7(page);
    await answer(page, '**/api/auth/sign-up/email', 403, { message: 'Accounts are closed for an hour.' });
    await submit(page);
    await says_that(page, 'Accounts are closed for an hour.');
    await answer(page, '**/api/auth/sign-up/email', 403, { description: 'Accounts are closed today.' });
    await submit(page);
    await says_that(page, 'Accounts are closed today.');
    await answer(page, '**/api/auth/sign-up/email', 500, { message: 'relation "users" does not exist' });
    await submit(page);
    await says_that(page, 'Something went wrong during account creation.');
    await expect(page.locator('#account-email')).toHaveValue(/claire-/);
  });

  test('stored answers, a failed claim and a failed attachment of photos cause no message in the questionnaire', async ({
    page,
  }) => {
    await atStep7(page);
    const warnings: string[] = [];
    page.on('console', (line) => line.type() === 'warning' && warnings.push(line.text()));
    await answer(page, '**/api/auth/sign-up/email', 200, { token: null, user: { id: crypto.randomUUID() } });
    await answer(page, '**/rpc/insert_answers', 409, { defined: false, code: '23505', message: 'duplicate key' });
    await answer(page, '**/rpc/upsert_lead_open', 200, { lead_id: lead, status: 'received' });
    await answer(page, '**/rpc/claim_lead_secure', 403, { defined: false, code: 'LEAD_NOT_YOURS', message: 'no' });
    await answer(page, '**/rpc/attach_lead_files_to_user', 403, { defined: false, code: 'FORBIDDEN', message: 'no' });
    await submit(page);
    await expect(page.getByRole('dialog')).toContainText(says.en.done);
    expect(warnings.map((text) => text.split(' ')[0])).toEqual(
      expect.arrayContaining(['claim_lead_secure', 'attach_lead_files_to_user']),
    );
  });
});

test('a photo that does not load is logged, and a text is shown in its place', async ({ page }) => {
  const logged: string[] = [];
  page.on('console', (line) => logged.push(line.text()));
  await page.route(/\/photos\//, (route) => route.abort());
  await enter(page, bruno.email, '/dashboard');
  await expect.poll(() => logged.join('\n')).toContain('A photo did not load');
});

test('if the browser refuses the clipboard, the text to copy is shown instead', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } });
  });
  await answer(page, '**/api/auth/two-factor/enable', 200, {
    totpURI: 'otpauth://totp/Flaira:someone?secret=KVKFKRCPNZQUYMLXOVYDSKJK&issuer=Flaira',
    backupCodes: ['aB3d0-xY7z0'],
  });
  await enter(page, bruno.email, '/account/security');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('dialog').locator('input').fill(DEMO_PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Copy the key' }).click();
  await expect(page.getByText('Copying did not work here.')).toBeVisible();
  await says_that(page, 'KVKFKRCPNZQUYMLXOVYDSKJK');
});

test('an unknown address has status 404, both sentences and a link to the home page', async ({ page }) => {
  for (const [path, heading, other, home] of [
    ['/nothing-here', /does not exist/, /n’existe pas/, '/home'],
    ['/fr/rien-ici', /n’existe pas/, /does not exist/, '/fr/home'],
  ] as const) {
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByText(other)).toBeVisible();
    await expect(page.locator(`main a[href="${home}"]`)).toBeVisible();
  }
});
