import { readFileSync } from 'node:fs';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { faultIn } from '#contract/verify-proof.ts';
import { launchOptions } from '../playwright.config.ts';
import { expectAccessible } from './support/accessible.ts';
import { cameraShowing, threePosesClip } from './support/clip.ts';
import {
  agreeAndOpenCamera,
  answerSixQuestions,
  at,
  fillAccount,
  type Language,
  opened,
  type Person,
  says,
  threePhotosTaken,
} from './support/consultation.ts';
import { DEMO_PASSWORD, staff } from '#tools/demo/people.ts';
import { confirmationLink, signIn } from './support/accounts.ts';
import { deviceIn, forgetPasskeys } from './support/passkeys.ts';
import { acceptAllMarks, seeAllPictures } from './support/studio.ts';
import { arrive } from './support/sessions.ts';

/**
 * The complete main task on the running service. A visitor takes three live photos, answers the questions and makes an
 * account. The doctor draws a simulation on these photos and signs it. The patient sees it on the dashboard.
 */
test.use({
  permissions: ['camera'],
  launchOptions: { ...launchOptions, args: [...launchOptions.args, ...cameraShowing(threePosesClip())] },
});

const aPerson = (): Person => ({
  email: `claire-${crypto.randomUUID()}@example.com`,
  password: 'velvet orchid tuesday',
});

/** Takes a visitor from the camera to the dashboard of a confirmed account. Returns the number of the case. */
async function visitorBecomesPatient(page: Page, language: Language, person: Person): Promise<string> {
  await opened(page, at('/unlock', language));
  await agreeAndOpenCamera(page, language);
  await threePhotosTaken(page, language);
  await page.getByRole('button', { name: says[language].continue }).click();
  await page.waitForURL(`**${at('/questions', language)}`);
  await answerSixQuestions(page);
  await fillAccount(page, person);
  await page.getByRole('button', { name: says[language].submit, exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText(says[language].done);

  await page.goto(await confirmationLink(page, person.email));
  await page.waitForURL(`**${at('/login', language)}?mode=signin&lock=1`);
  await signIn(page, person);
  await page.waitForURL(`**${at('/dashboard', language)}`);
  const number = page.getByText(/FL-\d+/).first();
  await expect(number).toBeVisible({ timeout: 20_000 });
  return /FL-\d+/.exec(await number.innerText())![0];
}

async function doctorSigns(browser: Browser, number: string): Promise<void> {
  const page = await arrive(browser, staff.doctor.email, '/studio');
  await forgetPasskeys(page);
  await deviceIn(page);
  await page.getByText(number).first().click();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/studio/cases/*');
  await expect(page.locator('figure[data-ready] [data-pane="simulation"] canvas')).toBeVisible({ timeout: 40_000 });
  await page.keyboard.press('1');
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('n');
  await page.getByRole('button', { name: 'Propose from the recipe' }).press('Enter');
  await page.getByLabel('Note to the patient').fill('A very natural result, as you asked.');
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await page.getByRole('button', { name: 'Review and sign' }).press('Enter');
  // The patient has not answered the health questions, so the doctor notes the answers that the patient gave in a call.
  await page.getByLabel(/^Or note what you heard/).fill('Called: nothing to report.');
  for (const zone of await page.getByRole('checkbox', { name: /^I know this zone/ }).all()) await zone.check();
  await expect(page.getByRole('img', { name: 'Simulation, Left, glamour' })).toBeVisible({ timeout: 150_000 });
  await seeAllPictures(page);
  await acceptAllMarks(page);
  await page.getByRole('checkbox', { name: /^I have reviewed/ }).check();
  await page.getByRole('button', { name: 'Sign and publish' }).click();
  // The doctor has no passkey yet, so the signing dialog offers to make one.
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Make a passkey and sign' }).click();
  await expect(page.getByText(`${number} is signed`)).toBeVisible();
  await forgetPasskeys(page);
  await page.context().close();
}

test('a visitor takes photos, becomes a patient, and gets a signed simulation', async ({ page, browser }) => {
  test.setTimeout(240_000);
  const person = aPerson();
  const number = await visitorBecomesPatient(page, 'en', person);
  await page.getByRole('radio', { name: 'After', exact: true }).check();
  await expect(page.getByText('No After photos are published yet')).toBeVisible();
  await expectAccessible(page);

  await doctorSigns(browser, number);

  // The patient's page is still open, and shows the signed simulation without a reload.
  await expect(page.getByText('A very natural result, as you asked.')).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('slider').first()).toBeVisible();
  await page.getByRole('radio', { name: 'Glamour' }).check();
  await expect(page.getByText('Registration 10000000001')).toBeVisible();
  await expect(page.getByText('The signature is intact')).toBeVisible();
  await expect(page.getByText('Signed with the doctor’s passkey')).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('listitem').filter({ hasText: 'Proof of the signature' }).getByRole('button').click();
  // This check needs only the file that the patient saved, and not the service.
  expect(await faultIn(JSON.parse(readFileSync(await (await saved).path(), 'utf8')))).toBeNull();
  await expectAccessible(page);
});
