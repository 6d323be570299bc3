import puppeteer from 'puppeteer-core';
import type { Browser } from './browser.ts';

/** Opens Debian's Firefox over WebDriver BiDi, with a generated camera image. */
export async function openFirefox(
  binary: string,
  { width, height }: { width: number; height: number },
): Promise<Browser> {
  const firefox = await puppeteer.launch({
    browser: 'firefox',
    executablePath: binary,
    headless: true,
    defaultViewport: { width, height },
    extraPrefsFirefox: {
      'media.navigator.streams.fake': true,
      'media.navigator.permission.disabled': true,
      // Turns on WebGL on machines without a graphics card, where the processor does the rendering.
      'webgl.force-enabled': true,
    },
  });
  const page = await firefox.newPage();
  return {
    name: 'firefox',
    // The previous page may still be loading another page, for example after signing in. That load can cancel the new
    // navigation, so the navigation is repeated once.
    async open(address) {
      await page.goto(address).catch((fault: Error) => {
        if (!fault.message.includes('NS_BINDING_ABORTED')) throw fault;
        return page.goto(address);
      });
    },
    ask: (inPage, ...args) => page.evaluate(inPage as never, ...(args as [])),
    click: (selector) => page.locator(selector).click(),
    write: async (selector, text) => {
      await page.locator(selector).click();
      await page.keyboard.type(text);
    },
    async attach(selector, file) {
      const input = (await page.$(selector)) as Awaited<ReturnType<typeof page.$<'input'>>>;
      if (!input) throw new Error(`There is no ${selector}`);
      await input.uploadFile(file);
    },
    picture: async (file) => void (await page.screenshot({ path: file as `${string}.png` })),
    close: () => firefox.close(),
  };
}
