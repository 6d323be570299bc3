import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { arrive } from './support/sessions.ts';
import { openCase, serve } from './support/studio.ts';

/**
 * Browser tests of three views: the days after a treatment, the effect of toxin on a moving face, and the turning head.
 * The patient sees these views on the dashboard, and the doctor in the studio.
 */

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const words = {
  en: {
    path: '/dashboard',
    after: 'After',
    open: 'Show over time',
    slider: 'Time since the treatment',
    value: 'Day 3, likely',
    high: 'High',
    highValue: 'Day 3, high',
    signs: /^Usual on this day and not drawn: /,
    untreated: 'Without treatment',
    untreatedNote: /^Without treatment, every day shows the photo/,
    turn: 'Turn the head',
    turnSlider: 'Turn of the head',
    turned: '2° to the left',
  },
  fr: {
    path: '/fr/dashboard',
    after: 'Après',
    open: 'Voir au fil du temps',
    slider: 'Temps depuis le traitement',
    value: 'Jour 3, probable',
    high: 'Forte',
    highValue: 'Jour 3, forte',
    signs: /^Habituel ce jour-là, et non dessiné/,
    untreated: 'Sans traitement',
    untreatedNote: /^Sans traitement, chaque jour montre la photo/,
    turn: 'Tourner la tête',
    turnSlider: 'Rotation de la tête',
    turned: '2° vers la gauche',
  },
};

const drawnDay = (page: Page): Locator => page.locator('.compare__simulation[src^="blob:"]');

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('radio', { name, exact: true }).press('Space');
}

for (const [language, width] of [
  ['en', 1440],
  ['fr', 390],
] as const) {
  test(`a patient views the days after a treatment and turns the head (${width} px, ${language})`, async ({
    browser,
  }) => {
    test.setTimeout(120_000);
    const told = words[language];
    const page = await arrive(browser, 'alice', told.path, {
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
    });
    await choose(page, told.after);
    await page.getByRole('button', { name: told.open }).press('Enter');
    await expect(drawnDay(page)).toBeVisible({ timeout: 60_000 });

    const slider = page.getByRole('slider', { name: told.slider });
    const first = await drawnDay(page).getAttribute('src');
    await slider.press('ArrowLeft');
    await slider.press('ArrowLeft');
    await expect(slider).toHaveAttribute('aria-valuetext', told.value);
    await expect(page.getByText(told.signs)).toBeVisible();
    await expect(page.locator('.compare__mark')).toContainText(told.value);
    await expect(drawnDay(page)).not.toHaveAttribute('src', first ?? '');
    await choose(page, told.high);
    await expect(page.locator('.compare__mark')).toContainText(told.highValue);
    await expectAccessible(page);

    await page.getByRole('button', { name: told.turn }).press('Enter');
    const turn = page.getByRole('slider', { name: told.turnSlider });
    await turn.press('ArrowLeft', { timeout: 60_000 });
    await turn.press('ArrowLeft');
    await expect(turn).toHaveAttribute('aria-valuetext', told.turned);
    await expect(page.locator('.turn canvas')).toBeVisible();
    await expect(page.locator('.compare__mark')).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

    await choose(page, told.untreated);
    await expect(page.getByText(told.untreatedNote).first()).toBeVisible();
    await expect(page.locator('.compare__simulation')).toHaveCount(0);
  });
}

test('the doctor sees a day after the treatment, an expression at three doses, and a turned head', async ({ page }) => {
  test.setTimeout(180_000);
  const service = await serve(page);
  await openCase(page, service);
  await page.getByRole('button', { name: 'Show over time' }).press('Enter');
  const slider = page.getByRole('slider', { name: 'Time since the treatment' });
  await slider.press('ArrowRight');
  await expect(page.getByRole('img', { name: /^Simulation.*Day 90, likely/ })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Turn the head' }).press('Enter');
  const dialog = page.getByRole('dialog');
  const turn = dialog.getByRole('slider', { name: 'Turn of the head' });
  await turn.press('End', { timeout: 90_000 });
  await expect(turn).toHaveAttribute('aria-valuetext', '8° to the right');
  await expect(dialog.locator('canvas')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByTitle('Open beside the face at rest').first().click();
  const between = dialog.getByRole('slider', { name: 'Rest to expression' });
  await between.press('ArrowLeft', { timeout: 90_000 });
  await expect(between).toHaveAttribute('aria-valuetext', '95%');
  await expect(dialog.getByRole('img', { name: /^Label dose: 20/ })).toBeVisible();
  const drawn = dialog.getByRole('img', { name: 'Rest to expression' });
  await expect.poll(() => drawn.evaluate((canvas: HTMLCanvasElement) => canvas.width)).toBeGreaterThan(100);
  await expectAccessible(page);
});

test('the head follows a tilted phone, and does not move if the user prefers less motion', async ({ browser }) => {
  test.setTimeout(120_000);
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  // Chromium does not ask the user in a test. It denies every permission that the test has not granted.
  const permissions = ['accelerometer', 'gyroscope', 'magnetometer'];
  const page = await arrive(browser, 'alice', '/dashboard', { ...phone, permissions });
  await choose(page, words.en.after);
  await page.getByRole('button', { name: words.en.open }).press('Enter');
  await expect(drawnDay(page)).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: words.en.turn }).press('Enter');
  const turn = page.getByRole('slider', { name: words.en.turnSlider });
  const tilt = page.getByRole('button', { name: 'Tilt the phone' });
  await expect(tilt).toBeVisible({ timeout: 60_000 });

  await page.evaluate(() =>
    addEventListener('deviceorientation', ({ gamma }) => {
      document.documentElement.dataset.gamma = String(Math.round(gamma ?? 0));
    }),
  );
  const sensor = await page.context().newCDPSession(page);
  const hold = async (gamma: number) => {
    await sensor.send('DeviceOrientation.setDeviceOrientationOverride', { alpha: 0, beta: 45, gamma });
    await expect(page.locator('html')).toHaveAttribute('data-gamma', String(gamma));
  };
  await hold(10);
  await expect(turn).toHaveAttribute('aria-valuetext', 'Straight ahead');
  await hold(30);
  await expect(turn).toHaveAttribute('aria-valuetext', 'Straight ahead');
  // The tap makes the phone's current angle the angle at which the head looks straight ahead. After the tap, the head
  // turns by one degree for every 2.5 degrees that the phone turns, up to eight degrees.
  await tilt.tap();
  await expect(tilt).toHaveAttribute('aria-pressed', 'true');
  await hold(31);
  await hold(36);
  await expect(turn).toHaveAttribute('aria-valuetext', /^2(\.\d+)?° to the right$/);
  await expect(page.locator('.compare__mark')).toBeVisible();
  await hold(80);
  await expect(turn).toHaveAttribute('aria-valuetext', '8° to the right');
  await tilt.tap();
  await hold(0);
  await expect(turn).toHaveAttribute('aria-valuetext', '8° to the right');

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(tilt).toHaveCount(0);
});
