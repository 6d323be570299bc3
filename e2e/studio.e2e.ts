import { ScoreNames } from '#contract/skin-score.ts';
import { plannedItem } from '#engine/plan/planned.ts';
import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import {
  callsOf,
  confirmByPassword,
  caseId,
  doctor,
  isDrawn,
  onlyDoses,
  openCase,
  saved,
  seeAllPictures,
  serve,
  storePictures,
} from './support/studio.ts';

/**
 * Browser tests of a doctor's work on a case, from the queue to the signature, and of the permissions for this work.
 */
test('a doctor finishes a case by keyboard: claim, style, three doses, plan, checks, and signature', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const service = await serve(page);
  service.studioCase.draft.recipes = onlyDoses(['upper_lip', 'lower_lip', 'chin', 'glabella', 'redness']);
  await page.addInitScript(() => {
    const counted = window as Window & { keys?: number };
    addEventListener('keydown', () => void (counted.keys = (counted.keys ?? 0) + 1), true);
  });
  await page.goto('/studio');
  await expect(page.getByText('FL-2481').first()).toBeVisible();
  await expect(page.getByText('Lemaire')).toHaveCount(0);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await isDrawn(page);
  expect(service.studioCase.practitioner_id).toBe(doctor);

  await page.keyboard.press('1');
  for (const times of [1, 2, 3]) {
    await page.keyboard.press('j');
    for (let press = 0; press < times; press++) await page.keyboard.press('ArrowRight');
  }
  await saved(page);
  const { natural, harmonious } = service.studioCase.draft.recipes;
  expect(service.studioCase.draft.style).toBe('natural');
  expect(natural.treatments).toMatchObject({ upper_lip: 0.3, lower_lip: 0.4, chin: 0.5 });
  expect(harmonious.treatments.upper_lip).toBe(0.45);

  await page.keyboard.press('Control+z');
  await saved(page);
  await expect.poll(() => service.studioCase.draft.recipes.natural.treatments.chin).toBe(0.4);

  await page.keyboard.press('n');
  await page.getByRole('button', { name: 'Propose from the recipe' }).press('Enter');
  await expect(page.getByRole('button', { name: /^Upper lip/ })).toBeVisible();
  await page.getByLabel('Note to the patient').fill('Un résultat très naturel, comme vous le souhaitez.');
  await saved(page);
  // The shortcut Control+Enter also works inside the text field.
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/^Image \d of 9/)).toBeVisible();
  // The review before signing opens at the first unconfirmed line, which names two danger zones.
  await expect(page.getByRole('checkbox', { name: 'I know this zone: labial arteries' })).toBeFocused();
  await page.keyboard.press('Space');
  await page.getByRole('checkbox', { name: 'I know this zone: submental artery' }).press('Space');
  await expect(page.getByRole('img', { name: 'Simulation, Left, glamour' })).toBeVisible({ timeout: 150_000 });
  await expect(page.getByRole('checkbox', { name: /^I have reviewed/ })).toBeDisabled();
  await seeAllPictures(page);
  await expectAccessible(page);

  const sign = page.getByRole('button', { name: 'Sign and publish' });
  await expect(sign).toBeDisabled();
  await page.getByRole('checkbox', { name: /^I have reviewed/ }).press('Space');
  await sign.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await confirmByPassword(page, 'any');
  await expect(page.getByText('FL-2481 is signed')).toBeVisible();
  // `npm run bench -- --only sign` measures how long it takes to sign a case. Here only the pressed keys are counted.
  const keys = (await page.evaluate(() => (window as Window & { keys?: number }).keys)) ?? 0;
  expect(keys).toBeGreaterThan(10);
  expect(keys).toBeLessThan(40);
  await expect(page).toHaveURL(/\/studio$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/studio$/);
  expect(callsOf(service, 'sign_and_publish')).toHaveLength(1);
  expect(callsOf(service, 'sign_and_publish')[0]).toMatchObject({
    seal: 'a'.repeat(64),
    version: service.studioCase.draft.version,
  });
});

test('the skin is measured and shown on the photo, and the doctor corrects and confirms the scores', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const service = await serve(page);
  await openCase(page, service);
  await page.keyboard.press('g');
  const pores = page.getByRole('textbox', { name: 'Pores, score out of 100' });
  await expect(pores).toBeVisible({ timeout: 60_000 });
  const map = page.locator('[data-pane="overlay"] canvas');
  await expect(map).toHaveCount(0);
  await page.getByRole('button', { name: 'Pores: show on the photo' }).click();
  await expect(map).toBeVisible({ timeout: 30_000 });
  await pores.fill('88');
  await pores.press('Enter');
  await expect(page.getByText(/measured \d+/)).toBeVisible();
  await page.getByRole('button', { name: 'Confirm the scores' }).click();
  await expect(page.getByText('Confirmed; signed with the plan.')).toBeVisible();
  const keptPores = () => service.studioCase.skin_score?.scores.pores.value;
  await expect.poll(keptPores).toBe(88);
  const { hydration } = service.studioCase.skin_score!.scores;
  expect(hydration.value).toBe(hydration.measured);

  await pores.press('Escape');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => service.studioCase.skin_score).toBeNull();
  await expect(pores).toHaveValue('88');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(pores).not.toHaveValue('88');
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect.poll(keptPores).toBe(88);

  // The doctor states that white paper is beside the face. This changes the measured scores, so the doctor must confirm
  // them again.
  await page.getByRole('checkbox', { name: 'White paper beside the face' }).check();
  await expect(page.getByText('No flat white patch was found beside the face.')).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => service.studioCase.skin_score).toBeNull();
});

test('the key for another pose closes an earlier photo and the lines that were shown on the previous pose', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const service = await serve(page);
  const photos = service.studioCase.photos.map((photo) => ({ ...photo, id: photo.id.replace(/30/, '31') }));
  service.studioCase.earlier_sets = [{ number: 'FL-2210', signed_at: '2026-01-05T10:00:00.000Z', photos }];
  await openCase(page, service);

  const earlier = page.getByRole('navigation', { name: 'Poses' }).getByRole('button', { name: 'Front FL-2210' });
  await earlier.click();
  await expect(earlier).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('r');
  for (const key of ['ArrowLeft', 'Enter', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  const lines = page.getByRole('img', { name: /line$/ });
  await expect(lines).toHaveCount(1);

  await page.keyboard.press(']');
  await expect(page.getByRole('img', { name: 'Photo, Right' })).toBeVisible();
  await expect(earlier).toHaveAttribute('aria-pressed', 'false');
  await expect(lines).toHaveCount(0);
});

test('trust 12: by keyboard, a mark of the automatic check is viewed and accepted, or its treatment is opened', async ({
  page,
}) => {
  const service = await serve(page);
  const { studioCase } = service;
  studioCase.draft.recipes = onlyDoses(['forehead']);
  studioCase.draft.plan.sessions = [
    {
      weeks_after: 0,
      review: false,
      items: [{ ...plannedItem('forehead', 7), reasons: ['asked'], sentence: null }],
    },
  ];
  const mark = { x: 0.4, y: 0.3, radius: 0.05, treatment: 'forehead', accepted_at: null, is_accepted: false };
  storePictures(service, {
    'front natural': [
      { ...mark, kind: 'fold' },
      { ...mark, x: 0.6, kind: 'edge' },
    ],
  });
  await openCase(page, service);
  await expect(page.getByRole('region', { name: 'Automatic check' })).toContainText('Nothing found', {
    timeout: 30_000,
  });
  await page.keyboard.press('Control+Enter');
  const line = page.locator('[data-gate="artefact"]');
  await expect(line).toContainText('Front, natural: 2 places to check.');
  const declaration = page.getByRole('checkbox', { name: /^I have reviewed/ });
  await expect(declaration).toBeDisabled();
  await expect(line.getByRole('button', { name: 'Look' }).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('figure').getByText('Check here: residual fold')).toBeVisible();
  await line.getByRole('button', { name: 'Accept' }).first().press('Enter');
  await expect(line).toContainText('Front, natural: 1 place to check.');
  await line.getByRole('button', { name: 'Accept' }).press('Enter');
  await expect(line).toContainText('Front, natural: every mark accepted.');
  await expect(declaration).toBeEnabled();
  await expectAccessible(page);
  await line.getByRole('button', { name: 'Withdraw' }).first().press('Enter');
  await expect(declaration).toBeDisabled();
  await line.getByRole('button', { name: 'Lower the dose: Forehead' }).first().press('Enter');
  await expect(page.getByRole('slider', { name: 'Forehead' })).toBeFocused();
});

test('a review that opens before its pictures have loaded moves the focus to an unsettled line afterwards', async ({
  page,
}) => {
  const service = await serve(page);
  service.studioCase.draft.recipes = onlyDoses(['forehead']);
  service.studioCase.draft.plan.sessions = [
    { weeks_after: 0, review: false, items: [{ ...plannedItem('forehead', 7), reasons: ['asked'], sentence: null }] },
  ];
  const mark = { x: 0.4, y: 0.3, radius: 0.05, treatment: 'forehead', accepted_at: null, is_accepted: false };
  storePictures(service, { 'front natural': [{ ...mark, kind: 'fold' }] });
  const held = Promise.withResolvers<void>();
  let reads = 0;
  // The page loads the case once to open it, and again for its images.
  await page.route('**/rpc/get_studio_case', async (route) => {
    if (++reads > 1) await held.promise;
    await route.fallback();
  });
  await openCase(page, service);
  await page.keyboard.press('Control+Enter');
  const review = page.getByRole('dialog');
  await expect(review).toBeFocused();
  held.resolve();
  await expect(review.locator('[data-gate="artefact"]').getByRole('button', { name: 'Look' })).toBeFocused();
});

test('the review says that the date of birth is missing, until the patient has entered it', async ({ page }) => {
  const service = await serve(page);
  service.studioCase.patient.age_years = null;
  service.studioCase.draft.recipes = onlyDoses(['forehead']);
  await openCase(page, service);
  await expect(page.getByRole('banner')).toContainText('Anna Lemaire, age unknown');
  await page.keyboard.press('Control+Enter');
  const line = page.getByRole('dialog').locator('[data-gate="age_unknown"]');
  await expect(line).toContainText('date of birth is missing');
  service.studioCase.patient.age_years = 41;
  await line.getByRole('button', { name: 'Check again' }).press('Enter');
  await expect(line).toHaveCount(0);
});

test('if the seal no longer matches, the reason is shown and nothing is signed', async ({ page }) => {
  test.setTimeout(240_000);
  const service = await serve(page);
  service.studioCase.draft.recipes = onlyDoses(['forehead']);
  service.studioCase.draft.plan.sessions = [
    {
      weeks_after: 0,
      review: false,
      items: [{ ...plannedItem('forehead', 7), reasons: ['asked'], sentence: null }],
    },
  ];
  await openCase(page, service);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Stopped')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: 'Simulation, Left, glamour' })).toBeVisible({ timeout: 150_000 });
  await seeAllPictures(page);
  const declaration = page.getByRole('checkbox', { name: /^I have reviewed/ });
  await declaration.check();

  // Simulates that the doctor confirms a skin score in a second window. The review in this window has not shown that
  // score, so the page must not sign the plan.
  const scores = Object.fromEntries(ScoreNames.map((name) => [name, { value: 64, measured: 64 }])) as never;
  const photo_id = service.studioCase.photos[0]!.id;
  service.studioCase.skin_score = { photo_id, scores, overall: 64, saved_at: new Date().toISOString() };
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/was changed in another window/)).toBeVisible();
  await expect(page.getByText('Skin score signed with it: 64 out of 100.')).toBeVisible();
  await expect(declaration).not.toBeChecked();
  expect(callsOf(service, 'sign_and_publish')).toHaveLength(0);

  await declaration.check();
  service.refuse.sign_and_publish = { status: 409, code: 'SEAL_MISMATCH' };
  await page.keyboard.press('Control+Enter');
  await confirmByPassword(page, 'any');
  await expect(page.getByText('The images or the plan have changed since you reviewed them.')).toBeVisible();
  expect(service.studioCase.status).toBe('in_review');
});

test("emergency access to a colleague's case is given by keyboard, with a reason, only for reading, and is ended", async ({
  page,
}) => {
  const service = await serve(page);
  Object.assign(service.studioCase, {
    status: 'in_review',
    practitioner_id: '00000000-0000-4000-8000-000000000002',
    practitioner_name: 'Inès Aubry',
  });
  service.refuse.get_studio_case = { status: 404, code: 'NOT_FOUND' };
  await page.goto(`/studio/cases/${caseId}`);
  await expect(page.getByRole('heading', { name: 'Dr Inès Aubry is in charge of this case' })).toBeVisible();
  await expect(page.getByText('Lemaire')).toHaveCount(0);

  await page.getByRole('button', { name: 'Open with a reason' }).press('Enter');
  const dialog = page.getByRole('dialog');
  const open = dialog.getByRole('button', { name: 'Open for 60 minutes' });
  await open.press('Enter');
  await expect(dialog.getByText('Please choose a reason.')).toBeVisible();
  await dialog.getByRole('radio', { name: 'covering for a colleague' }).press('Space');
  await dialog.getByRole('textbox').pressSequentially('Away');
  await open.press('Enter');
  await expect(dialog.getByText('Please write at least 10 characters.')).toBeVisible();
  expect(callsOf(service, 'open_case')).toHaveLength(0);
  await dialog.getByRole('textbox').pressSequentially(' until Monday');
  await open.press('Enter');

  await expect(page.getByText('Opened by you: covering for a colleague.')).toBeVisible();
  await expect(page.getByText('Dr Inès Aubry is working on this case')).toBeVisible();
  expect(service.calls.find(({ name }) => name === 'open_case')?.input).toMatchObject({
    reason: 'covering',
    note: 'Away until Monday',
  });
  await expect(page.getByRole('button', { name: 'Review and sign' })).toHaveCount(0);
  await page.keyboard.press('1');
  expect(callsOf(service, 'save_simulation_draft')).toHaveLength(0);
  await page.getByRole('button', { name: 'End now' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Dr Inès Aubry is in charge of this case' })).toBeVisible();
});

test("a photo request is sent with a reason and withdrawn, and a colleague's case is taken over with a reason", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const service = await serve(page);
  await openCase(page, service);
  await page.getByRole('button', { name: 'Ask for photos' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Ask for photos' }).click();
  await dialog.getByRole('checkbox', { name: 'Right' }).check();
  await dialog.getByRole('radio', { name: 'not sharp' }).check();
  await dialog.getByRole('textbox').fill('By a window, please.');
  await dialog.getByRole('button', { name: 'Ask the patient' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for photos' }).first()).toBeVisible();
  const asked = service.calls.find(({ name }) => name === 'request_photos')?.input;
  expect(asked).toMatchObject({ poses: ['right'], reason: 'blurred', note: 'By a window, please.' });
  await page.getByRole('button', { name: 'Continue without new photos' }).click();
  await expect(page.getByRole('button', { name: 'Ask for photos' })).toBeVisible();

  Object.assign(service.studioCase, { practitioner_id: caseId, practitioner_name: 'Inès Aubry' });
  service.refuse.get_studio_case = { status: 404, code: 'NOT_FOUND' };
  await page.reload();
  await page.getByRole('button', { name: 'Take over' }).click();
  const confirm = dialog.getByRole('button', { name: 'Take over' });
  await confirm.click();
  await expect(dialog.getByText('Please choose a reason.')).toBeVisible();
  await dialog.getByRole('radio', { name: 'covering for a colleague' }).check();
  await dialog.getByRole('textbox').fill('Dr Aubry is ill.');
  await confirm.click();
  await expect(page.getByRole('button', { name: 'Review and sign' })).toBeVisible();
  expect(service.calls.find(({ name }) => name === 'take_over_case')?.input).toMatchObject({
    reason: 'covering',
    note: 'Dr Aubry is ill.',
  });
});

test('a long queue loads page by page, and a failed search is reported although a loaded case matches', async ({
  page,
}) => {
  const { studioCase } = await serve(page);
  const row = (number: string, due_at = studioCase.due_at) => ({
    id: crypto.randomUUID(),
    number,
    status: 'received',
    plan: 'free',
    age_years: 41,
    main_goals: [],
    received_at: studioCase.received_at,
    due_at,
    published_at: null,
    photo_count: 3,
    practitioner_id: null,
    practitioner_name: null,
    assigned_to: null,
    assigned_name: null,
    is_waiting_for_photos: false,
    is_redo: false,
    is_locked: false,
  });
  const counts = { open: 3, mine: 0, published: 0 };
  const pages: Record<string, object> = {
    first: { rows: [row('FL-2481')], next: 'second', counts },
    second: { rows: [row('FL-2482', '2020-01-01T00:00:00.000Z')], next: 'third', counts },
  };
  const asked: unknown[] = [];
  await page.route('**/rpc/list_studio_cases', (route) => {
    const { number, after } = route.request().postDataJSON() as { number?: string; after?: string };
    if (number === undefined) asked.push(after ?? null);
    const found = number === undefined ? pages[after ?? 'first'] : undefined;
    return found ? route.fulfill({ json: found }) : route.fulfill({ status: 500, json: {} });
  });
  await page.goto('/studio');
  const table = page.getByRole('table');
  await expect(table.getByText('FL-2481')).toBeVisible();
  await expect(table.getByText('FL-2482')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show more cases' }).press('Enter');
  await expect(table.getByText('FL-2482')).toBeVisible();
  await expect(table.getByText('FL-2481')).toBeVisible();
  expect(asked).toEqual([null, 'second']);
  // The new case is overdue and therefore stands above. Enter still opens the case that the preview shows.
  await expect(table.locator('[data-case]').first()).toHaveText('FL-2482');
  await expect(table.locator('[data-case][aria-current]')).toHaveText('FL-2481');

  // The third page of the queue is not loaded, so the page lets the service search for the number. This search fails.
  await page.getByLabel('Find a case by its number').fill('2481');
  await expect(page.getByRole('alert').getByText('We could not load this')).toBeVisible({ timeout: 20_000 });
  await expect(table.getByText('FL-2481')).toBeVisible();
  // The chosen case is not in the list of the next number, so the first case of this list is chosen.
  await page.getByLabel('Find a case by its number').fill('2482');
  await expect(table.locator('[data-case][aria-current]')).toHaveText('FL-2482');
});

test('a practitioner who may not see patients yet sees the reason and the next step', async ({ page }) => {
  const service = await serve(page);
  service.refuse.list_studio_cases = { status: 403, code: 'SECOND_FACTOR_REQUIRED' };
  await page.goto('/studio');
  await expect(page.getByRole('link', { name: 'Set up two-step sign-in' })).toHaveAttribute(
    'href',
    /^\/account\/security\?return=/,
  );
  service.refuse.list_studio_cases = { status: 403, code: 'PRACTITIONER_NOT_VERIFIED' };
  await page.goto('/fr/studio');
  await expect(page.getByRole('heading', { name: 'Nous vérifions votre inscription' })).toBeVisible();
});

for (const [language, path] of [
  ['English', ''],
  ['French', '/fr'],
] as const) {
  test(`trust 27: no serious accessibility finding in the queue and the workspace in ${language}`, async ({ page }) => {
    test.setTimeout(120_000);
    const service = await serve(page);
    await page.goto(`${path}/studio`);
    await expect(page.getByRole('table')).toBeVisible();
    await expectAccessible(page);
    Object.assign(service.studioCase, { status: 'in_review', practitioner_id: doctor });
    await page.goto(`${path}/studio/cases/${caseId}`);
    await isDrawn(page);
    for (const key of ['j', 'n', 'i']) {
      await page.keyboard.press(key);
      await expectAccessible(page);
    }
  });
}
