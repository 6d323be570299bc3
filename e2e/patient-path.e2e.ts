import { readFileSync } from 'node:fs';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { launchOptions } from '../playwright.config.ts';
import { expectAccessible } from './support/accessible.ts';
import { confirmationLink, signIn } from './support/accounts.ts';
import { asAdmin } from './support/admin.ts';
import { aCity, anOffered, payOn } from './support/appointments.ts';
import { cameraShowing, threePosesClip } from './support/clip.ts';
import {
  agreeAndOpenCamera,
  answerSixQuestions,
  fillAccount,
  opened,
  says,
  threePhotosTaken,
} from './support/consultation.ts';
import { refuseFrames } from './support/failing-frames.ts';
import { photoOf } from './support/photos.ts';
import { sentence } from './support/sentence.ts';
import { arrive } from './support/sessions.ts';

/**
 * The patient's whole journey on a phone of 390 px, in French and in Arabic. It begins in French, because public pages
 * exist only in English and French.
 */
const phone = { width: 390, height: 844 };
/** The maximum height of the dashboard in screens, before any section is opened. */
const mostScreens = 4;

test.use({
  viewport: phone,
  permissions: ['camera'],
  launchOptions: { ...launchOptions, args: [...launchOptions.args, ...cameraShowing(threePosesClip())] },
});

const path = (language: 'fr' | 'ar', page: string) => (language === 'fr' ? `/fr${page}` : page);

async function fits(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBe(0);
  await expectAccessible(page);
}

const redButtons = (page: Page) => page.locator('main .button--primary');

async function answerNo(page: Page, language: 'fr' | 'ar', step: number): Promise<void> {
  const progress = sentence(language, 'care', 'health.step', { step, count: 9 });
  await expect(page.getByRole('progressbar', { name: progress })).toBeVisible();
  await page.getByRole('button', { name: sentence(language, 'care', 'history.no'), exact: true }).click();
}

test('a patient sends photos, answers questions, confirms, waits and withdraws in French and Arabic', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const person = { email: `amina-${crypto.randomUUID()}@example.com`, password: 'velvet orchid tuesday' };

  await test.step('three photos are taken although one frame in three fails', async () => {
    await refuseFrames(page, { bitmap: 0.33, video_frame: 0.33, canvas: 0.33 });
    await opened(page, '/fr/unlock');
    await agreeAndOpenCamera(page, 'fr');
    await threePhotosTaken(page, 'fr');
    await fits(page);
    await page.getByRole('button', { name: says.fr.continue }).click();
    await page.waitForURL('**/fr/questions');
  });

  await test.step('the seven steps of the questionnaire are answered, and the email is confirmed', async () => {
    await answerSixQuestions(page);
    await fillAccount(page, person);
    await fits(page);
    await page.getByRole('button', { name: says.fr.submit, exact: true }).click();
    for (const key of ['done.prepare.plan', 'done.prepare.again'])
      await expect(page.getByRole('dialog')).toContainText(sentence('fr', 'questionnaire', key));
    await fits(page);
    await page.goto(await confirmationLink(page, person.email));
    await page.waitForURL('**/fr/login?mode=signin&lock=1');
    await signIn(page, person);
    await page.waitForURL('**/fr/dashboard');
  });

  const first = page.getByRole('link', { name: sentence('fr', 'dashboard', 'action.answer_health') });
  await test.step('the only red button of the dashboard opens the nine health questions', async () => {
    await expect(page.getByText(/FL-\d+/).first()).toBeVisible({ timeout: 20_000 });
    await expect(first).toBeVisible();
    await expect(redButtons(page)).toHaveCount(1);
    await fits(page);
    await first.click();
  });

  await test.step('one health question is shown at a time, even after a double click and an interruption', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      sentence('fr', 'care', 'history.question.pregnancy'),
    );
    await fits(page);
    for (const step of [1, 2, 3]) await answerNo(page, 'fr', step);
    await expect(page.getByRole('progressbar')).toHaveAccessibleName(
      sentence('fr', 'care', 'health.step', { step: 4, count: 9 }),
    );
    await page.getByRole('button', { name: sentence('fr', 'care', 'history.no'), exact: true }).dblclick();
    await expect(page.getByRole('progressbar')).toHaveAccessibleName(
      sentence('fr', 'care', 'health.step', { step: 5, count: 9 }),
    );
    await page.goto('/fr/dashboard');
    const goOn = page.getByRole('link', { name: sentence('fr', 'dashboard', 'action.continue_health') });
    await expect(page.getByText(sentence('fr', 'dashboard', 'health.left_other', { count: 5 }))).toBeVisible();
    await goOn.click();
  });

  await test.step('three photos of expressions are added', async () => {
    for (const pose of ['frown', 'raised_brows', 'smile']) await sendExpression(page, pose);
    await page.goto('/fr/dashboard');
    await expect(
      page.getByRole('button', { name: sentence('fr', 'dashboard', 'pose.smile'), exact: true }),
    ).toBeVisible();
    await fits(page);
  });

  await test.step('the remaining health questions are answered in Arabic, and the dashboard shows the waiting time', async () => {
    await speak(page, 'ar');
    await page.goto('/dashboard/health');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    for (const step of [5, 6, 7, 8]) await answerNo(page, 'ar', step);
    await page.getByRole('button', { name: sentence('ar', 'care', 'history.yes'), exact: true }).click();
    const details = page.getByLabel(sentence('ar', 'care', 'history.more.herpes'));
    await details.fill('مرتين في السنة');
    await fits(page);
    // The patient leaves before pressing Next, and the typed details are still there later.
    const kept = page.waitForResponse(
      (answer) => answer.url().endsWith('/rpc/save_history_draft') && /مرتين/.test(answer.request().postData() ?? ''),
    );
    await page.getByRole('link', { name: sentence('ar', 'care', 'health.leave') }).click();
    await kept;
    await page.goto('/dashboard/health?q=9');
    await expect(details).toHaveValue('مرتين في السنة');
    // A field that disappears with Back or a reload gets no blur event.
    await details.fill('ثلاث مرات في السنة');
    await page.reload();
    await expect(details).toHaveValue('ثلاث مرات في السنة');
    await page.getByRole('link', { name: sentence('ar', 'care', 'health.leave') }).click();
    await page.getByRole('link', { name: sentence('ar', 'dashboard', 'action.continue_health') }).click();
    await page.getByRole('button', { name: sentence('ar', 'care', 'health.back') }).click();
    await expect(details).toHaveValue('ثلاث مرات في السنة');
    await details.fill('أربع مرات في السنة');
    const sent = page.waitForRequest(
      (request) => request.url().endsWith('/rpc/save_history_draft') && /أربع/.test(request.postData() ?? ''),
    );
    await page.goBack();
    await sent;
    await page.goForward();
    await expect(details).toHaveValue('أربع مرات في السنة');
    await page.getByRole('button', { name: sentence('ar', 'care', 'health.next') }).click();
    await page.getByRole('button', { name: sentence('ar', 'care', 'health.hand_in') }).click();
    await page.waitForURL('**/dashboard');
    await waits(page, 'ar');
    await speak(page, 'fr');
    await page.goto('/fr/dashboard');
    await waits(page, 'fr');
  });

  await test.step('the consent is withdrawn in French, given again, and withdrawn in Arabic', async () => {
    await withdraws(page, 'fr');
    await page.getByRole('button', { name: sentence('fr', 'dashboard', 'action.agree') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox').check();
    await fits(page);
    await dialog.getByRole('button', { name: sentence('fr', 'dashboard', 'consent.agree') }).click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(
      sentence('fr', 'dashboard', 'headline.withdrawn'),
    );
    await speak(page, 'ar');
    await withdraws(page, 'ar');
  });
});

/**
 * Sends a photo as an expression, without the camera, because the camera has its own test. The service accepts any
 * photo of a face.
 */
async function sendExpression(page: Page, pose: string): Promise<void> {
  const headers = { origin: test.info().project.use.baseURL ?? '' };
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: readFileSync(photoOf('front')) };
  const multipart = { pose, is_verified: 'true', file: photo };
  const stored = await page.request.post('/rpc/upload_user_photo', { multipart, headers });
  expect(stored.ok(), await stored.text()).toBe(true);
  const { path } = (await stored.json()) as { path: string };
  const appended = await page.request.post('/rpc/append_user_photo', { data: { pose, path }, headers });
  expect(appended.ok(), await appended.text()).toBe(true);
}

/**
 * Expects the dashboard after the patient has answered the nine questions. The patient has no required step left, so
 * the page has no red button. The countdown is above the card of the score.
 */
async function waits(page: Page, language: 'fr' | 'ar'): Promise<void> {
  await expect(page.getByText(sentence(language, 'case', 'step.health_kept'))).toBeVisible();
  await expect(redButtons(page)).toHaveCount(0);
  await expect(
    page.getByRole('link', { name: sentence(language, 'dashboard', 'action.retake'), exact: true }),
  ).toBeVisible();
  const countdown = await page.locator('main time').first().boundingBox();
  const score = await page
    .getByRole('heading', { name: sentence(language, 'dashboard-cards', 'score.title') })
    .boundingBox();
  expect(countdown?.y ?? Infinity).toBeLessThan(score?.y ?? 0);
  await fits(page);
}

/** Withdraws the consent for health data, and expects the dashboard to show the withdrawal. */
async function withdraws(page: Page, language: 'fr' | 'ar'): Promise<void> {
  await page.goto(path(language, '/account/privacy'));
  // The test finds the row of the consent for health data by its text, because the first row may be about the account.
  const row = page
    .locator('main div, main li')
    .filter({ has: page.getByText(sentence(language, 'identity', 'consents.simulation'), { exact: true }) })
    .filter({ has: page.getByRole('button') })
    .last();
  await row.getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(sentence(language, 'identity', 'consents.confirm.simulation'));
  await dialog.getByRole('button', { name: sentence(language, 'identity', 'consents.withdraw') }).click();
  await expect(dialog).toBeHidden();
  await fits(page);
  await page.goto(path(language, '/dashboard'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    sentence(language, 'dashboard', 'headline.withdrawn'),
  );
  await fits(page);
}

for (const language of ['fr', 'ar'] as const)
  test(`the dashboard, simulation, plan, offer and urgent report fit on a phone (${language})`, async ({ browser }) => {
    test.setTimeout(120_000);
    const page = await alice(browser, language);
    const open = (domain: string, key: string) =>
      page.getByRole('button', { name: sentence(language, domain, key) }).click();

    await test.step('the dashboard is at most four screens high at first view', async () => {
      await page.goto(path(language, '/dashboard'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        sentence(language, 'dashboard', 'headline.published'),
      );
      await expect(page.locator('main .skeleton')).toHaveCount(0);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      expect(height / phone.height).toBeLessThanOrEqual(mostScreens);
      await fits(page);
    });

    await test.step('the simulation opens, and then its treatment plan', async () => {
      await open('dashboard', 'action.see_simulation');
      await expect(page.getByRole('slider').first()).toBeVisible();
      await open('dashboard', 'action.read_plan');
      await expect(page.getByText(sentence(language, 'case', 'signature.intact'))).toBeVisible();
      await fits(page);
    });

    await test.step('the offer opens, and says that the quote must be accepted before paying', async () => {
      await open('appointments', 'section.title');
      await open('appointments', 'offer.pay');
      await expect(page.getByText(sentence(language, 'appointments', 'offer.mustAgree')).first()).toBeVisible();
      await fits(page);
    });

    await test.step('an urgent report shows the emergency numbers of the chosen country, and asks for the patient’s number', async () => {
      await open('care', 'urgent.open');
      await open('care', 'urgent.sign.blanching');
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('link').first()).toHaveAttribute('href', 'tel:15');
      await expect(dialog.locator('a[href="sms:114"]')).toBeVisible();
      await dialog.getByLabel(sentence(language, 'care', 'urgent.where')).selectOption('CA');
      await expect(dialog.getByRole('link').first()).toHaveAttribute('href', 'tel:911');
      await expect(dialog.locator('a[href="tel:988"]')).toBeVisible();
      await dialog.getByLabel(sentence(language, 'care', 'urgent.phone')).fill('06');
      await dialog.getByRole('button', { name: sentence(language, 'care', 'urgent.keep_phone') }).click();
      await expect(dialog.getByText(sentence(language, 'care', 'urgent.phone_short'))).toBeVisible();
      await dialog.getByLabel(sentence(language, 'care', 'urgent.phone')).fill('06 12 34 56 78');
      await dialog.getByRole('button', { name: sentence(language, 'care', 'urgent.keep_phone') }).click();
      await expect(dialog.getByText('+33 6 12 34 56 78')).toBeVisible();
      await fits(page);
    });
    await speak(page, 'en');
    await page.context().close();
  });

for (const language of ['fr', 'ar'] as const)
  test(`an offer is accepted and paid on a phone (${language})`, async ({ browser }) => {
    const page = await arrive(browser, 'anna', '/account', { viewport: phone, timezoneId: 'Europe/Paris' });
    const pay = path(language, `/pay/${await anOffered(page, await asAdmin(browser, '/account'), aCity())}`);
    await speak(page, language);
    await page.goto(pay);
    await page.getByRole('button', { name: sentence(language, 'appointments', 'offer.pay') }).click();
    await expect(page.getByText(sentence(language, 'appointments', 'offer.mustAgree')).first()).toBeVisible();
    // The quote is in English or French. Only readers of other languages see a note about this.
    await expect(page.getByText(sentence(language, 'ui', 'papers.languages'))).toHaveCount(language === 'fr' ? 0 : 1);
    await fits(page);
    await page.getByRole('checkbox', { name: sentence(language, 'appointments', 'offer.agree') }).check();
    await page.getByRole('button', { name: sentence(language, 'appointments', 'offer.pay') }).click();
    await payOn(page);
    await page.waitForURL('**/dashboard**');
    await expect(async () => {
      await page.goto(pay);
      await expect(page.getByText(sentence(language, 'appointments', 'pay.paid'))).toBeVisible({ timeout: 3000 });
    }).toPass();
    await fits(page);
    await speak(page, 'en');
    await page.context().close();
  });

/**
 * Opens a page as Alice and sets the language of her account. The test resets the language later, because other tests
 * expect English.
 */
async function alice(browser: Browser, language: 'fr' | 'ar'): Promise<Page> {
  const page = await arrive(browser, 'alice', undefined, { viewport: phone, timezoneId: 'Europe/Paris' });
  await speak(page, language);
  return page;
}

async function speak(page: Page, language: 'en' | 'fr' | 'ar'): Promise<void> {
  const { baseURL } = test.info().project.use;
  const answer = await page.request.post('/rpc/set_my_language', {
    data: { language },
    headers: { origin: baseURL ?? '' },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}
