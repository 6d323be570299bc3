import { type CDPSession, expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { plannedItem } from '#engine/plan/planned.ts';
import { callsOf, onlyDoses, openCase, saved, serve, storePictures } from './support/studio.ts';

/** In these browser tests, a doctor uses the studio on a tablet in portrait orientation, by touch only. */
test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true });

type Finger = readonly [x: number, y: number];

/** Moves several fingers together. Each step has the positions of all fingers. */
async function touch(cdp: CDPSession, ...steps: readonly (readonly Finger[])[]): Promise<void> {
  const points = (fingers: readonly Finger[]) => fingers.map(([x, y], id) => ({ x, y, id }));
  for (const [at, fingers] of steps.entries())
    await cdp.send('Input.dispatchTouchEvent', {
      type: at === 0 ? 'touchStart' : 'touchMove',
      touchPoints: points(fingers),
    });
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

async function middleOf(part: Locator): Promise<Finger> {
  const box = (await part.boundingBox())!;
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Returns the controls that are too small for a finger. */
const smallControls = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, a[href], input, select, summary, textarea')].flatMap((part) => {
      const { width, height, right, bottom } = (part.closest('label') ?? part).getBoundingClientRect();
      const isSeen = width > 0 && right > 0 && bottom > 0 && part.checkVisibility();
      return isSeen && (width < 44 || height < 44)
        ? [`${part.getAttribute('aria-label') ?? part.textContent} ${width} × ${height}`]
        : [];
    }),
  );

test('a case is worked on by touch: dose, pinch, photo while held, brush, expression and review', async ({ page }) => {
  test.setTimeout(120_000);
  const service = await serve(page);
  service.studioCase.draft.recipes = onlyDoses(['chin', 'glabella']);
  await openCase(page, service);
  const cdp = await page.context().newCDPSession(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(820);
  await expectAccessible(page);

  await page.locator('[data-treatment="chin"] button').first().tap();
  expect(await smallControls(page)).toEqual([]);
  const slider = page.getByRole('slider', { name: /Chin/ });
  const before = Number(await slider.inputValue());
  const box = (await slider.boundingBox())!;
  await page.touchscreen.tap(box.x + box.width * 0.75, box.y + box.height / 2);
  await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(before);
  await saved(page);

  const figure = page.locator('figure[data-ready]');
  const [x, y] = await middleOf(figure);
  const scale = () => figure.evaluate((frame) => Number(frame.style.getPropertyValue('--scale')));
  const fitted = await scale();
  await touch(
    cdp,
    [
      [x - 60, y - 60],
      [x + 60, y - 60],
    ],
    [
      [x - 90, y - 60],
      [x + 90, y - 60],
    ],
    [
      [x - 120, y - 60],
      [x + 120, y - 60],
    ],
  );
  expect((await scale()) / fitted).toBeCloseTo(2, 1);

  const hold = page.getByRole('button', { name: 'Hold to see the photo' });
  const simulation = page.getByRole('img', { name: /^Simulation, Front/ });
  const [holdX, holdY] = await middleOf(hold);
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: holdX, y: holdY }] });
  await expect(simulation).toBeHidden();
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(simulation).toBeVisible();

  await page.getByRole('radio', { name: 'Brush' }).check({ force: true });
  await touch(cdp, [[x - 80, y]], [[x - 70, y + 20]], [[x - 60, y + 40]]);
  const strokes = () => service.studioCase.draft.markings.poses.front.brush.length;
  await expect.poll(strokes).toBe(1);
  // Two fingers move the view even while a tool is active, and leave no stroke.
  const zoomed = await scale();
  await touch(
    cdp,
    [[x - 100, y]],
    [
      [x - 100, y],
      [x + 100, y],
    ],
    [
      [x - 50, y],
      [x + 50, y],
    ],
  );
  expect((await scale()) / zoomed).toBeCloseTo(0.5, 1);
  await expect(page.locator('[data-tool-layer="brush"] path')).toHaveCount(1);

  await page.getByRole('button', { name: 'Smile' }).tap();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img')).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close' }).tap();

  await page.getByRole('button', { name: 'Fold the panel' }).tap();
  await expect(page.getByRole('tabpanel')).toBeHidden();
  await page.getByRole('tab', { name: 'Plan' }).tap();
  await page.getByRole('button', { name: 'Propose from the recipe' }).tap();
  await saved(page);
  await page.setViewportSize({ width: 1180, height: 820 });
  await expect(page.getByRole('button', { name: 'Fold the panel' })).toBeHidden();
  expect(await smallControls(page)).toEqual([]);

  await page.getByRole('button', { name: 'Review and sign' }).tap();
  await expect(page.getByText(/^Image \d of 9/)).toBeVisible();
});

test('a case is signed by touch, once', async ({ page }) => {
  const service = await serve(page);
  service.studioCase.draft.recipes = onlyDoses(['forehead']);
  service.studioCase.draft.plan.sessions = [
    {
      weeks_after: 0,
      review: false,
      items: [{ ...plannedItem('forehead', 7), reasons: ['asked'], sentence: null }],
    },
  ];
  storePictures(service, {});
  await openCase(page, service);
  await page.getByRole('button', { name: 'Review and sign' }).tap();
  const declaration = page.getByRole('checkbox', { name: /^I have reviewed/ });
  await expect(declaration).toBeEnabled();
  await declaration.tap();
  await page.getByRole('button', { name: 'Sign and publish' }).tap();
  const password = page.getByLabel('Password', { exact: true });
  await password.tap();
  await password.fill('any');
  expect(await smallControls(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign with password' }).tap();
  await expect(page.getByText('FL-2481 is signed')).toBeVisible();
  expect(callsOf(service, 'sign_and_publish')).toHaveLength(1);
});
