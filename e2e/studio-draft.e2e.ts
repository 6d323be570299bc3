import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { PLAN_MOST } from '#contract/drafts.ts';
import type { Injection } from '#contract/markings.ts';
import { nothingStated } from '#contract/safety.ts';
import { plannedItem } from '#engine/plan/planned.ts';
import { expectAccessible } from './support/accessible.ts';
import { callsOf, isDrawn, onlyDoses, openCase, saved, serve, storePictures } from './support/studio.ts';

/** Browser tests of drafts. Changes are saved, undone, and restored after a reload, a crash or a lost connection. */
test("a newer version of the draft is loaded, and the doctor's own changes are added to it", async ({ page }) => {
  test.setTimeout(120_000);
  const service = await serve(page);
  await openCase(page, service);
  service.refuse.save_simulation_draft = { status: 409, code: 'DRAFT_OUTDATED', data: { version: 9 } };
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('A newer version was saved elsewhere')).toBeVisible();
  service.studioCase.draft = {
    ...service.studioCase.draft,
    version: 9,
    plan: { note_to_patient: 'From the other window', items: [], valid_months: 6 },
  };
  service.refuse = {};
  await page.getByRole('button', { name: 'Load it and keep my changes' }).click();
  await saved(page);
  expect(callsOf(service, 'save_simulation_draft').at(-1)).toMatchObject({
    base_version: 9,
    plan: { note_to_patient: 'From the other window' },
  });
  expect(service.studioCase.draft.recipes.harmonious.treatments.upper_lip).toBe(0.4);
});

test('markings on a photo are made by keyboard, and undo also works after a reload', async ({ page }) => {
  test.setTimeout(180_000);
  page.on('dialog', (dialog) => void dialog.accept());
  const service = await serve(page);
  await openCase(page, service);
  const marks = () => service.studioCase.draft.markings;
  const canvas = page.getByRole('application');

  await page.keyboard.press('b');
  await expect(canvas).toBeFocused();
  for (const key of ['ArrowLeft', 'Enter', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await expect.poll(() => marks().poses.front.brush).toHaveLength(1);
  expect(marks().poses.front.brush[0]).toMatchObject({ mode: 'protect' });

  await page.keyboard.press('s');
  await page.getByRole('combobox', { name: 'Area' }).selectOption('cheek');
  await canvas.focus();
  for (const key of ['ArrowLeft', 'Enter', 'Enter']) await page.keyboard.press(key);
  await expect.poll(() => marks().injections).toHaveLength(1);
  expect(marks().injections[0]).toMatchObject({ treatment: 'cheek', pose: 'front' });
  await page.getByRole('textbox', { name: 'Product' }).fill('Volux');
  await expect.poll(() => marks().injections[0]?.product).toBe('Volux');
  await saved(page);

  await page.reload();
  await isDrawn(page);
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeEnabled();
  await page.keyboard.press('Control+z');
  await expect.poll(() => marks().injections[0]?.product).toBe('');
  await page.keyboard.press('Control+z');
  await expect.poll(() => marks().injections).toHaveLength(0);
  await page.keyboard.press('Control+z');
  await expect.poll(() => marks().poses.front.brush).toHaveLength(0);
  await expect(undo).toBeDisabled();
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => marks().poses.front.brush).toHaveLength(1);
});

test('a crash loses at most the last second of changes', async ({ page, context }) => {
  test.setTimeout(120_000);
  const service = await serve(page);
  await openCase(page, service);
  await page.keyboard.press('j');
  for (let press = 0; press < 4; press++) await page.keyboard.press('ArrowRight');
  const dose = service.studioCase.draft.recipes.harmonious.treatments.upper_lip as number;
  await page.waitForTimeout(1000);
  const session = await context.newCDPSession(page);
  const gone = page.waitForEvent('crash');
  void session.send('Page.crash').catch(() => {});
  await gone;

  const next = await context.newPage();
  await serve(next, service);
  await openCase(next, service);
  expect(service.studioCase.draft.recipes.harmonious.treatments.upper_lip).toBeGreaterThan(dose);
  await expect(next.getByRole('button', { name: /^Upper lip/ })).toContainText('0.70');
});

test('a face point is dragged, the face is detected again from there, and undo reverts both', async ({ page }) => {
  test.setTimeout(120_000);
  const service = await serve(page);
  await openCase(page, service);
  // Each step detects the face and draws it again, which takes time.
  const eventually = { timeout: 30_000 };
  const front = () => service.studioCase.draft.markings.poses.front;
  await page.keyboard.press('p');
  const again = page.getByRole('button', { name: 'Find the face again' });
  await expect(again).toBeDisabled();
  const frame = (await page.locator('figure[data-ready]').boundingBox())!;
  const middle = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 };
  const places = await page
    .locator('[data-tool-layer="points"] circle')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).map(({ x, y }) => ({ x, y })));
  const [handle] = places.sort(
    (a, b) => Math.hypot(a.x - middle.x, a.y - middle.y) - Math.hypot(b.x - middle.x, b.y - middle.y),
  );
  // A press without movement changes nothing.
  await page.mouse.click(handle!.x, handle!.y);
  await page.mouse.move(handle!.x, handle!.y);
  await page.mouse.down();
  await page.mouse.move(handle!.x + 9, handle!.y + 5, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => front().corrections, eventually).toHaveLength(1);
  const [dragged] = front().corrections;

  await again.click();
  await expect(page.getByText('Found again from your points.')).toBeVisible({ timeout: 30_000 });
  await isDrawn(page);
  await expect.poll(() => front().seeds, eventually).toEqual([dragged]);
  expect(front().corrections).toEqual([]);
  await page.keyboard.press('Control+z');
  await expect.poll(() => [front().seeds, front().corrections], eventually).toEqual([[], [dragged]]);
  await page.keyboard.press('Control+z');
  await expect.poll(() => front().corrections, eventually).toEqual([]);

  const injections = () => service.studioCase.draft.markings.injections;
  await page.keyboard.press('s');
  await page.getByRole('combobox', { name: 'Area' }).selectOption('cheek');
  await page.mouse.click(middle.x - 60, middle.y);
  await page.getByRole('textbox', { name: 'Dose' }).fill('0.15');
  // The click that sets the next point also moves the focus out of the dose field. The page must store both the dose
  // and the new point.
  await page.mouse.click(middle.x + 60, middle.y);
  await expect.poll(() => injections().length, eventually).toBe(2);
  expect(injections()[0]).toMatchObject({ dose: 0.15 });
});

test('without a connection no change of the draft is lost, and saving continues automatically afterwards', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const service = await serve(page);
  await openCase(page, service);
  service.isAway = true;
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('No connection. We keep your changes here')).toBeVisible();
  const field = page.getByRole('textbox', { name: /^Upper lip/ });
  await field.fill('0.7');
  service.isAway = false;
  await saved(page);
  // A save does not interrupt typing.
  await expect(field).toHaveValue('0.7');
  await field.press('Escape');
  expect(service.studioCase.draft.recipes.harmonious.treatments.upper_lip).toBe(0.4);
});

test('unsent notes and messages return after a change of tab, and the draft after a change of page', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const service = await serve(page);
  await openCase(page, service);
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('m');
  await page.getByLabel('Message to Anna').fill('Not sent yet');
  await page.getByRole('tab', { name: 'Notes' }).click();
  await page.getByLabel('Notes for colleagues').fill('Thin skin.');
  await page.getByRole('tab', { name: 'Messages' }).click();
  await expect(page.getByLabel('Message to Anna')).toHaveValue('Not sent yet');
  await page.getByRole('tab', { name: 'Notes' }).click();
  await expect(page.getByLabel('Notes for colleagues')).toHaveValue('Thin skin.');
  await expect.poll(() => service.studioCase.note.body).toBe('Thin skin.');
  await saved(page);
  await page.getByRole('link', { name: 'Back to the queue' }).click();
  await expect(page.getByText('FL-2481').first()).toBeVisible();
  await page.waitForURL('**/studio');
  await page.goBack();
  await isDrawn(page);
  await page.getByRole('tab', { name: 'Notes' }).click();
  await expect(page.getByLabel('Notes for colleagues')).toHaveValue('Thin skin.');
  await page.getByRole('tab', { name: 'Treatment' }).click();
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => service.studioCase.draft.recipes.harmonious.treatments.upper_lip).toBe(0.5);
  expect(callsOf(service, 'save_simulation_draft').at(-1)).toMatchObject({ base_version: 2 });
});

test('a number of the treatment plan can be emptied and typed again, and then its field shows the stored value', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const service = await serve(page);
  await openCase(page, service);
  await page.keyboard.press('n');
  const months = page.getByRole('spinbutton', { name: 'Valid for' });
  await months.fill('');
  await expect(months).toHaveValue('');
  await months.pressSequentially('12');
  await expect.poll(() => service.studioCase.draft.plan.valid_months).toBe(12);
  await months.fill('');
  await months.blur();
  await expect(months).toHaveValue('12');
  await months.fill('99');
  await months.blur();
  await expect(months).toHaveValue(String(PLAN_MOST.valid_months));
  await expect.poll(() => service.studioCase.draft.plan.valid_months).toBe(PLAN_MOST.valid_months);
});

test("a moved visit keeps the focus, and a proposed plan asks before it replaces the doctor's changes", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const service = await serve(page);
  service.studioCase.draft.saved_at = new Date().toISOString();
  for (const recipe of Object.values(service.studioCase.draft.recipes))
    recipe.treatments = { masseter: 24, jawline: 2, chin: 1 };
  await openCase(page, service);
  await page.keyboard.press('n');
  const inVisits = () =>
    (service.studioCase.draft.plan.sessions ?? []).map(({ weeks_after, items }) =>
      [weeks_after, ...items.map(({ treatment }) => treatment)].join(' '),
    );
  await page.getByRole('button', { name: 'Propose from the recipe' }).press('Enter');
  await expect.poll(inVisits).toEqual(['0 masseter', '2 chin jawline', '2']);

  await page.getByRole('button', { name: /^Chin/ }).press('Enter');
  const down = page.getByRole('button', { name: 'Move down', exact: true });
  await down.press('Enter');
  await expect.poll(inVisits).toEqual(['0 masseter', '2 jawline chin', '2']);
  await expect(down).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(inVisits).toEqual(['0 masseter', '2 jawline', '2 chin']);
  // The item is the last one and cannot move down, so 'Move up' has the focus.
  await expect(page.getByRole('button', { name: 'Move up', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Remove the treatment' }).press('Enter');
  await expect.poll(inVisits).toEqual(['0 masseter', '2 jawline', '2']);
  await expect(page.getByRole('combobox', { name: 'Add a treatment' }).last()).toBeFocused();

  await page.getByRole('button', { name: 'Move up: Session 2' }).press('Enter');
  await expect.poll(inVisits).toEqual(['0 jawline', '2 masseter', '2']);
  await expect(page.getByRole('button', { name: 'Move down: Session 1' })).toBeFocused();

  await page.getByRole('button', { name: 'Propose again' }).press('Enter');
  await page.getByRole('button', { name: 'Keep mine' }).click();
  expect(inVisits()).toEqual(['0 jawline', '2 masseter', '2']);
  await page.getByRole('button', { name: 'Propose again' }).press('Enter');
  await page.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect.poll(inVisits).toEqual(['0 masseter', '2 chin jawline', '2']);
  await page.getByRole('button', { name: 'Propose again' }).press('Enter');
  await expect(page.getByText('The plan is already what the recipe proposes')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect.poll(inVisits).toEqual(['0 jawline', '2 masseter', '2']);
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('a past visit of the treatment plan says that it has taken place, and cannot be moved or removed', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const service = await serve(page);
  const item = (treatment: 'masseter' | 'chin', dose: number) =>
    ({ ...plannedItem(treatment, dose), reasons: [], sentence: null }) as const;
  Object.assign(service.studioCase.draft.plan, {
    sessions: [
      { weeks_after: 0, review: false, items: [item('masseter', 24)] },
      { weeks_after: 12, review: true, items: [item('masseter', 24)] },
      { weeks_after: 2, review: true, items: [] },
    ],
  });
  service.background.received_doses = [{ on: inDays(-7), of: 'toxin', amount: 48, visit: 0, visits: 3 }];
  await openCase(page, service);
  await page.keyboard.press('n');
  const visits = page
    .getByRole('region', { name: 'Visits of the plan' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });
  await expect(visits.first()).toContainText('This visit has taken place.');
  await expect(visits.nth(1)).not.toContainText('This visit has taken place.');
  await expect(page.getByRole('combobox', { name: 'Add a treatment' })).toHaveCount(2);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  for (const name of ['Move down: Session 1', 'Remove: Session 1', 'Move up: Session 2'])
    await expect(button(name)).toBeDisabled();
  for (const name of ['Move down: Session 2', 'Remove: Session 2']) await expect(button(name)).toBeEnabled();
});

test('the review lists a stated first day, a missing age and a point on an earlier photo; the day can be removed', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const service = await serve(page);
  const { studioCase } = service;
  studioCase.patient.age_years = null;
  studioCase.draft.recipes = onlyDoses(['forehead']);
  const point: Injection = {
    id: crypto.randomUUID(),
    treatment: 'forehead',
    side: 'right',
    product: '',
    dose: 2,
    depth: 'intramuscular',
    pose: 'front',
    photo_id: crypto.randomUUID(),
    x: 0.5,
    y: 0.25,
    place: { landmarks: [10, 67, 109], weights: [1, 0, 0] },
  };
  studioCase.draft.markings.injections = [point];
  Object.assign(studioCase.draft.plan, {
    sessions: [
      { weeks_after: 0, review: false, items: [{ ...plannedItem('forehead', 7), reasons: [], sentence: null }] },
    ],
    safety: { ...nothingStated, not_before: inDays(10) },
  });
  storePictures(service, {});
  await openCase(page, service);
  await page.keyboard.press('Control+Enter');
  const line = (code: string) => page.getByRole('dialog').locator(`[data-gate="${code}"]`);
  await expect(line('age_unknown')).toContainText('date of birth is missing');
  await expect(line('points_unconfirmed')).toContainText('1 injection point was placed on an earlier photo: Front.');
  await expect(line('not_before')).toContainText('The plan says: first visit not before');
  await line('not_before').getByRole('button', { name: 'Remove this day' }).click();
  await expect(line('not_before')).toHaveCount(0);
});

test('the effect of fillers can be shown more clearly, and the saved image names the factor', async ({ page }) => {
  test.setTimeout(120_000);
  const service = await serve(page);
  service.studioCase.draft.recipes = onlyDoses(['cheek', 'chin']);
  await openCase(page, service);
  const drawn = () =>
    page.locator('[data-pane="simulation"] canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const usual = await drawn();

  const clear = page.getByRole('button', { name: 'Show fillers clearly' });
  await clear.click();
  await expect(clear).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('Filler shading × 2.5: exaggerated')).toBeVisible();
  await expect.poll(async () => (await drawn()) === usual).toBe(false);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save image' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('flaira-simulation-front.jpg');
  const { data } = await sharp(await file.path())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = await sharp(await file.path()).metadata();
  // Both saved images have a text below the photo. While the fillers are exaggerated, this text has one more line.
  await clear.click();
  await expect(page.getByText('Filler shading × 2.5: exaggerated')).toHaveCount(0);
  await expect.poll(drawn).toBe(usual);
  const again = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save image' }).click();
  const plain = await sharp(await (await again).path()).metadata();
  expect(width).toBe(plain.width);
  expect(height).toBeGreaterThan(plain.height + 10);
  const foot = data.subarray(data.length - width * (height - plain.height));
  expect(foot.some((grey) => grey < 100)).toBe(true);
});

test('the page compares the sides of the face in all three photos, and shows how well the photos agree', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await openCase(page, await serve(page));
  await page.getByRole('tab', { name: 'Skin' }).click();
  const sides = page.getByRole('region', { name: 'Right and left' });
  await expect(sides.getByText('Corner of the mouth')).toBeVisible({ timeout: 60_000 });
  await sides.scrollIntoViewIfNeeded();
  await expect(sides.getByRole('definition')).toHaveCount(8);
  const agreement = await sides.getByRole('definition').allTextContents();
  for (const text of agreement.slice(-3)) expect(text).toMatch(/^(1|[01]\.\d) mm( · \d% (larger|smaller))?$/);
  await expectAccessible(page);
});
