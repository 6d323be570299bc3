import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { confirmationLink, signIn } from './support/accounts.ts';
import {
  answerSixQuestions,
  at,
  fillAccount,
  type Language,
  opened,
  says,
  uploadThreePhotos,
} from './support/consultation.ts';

const aPerson = () => ({ email: `claire-${crypto.randomUUID()}@example.com`, password: 'velvet orchid tuesday' });

/** Returns the names of the calls that a page makes, in the order of the calls. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const name = /\/(?:rpc|api\/auth)\/([\w/-]+)$/.exec(new URL(request.url()).pathname)?.[1];
    if (name && request.method() === 'POST') calls.push(name);
  });
  return calls;
}
const submitCalls = [
  'sign-up/email',
  'insert_answers',
  'upsert_lead_open',
  'claim_lead_secure',
  'attach_lead_files_to_user',
];

for (const language of ['en', 'fr'] as const) {
  test(`trust 27: the seven steps are answered by keyboard, make five calls, and lead to the sign-in (${language})`, async ({
    page,
  }) => {
    test.setTimeout(150_000);
    await uploadThreePhotos(page, language);
    await answerSixQuestions(page);
    await expectAccessible(page);
    await fillAccount(page, aPerson());
    const calls = callsOf(page);
    await page.getByRole('button', { name: says[language].submit, exact: true }).dblclick();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(says[language].done);
    await expectAccessible(page);
    expect(calls.filter((call) => submitCalls.includes(call))).toEqual(submitCalls);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    await dialog.getByRole('link', { name: says[language].signIn }).click();
    await page.waitForURL(`**${at('/login', language)}?mode=signin&lock=1`);
  });
}

test('every fault of the questionnaire has a message, at its field and above the step', async ({ page }) => {
  await withPhotos(page, 'en');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('alert')).toContainText('Please complete required fields before continuing.');
  await answerSixQuestions(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert')).toContainText('Please complete all required fields and give consent.');
  await expect(page.locator('form [aria-invalid=true]')).toHaveCount(7);
  await expect(page.locator('#account-last_name')).toBeFocused();
  await expectAccessible(page);
  await fillAccount(page, { email: 'claire@example.com', password: 'short' });
  await expect(page.getByRole('alert')).toContainText('Password must be at least 8 characters.');
  await page.locator('#account-password').fill('long enough');
  await expect(page.getByRole('alert')).toContainText('Passwords do not match.');
});

test('answers, step and contact survive a reload, but the password does not', async ({ page }) => {
  await withPhotos(page, 'en');
  await answerSixQuestions(page);
  await fillAccount(page, aPerson());
  await page.reload();
  await expect(page.locator('#account-last_name')).toHaveValue('Martin');
  await expect(page.locator('#account-password')).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('velvet');
  await page.getByRole('button', { name: 'Back' }).last().click();
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1);
});

test("the browser's Back and Forward move by one question, and a reload stays at it", async ({ page }) => {
  await page.goto('/home');
  await withPhotos(page, 'en');
  // On a slow phone, a person may answer a question before the router has rendered the history entry of this question.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await answerSixQuestions(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const at = (step: number) => expect(page.locator(`form[data-step="${step}"]`)).toBeVisible();
  await page.goBack();
  await at(6);
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1);
  await page.goBack();
  await at(5);
  await page.reload();
  await at(5);
  await page.goBack();
  await at(4);
  await page.goForward();
  await at(5);
  // The Back button of the form returns to the previous entry of the browser history and adds no new entry.
  await page.getByRole('button', { name: 'Back' }).last().click();
  await at(4);
  await page.goBack();
  await at(3);
  for (const step of [2, 1]) {
    await page.goBack();
    await at(step);
  }
  await page.goBack();
  await page.waitForURL('**/home');
});

test('a missing text has a message at its field', async ({ page }) => {
  await withPhotos(page, 'en', {
    step: 5,
    answers: { treatments_history: ['no'], knowledge_level: '2', main_goals: ['contours'], facial_areas: ['lips'] },
  });
  await page.getByRole('checkbox', { name: 'Other' }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByLabel('What else would you rather avoid?')).toBeFocused();
});

test('Submit opens an unanswered question and shows a message before anything is sent', async ({ page }) => {
  await withPhotos(page, 'en', {
    step: 7,
    answers: { treatments_history: ['no'], knowledge_level: '2', main_goals: ['contours'], facial_areas: ['lips'] },
  });
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.locator('form[data-step="6"]')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Please complete required fields before continuing.');
});

test('an interrupted submission continues after a reload, without a second account', async ({ page }) => {
  test.setTimeout(150_000);
  await uploadThreePhotos(page, 'en');
  await answerSixQuestions(page);
  const person = aPerson();
  await fillAccount(page, person);
  await page.route('**/rpc/upsert_lead_open', (route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL_SERVER_ERROR' } }),
  );
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText(`You already have an account for ${person.email}`)).toBeVisible({ timeout: 20_000 });
  await page.unroute('**/rpc/upsert_lead_open');
  await page.reload();
  await expect(page.getByText(`You already have an account for ${person.email}`)).toBeVisible();
  await page.getByRole('checkbox').first().check();
  const calls = callsOf(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('dialog')).toContainText(says.en.done);
  expect(calls).not.toContain('sign-up/email');
});

test('if the response to the submission is lost and the email is confirmed, a retry shows the confirmation', async ({
  page,
}) => {
  test.setTimeout(150_000);
  await uploadThreePhotos(page, 'en');
  await answerSixQuestions(page);
  const person = aPerson();
  await fillAccount(page, person);
  // The service stores the details, but the browser gets no response.
  await page.route('**/rpc/upsert_lead_open', async (route) => {
    await route.fetch();
    await route.abort();
  });
  const calls = callsOf(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  // The page repeats the call several times before it reports the lost connection.
  await expect(page.getByRole('alert')).not.toBeEmpty({ timeout: 60_000 });
  await expect(page.getByText(`You already have an account for ${person.email}`)).toBeVisible();
  const lead_id = await page.evaluate(() => localStorage['flaira.lead_id']);
  await page.request.get(await confirmationLink(page, person.email));
  const photosOfLead = async () =>
    (await (await page.request.post('/rpc/get_lead', { data: { lead_id } })).json()).photos.length;
  await expect.poll(photosOfLead).toBe(0);
  await page.getByRole('checkbox').first().check();
  calls.length = 0;
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('dialog')).toContainText(says.en.done);
  // The address is confirmed already, so the page names the account and asks for nothing.
  await expect(page.getByRole('dialog')).toContainText(`belong to the account ${person.email}`);
  await expect(page.getByRole('dialog')).not.toContainText('Confirm your email');
  expect(calls).toContain('get_lead');
  expect(calls.filter((call) => submitCalls.includes(call))).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test('a mistyped email address is corrected after the submission, with the photos and answers kept', async ({
  page,
}) => {
  test.setTimeout(150_000);
  await uploadThreePhotos(page, 'en');
  await answerSixQuestions(page);
  const [mistyped, person] = [aPerson(), aPerson()];
  await fillAccount(page, mistyped);
  await page.getByRole('button', { name: 'Submit' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(mistyped.email);
  const wrongLink = await confirmationLink(page, mistyped.email);
  await dialog.getByRole('button', { name: 'Wrong address? Change it' }).click();
  await expect(page.locator('#account-email')).toBeFocused();
  await expect(page.locator('#account-email')).toHaveValue(mistyped.email);
  await expect(page.locator('#account-phone')).toHaveValue('6 12 34 56 78');
  await expect(page.locator('#account-password')).toHaveValue('');
  await expect(page.getByRole('checkbox').first()).not.toBeChecked();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await expectAccessible(page);
  await page.getByRole('button', { name: `Keep the address ${mistyped.email}` }).click();
  await expect(dialog).toContainText(mistyped.email);
  // The browser's Back button moves the hidden form. The correction nevertheless starts at the last step.
  await page.goBack();
  await dialog.getByRole('button', { name: 'Wrong address? Change it' }).click();
  await fillAccount(page, person);
  const calls = callsOf(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog).toContainText(person.email);
  expect(calls.filter((call) => submitCalls.includes(call))).toEqual(submitCalls);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);

  await page.goto(wrongLink);
  await expect(page).toHaveURL(/error=INVALID_TOKEN/);
  await page.goto(await confirmationLink(page, person.email));
  await signIn(page, person);
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('heading', { name: 'We have your photos.' })).toBeVisible({ timeout: 20_000 });
});

test('a password that is easy to guess is refused with the reasons, at its field', async ({ page }) => {
  test.setTimeout(150_000);
  await uploadThreePhotos(page, 'en');
  await answerSixQuestions(page);
  await fillAccount(page, { email: aPerson().email, password: 'password1' });
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.locator('#account-password')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('#account-password')).toBeFocused();
  await expect(page.locator('#account-password-note')).toContainText(/attackers try|easy to guess/);
});

/** Returns how many times the page has loaded images of country flags. */
const flagsOf = (page: Page) =>
  page.evaluate(
    () => performance.getEntriesByType('resource').filter(({ name }) => /\/flags\b.*\.svg/.test(name)).length,
  );

test('a country is found by its name, and the list says so if none is found', async ({ page }) => {
  await withPhotos(page, 'fr');
  await answerSixQuestions(page);
  expect(await flagsOf(page)).toBe(0);
  await page.getByRole('button', { name: /\+33/ }).click();
  await expect.poll(() => flagsOf(page)).toBe(1);
  const search = page.getByPlaceholder('Chercher un pays…');
  await search.fill('atlantide');
  await expect(page.getByText('Aucun pays trouvé.')).toBeVisible();
  await search.fill('belg');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /\+32/ })).toBeVisible();
});

test('the drawing of the face and the checkboxes choose the same areas', async ({ page }) => {
  await withPhotos(page, 'en', {
    step: 4,
    answers: { treatments_history: ['no'], knowledge_level: '2', main_goals: ['contours'] },
  });
  await page.locator('g[data-area=lips] circle').last().click();
  await expect(page.getByRole('checkbox', { name: 'Lips' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Jawline' }).check();
  await expect(page.locator('g[data-area=jawline] text')).toBeVisible();
  await expectAccessible(page);
});

test('a visitor without photos is sent to the camera and keeps the answers', async ({ page }) => {
  await opened(page, '/questions');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your three photos come first');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Answer the questions first' }).click();
  await answerSixQuestionsWithoutAccount(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your three photos come first');
  await page.getByRole('link', { name: 'Take my photos' }).click();
  await page.waitForURL('**/unlock');
  expect(await page.evaluate(() => localStorage['flaira.questionnaire'])).toContain('"step":7');
});

/** Opens the questions as a visitor who has sent photos. The test itself answers the call `get_lead`. */
async function withPhotos(page: Page, language: Language, draft?: object) {
  const lead = '5f0d6f0a-7c52-4f5e-9d6b-6a4b0c1f2e3d';
  const photos = ['front', 'right', 'left'].map((pose) => ({ pose }));
  await page.route('**/rpc/get_lead', (route) =>
    route.fulfill({ json: { lead_id: lead, status: 'received', photos, has_answers: false } }),
  );
  await page.addInitScript(
    ([lead, draft]) => {
      localStorage['flaira.lead_id'] ??= lead;
      if (draft) localStorage['flaira.questionnaire'] ??= draft;
    },
    [lead, draft && JSON.stringify(draft)] as const,
  );
  await opened(page, at('/questions', language));
  await page.locator('form[data-step]').waitFor();
}

async function answerSixQuestionsWithoutAccount(page: Page) {
  for (const [index, letter] of ['b', '3', 'a', 'b', 'c', 'a'].entries()) {
    await page.locator(`form[data-step="${index + 1}"]`).waitFor();
    await page.keyboard.press(letter);
    await page.keyboard.press('Enter');
  }
  await page.locator('form[data-step="7"]').waitFor();
}
