import type { Page } from '@playwright/test';
import { watchKeys } from './key-watch.ts';

/** The page as it stands: what was asked for has come, and nothing more is added. */
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

/** Goes round the page with Tab, and through its groups with arrows; answers what a person who has nothing but keys would miss. */
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
