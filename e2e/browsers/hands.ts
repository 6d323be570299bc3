import type { Browser } from './browser.ts';

const look_ms = 200;

/** Waits until an element that matches the selector is visible. */
export async function sees(browser: Browser, selector: string, patience_ms = 20_000): Promise<void> {
  const isThere = await within(patience_ms, () =>
    browser.ask(
      (wanted: string) => [...document.querySelectorAll(wanted)].some((one) => one.getClientRects().length > 0),
      selector,
    ),
  );
  if (isThere) return;
  const { address, words } = await browser.ask(() => ({
    address: location.pathname,
    words: document.body.innerText.slice(0, 400),
  }));
  throw new Error(`${browser.name}: no ${selector} on ${address}, which says:\n${words}`);
}

/** Opens a page and waits until React has hydrated it. Before that, a click on a prerendered page has no effect. */
export async function opened(browser: Browser, address: string): Promise<void> {
  await browser.open(address);
  const isReady = await within(20_000, () =>
    browser.ask(() =>
      [...document.body.children].some((child) => Object.keys(child).some((key) => key.startsWith('__react'))),
    ),
  );
  if (!isReady) throw new Error(`${browser.name}: ${address} does not react`);
}

/** Presses the button, link or choice with this text. */
export async function press(browser: Browser, words: string): Promise<void> {
  const isFound = await within(20_000, () =>
    browser.ask((wanted: string) => {
      for (const old of document.querySelectorAll('[data-pressed-by-walk]'))
        old.removeAttribute('data-pressed-by-walk');
      const all = [...document.querySelectorAll<HTMLElement>('button, a, label, [role=radio], [role=checkbox]')];
      const found = all.find(
        (one) =>
          (one.getAttribute('aria-label') ?? one.textContent).trim().startsWith(wanted) &&
          one.getClientRects().length > 0 &&
          !one.matches(':disabled'),
      );
      // WebKit does not press a moving element, so the page must not scroll smoothly.
      found?.scrollIntoView({ block: 'center', behavior: 'instant' });
      found?.setAttribute('data-pressed-by-walk', '');
      return found !== undefined;
    }, words),
  );
  if (!isFound) throw new Error(`${browser.name}: nothing to press says ${words}`);
  await browser.click('[data-pressed-by-walk]');
}

/**
 * Fills a field by setting its value, as autofill does, because browsers expect dates to be typed in different ways.
 */
export async function fill(browser: Browser, selector: string, value: string): Promise<void> {
  await sees(browser, selector);
  await browser.ask(
    (wanted: string, text: string) => {
      const field = document.querySelector<HTMLInputElement>(wanted);
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    },
    selector,
    value,
  );
}

export async function within(patience_ms: number, isSo: () => Promise<boolean>): Promise<boolean> {
  const end = Date.now() + patience_ms;
  while (Date.now() < end) {
    // While the browser leaves a page, the page does not respond and the check throws an error. The loop then repeats
    // the check.
    if (await isSo().catch(() => false)) return true;
    await new Promise((resolve) => setTimeout(resolve, look_ms));
  }
  return false;
}
