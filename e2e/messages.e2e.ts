import { readFileSync } from 'node:fs';
import { expect, type Page, type Route, test } from '@playwright/test';
import { DEMO_PASSWORD } from '#tools/demo/people.ts';
import { launchOptions } from '../playwright.config.ts';
import { signIn } from './support/accounts.ts';
import { cameraShowing, threePosesClip } from './support/clip.ts';
import { agreeAndOpenCamera, fillAccount, opened, says } from './support/consultation.ts';
import { photoOf } from './support/photos.ts';
import { enter } from './support/sessions.ts';

/** Every message of the error catalogue of the consultation, word for word, as a person meets it. */
test.use({
  permissions: ['camera'],
  launchOptions: { ...launchOptions, args: [...launchOptions.args, ...cameraShowing(threePosesClip())] },
});

const bruno = { email: 'bruno@flaira.example', password: DEMO_PASSWORD };
const says_that = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible();
const submit = (page: Page) => page.locator('form button[type=submit]').click();
const answer = (page: Page, path: string, status: number, json: object) =>
  page.route(path, (route: Route) => route.fulfill({ status, json }));

test.describe('sign-in and reset', () => {
  test('sign-in: the error, then success', async ({ page }) => {
    await opened(page, '/login');
    await signIn(page, { ...bruno, password: 'not this one' });
    await says_that(page, 'This email and password do not belong together.');
    await signIn(page, bruno);
    await says_that(page, 'Successfully signed in!');
    await page.waitForURL('**/dashboard');
    // Who is signed in already has nothing to do at the door.
    await page.goto('/login');
    await page.waitForURL('**/dashboard');
  });

  test('reset: the error, then the mail', async ({ page }) => {
    await opened(page, '/login?mode=reset');
    await page.locator('input[name=email]').fill('claire@example.com');
    await answer(page, '**/api/auth/request-password-reset', 429, { code: 'RATE_LIMITED', retry_after_s: 120 });
    await submit(page);
    await says_that(page, 'Too many tries. Please wait 2 minutes.');
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
    await submit(page);
  };
  const path = '**/api/auth/sign-up/email';

  test('what the form sees by itself', async ({ page }) => {
    await opened(page, '/login?mode=signup');
    await fill(page, 'velvet orchid', 'velvet');
    await says_that(page, 'Passwords do not match');
    await fill(page, 'short');
    await says_that(page, 'Password must be at least 6 characters');
    await fill(page, 'password1');
    await says_that(page, 'This is one of the passwords that are tried first. Choose another.');
  });

  test('what the service says, and what a lost connection is', async ({ page }) => {
    await opened(page, '/login?mode=signup');
    await answer(page, path, 429, { code: 'RATE_LIMITED', retry_after_s: 30 });
    await fill(page, 'velvet orchid tuesday');
    await says_that(page, 'Too many tries. Please wait a minute.');
    await answer(page, path, 500, {});
    await fill(page, 'velvet orchid tuesday');
    await says_that(page, 'Sign up failed.');
    await page.route(path, (route) => route.abort());
    await fill(page, 'velvet orchid tuesday');
    await says_that(page, 'Unexpected error during sign up.');
    // Nothing typed is lost.
    await expect(page.locator('input[name=password]')).toHaveValue('velvet orchid tuesday');
  });

  test('an account with a session goes on at once, one without waits for its e-mail', async ({ page }) => {
    await opened(page, '/login?mode=signup');
    await fill(page, 'velvet orchid tuesday');
    await says_that(page, 'Check your email to confirm your account, then sign in.');
    await opened(page, '/login?mode=signup');
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

  test('a failed sign-up stands in the banner: its own words, or the fallback', async ({ page }) => {
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

  test('answers that are there already, a failed claim and a failed attachment are nobody’s trouble', async ({
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

test.describe('capture', () => {
  /** Something between the lens and the file is broken, in the browser itself. */
  const breakages: readonly [message: string, breaks: () => void][] = [
    [
      'Camera produced an empty photo. Try again.',
      () => {
        HTMLCanvasElement.prototype.toBlob = (done) => done(new Blob([]));
      },
    ],
    [
      'Canvas 2D context unavailable',
      () => {
        HTMLCanvasElement.prototype.getContext = () => null;
      },
    ],
    [
      'Failed to create image blob from canvas',
      () => {
        HTMLCanvasElement.prototype.toBlob = (done) => done(null);
      },
    ],
    [
      'Video not ready',
      () => {
        Object.defineProperty(HTMLVideoElement.prototype, 'videoWidth', { get: () => 0 });
      },
    ],
  ];
  for (const [message, breaks] of breakages) {
    test(message, async ({ page }) => {
      await page.route(/\.(bin|wasm)$/, (route) => route.abort());
      await page.addInitScript(breaks);
      await opened(page, '/unlock');
      await agreeAndOpenCamera(page, 'en');
      const shutter = page.getByRole('button', { name: says.en.shutter });
      await expect(shutter).toBeEnabled({ timeout: 30_000 });
      await shutter.click();
      await expect(page.getByRole('alert')).toContainText(message);
    });
  }

  test('a camera that does not open: its own words under ours', async ({ page }) => {
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException('Could not start video source', 'NotReadableError'));
    });
    await opened(page, '/unlock');
    await agreeAndOpenCamera(page, 'en');
    await expect(page.getByRole('alert')).toContainText('Unable to access camera');
    await expect(page.getByRole('alert')).toContainText('Could not start video source.');
  });

  test('the guide says what is wrong with the distance, and only a face in the oval is taken', async ({ page }) => {
    test.setTimeout(120_000);
    const show = await cameraWithFace(page);
    await opened(page, '/unlock');
    await agreeAndOpenCamera(page, 'en');
    const guide = page.locator('p:has(> strong)');
    await expect(guide).toContainText('Align your face inside the oval', { timeout: 60_000 });
    await page.getByRole('button', { name: says.en.shutter }).click();
    await expect(page.getByRole('alert')).toContainText(
      'Please align your face inside the oval at the right distance.',
    );
    for (const [words, size, right] of [
      ['Move closer', 0.5, 0],
      ['Move back a little', 1.5, 0],
      ['Keep your face fully inside the oval', 1, 220],
    ] as const) {
      await show(size, right);
      await expect(guide).toContainText(words, { timeout: 30_000 });
    }
    expect(await page.locator('li[data-pose=front]').getAttribute('data-status')).toBe('pending');
    await show(1, 0);
    await expect(guide).toContainText('Perfect distance', { timeout: 30_000 });
    await expect(page.locator('li[data-pose=front]')).toHaveAttribute('data-status', 'done', { timeout: 30_000 });
  });

  const slot = (page: Page) => page.locator('li[data-pose=front]');
  const sendFront = async (page: Page) => {
    await page.route(/\.(bin|wasm)$/, (route) => route.abort());
    await opened(page, '/unlock');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: says.en.files }).click();
    await slot(page).locator('input[type=file]').setInputFiles(photoOf('front'));
  };

  test('uploads: the service’s refusal, a fault, a lost connection, a lost lead', async ({ page }) => {
    test.setTimeout(90_000);
    const path = '**/rpc/upload_lead_photo';
    await answer(page, path, 403, { defined: true, code: 'LEAD_NOT_YOURS', status: 403, message: 'no' });
    await sendFront(page);
    await expect(slot(page)).toContainText('These photos were started in another browser', { timeout: 30_000 });
    const again = slot(page).getByRole('button', { name: /Try again/ });
    await answer(page, path, 500, {});
    await again.click();
    await expect(slot(page)).toContainText('Upload failed');
    await page.route(path, (route) => route.abort());
    await again.click();
    await expect(slot(page)).toContainText('Upload failed. The connection was lost; the photo is still here.');
    // Another tab of this browser has handed everything in meanwhile.
    await page.reload();
    await expect(slot(page)).toBeVisible();
    await page.getByRole('button', { name: says.en.files }).click();
    await page.evaluate(() => localStorage.clear());
    await slot(page).locator('input[type=file]').setInputFiles(photoOf('front'));
    await expect(slot(page)).toContainText('Lead ID missing', { timeout: 30_000 });
  });

  test('Continue that fails says so, and can be pressed again', async ({ page }) => {
    test.setTimeout(90_000);
    await sendFront(page);
    for (const pose of ['right', 'left'])
      await page.locator(`li[data-pose=${pose}] input[type=file]`).setInputFiles(photoOf(pose));
    const go = page.getByRole('button', { name: says.en.continue });
    await expect(go).toBeEnabled({ timeout: 40_000 });
    await answer(page, '**/rpc/get_lead', 403, { defined: true, code: 'LEAD_NOT_YOURS', status: 403, message: 'no' });
    await go.click();
    await says_that(page, 'Failed to continue. Please try again.');
    await page.unroute('**/rpc/get_lead');
    await go.click();
    await page.waitForURL('**/questions');
  });
});

test('a photo that does not load is only logged, and its place says so', async ({ page }) => {
  const logged: string[] = [];
  page.on('console', (line) => logged.push(line.text()));
  await page.route(/\/photos\//, (route) => route.abort());
  await enter(page, bruno.email, '/dashboard');
  await expect.poll(() => logged.join('\n')).toContain('A photo did not load');
});

test('a clipboard that refuses: the text itself is shown', async ({ page }) => {
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

test('an unknown address: status 404, both sentences, the way home', async ({ page }) => {
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

/** A camera that shows nobody at first, then the face of the tests: so large, and so many pixels to the right. */
async function cameraWithFace(page: Page): Promise<(size: number, right: number) => Promise<void>> {
  const face = readFileSync(photoOf('front')).toString('base64');
  await page.addInitScript((face) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 960 });
    const place = { size: 0, right: 0 };
    Object.assign(window, { placeFace: (size: number, right: number) => Object.assign(place, { size, right }) });
    const bytes = Uint8Array.from(atob(face), (letter) => letter.charCodeAt(0));
    const loaded = createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
    navigator.mediaDevices.getUserMedia = async () => {
      const picture = await loaded;
      const context = canvas.getContext('2d')!;
      setInterval(() => {
        context.fillStyle = '#ede8e3';
        context.fillRect(0, 0, 1280, 960);
        const side = 960 * place.size;
        context.drawImage(picture, 640 - side / 2 + place.right, 480 - side / 2, side, side);
      }, 50);
      return canvas.captureStream(20);
    };
  }, face);
  return async (size, right) => {
    await page.evaluate(
      ([size, right]) => (window as unknown as { placeFace(size: number, right: number): void }).placeFace(size, right),
      [size, right] as const,
    );
  };
}
