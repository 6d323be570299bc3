import { expect, type Locator, type Page } from '@playwright/test';
import { watchKeys } from './key-watch.ts';

/** Waits until the page has loaded everything and no longer changes. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main').first().waitFor();
  const isOpen = () =>
    [
      'first-view',
      'main .skeleton',
      'main [aria-busy=true]',
      'main:empty',
      'figure[data-mode]:not([data-ready])',
    ].every((sign) => !document.querySelector(sign)) &&
    [...document.querySelectorAll('.spinner--page')].every((spinner) => !spinner.checkVisibility());
  await page.waitForFunction(isOpen, null, { timeout: 15_000 });
  await page.evaluate(async () => {
    const count = () => document.body.querySelectorAll('*').length;
    for (let before = -1; before !== count(); ) {
      before = count();
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
  });
}

export const watch = (page: Page): Promise<unknown> => page.addInitScript(watchKeys);

/**
 * Moves through the page with Tab, and through its groups with arrow keys. Returns the problems that a person with only
 * a keyboard would have.
 */
export async function faultsByKeys(page: Page): Promise<string[]> {
  const count = await page.evaluate(() => window.keyWatch.begin());
  const cdp = await page.context().newCDPSession(page);
  const tab = async () => {
    const key = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
    await Promise.all([
      cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key }),
      cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }),
    ]);
  };
  for (let pressed = 0; ; pressed += 12) {
    await Promise.all(Array.from({ length: 12 }, tab));
    if (await page.evaluate(() => window.keyWatch.isRound())) break;
    const trap = await page.evaluate(() => window.keyWatch.trap());
    if (trap ?? pressed > 3 * count + 60) return [`the focus does not leave ${trap ?? 'this page'}`];
  }
  for (const key of ['ArrowRight', 'ArrowDown']) {
    const nextGroup = () => page.evaluate(() => window.keyWatch.nextGroup());
    for (let members = await nextGroup(); members > 0; members = await nextGroup())
      for (let pressed = 1; pressed < members; pressed += 1) await page.keyboard.press(key);
  }
  return page.evaluate(() => window.keyWatch.end());
}

/**
 * Presses Tab until the element has the focus. If the element comes before the focused element, presses Shift+Tab
 * instead.
 */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  const liesBefore = await wanted.evaluate(
    (element) =>
      (element.compareDocumentPosition(document.activeElement ?? element) & Node.DOCUMENT_POSITION_FOLLOWING) > 0,
  );
  for (let pressed = 0; pressed < 200; pressed += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(liesBefore ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`Tab does not lead to ${wanted}`);
}

export async function pressOn(page: Page, wanted: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press(key);
}

/**
 * Moves to an element of a group that has one Tab stop. Presses Tab until the group has the focus, and then the right
 * arrow key until the element has it.
 */
export async function arrowTo(page: Page, first: Locator, wanted: Locator): Promise<void> {
  await tabTo(page, first);
  for (let pressed = 0; pressed < 40; pressed += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('ArrowRight');
  }
  throw new Error(`the arrow does not lead to ${wanted}`);
}

/** Replaces the text in a field. */
export async function writeIn(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
  await expect(field).toHaveValue(text);
}

/**
 * Expects that a dialog keeps the focus, and that Escape closes it and returns the focus to the control that opened it.
 */
export async function comesBack(page: Page, dialog: Locator, opener: Locator): Promise<void> {
  await expect(dialog).toBeVisible();
  // While its content loads, the dialog has only its close button.
  await expect(dialog.locator('.skeleton')).toHaveCount(0);
  const place = () =>
    dialog.evaluate((box) => [box, ...box.querySelectorAll('*')].findIndex((one) => one === document.activeElement));
  await expect.poll(place).toBeGreaterThanOrEqual(0);
  for (let before = -1, pressed = 0; pressed < 12; pressed += 1) {
    await page.keyboard.press('Tab');
    const now = await place();
    expect(now).toBeGreaterThanOrEqual(0);
    expect(now).not.toBe(before);
    before = now;
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
}
