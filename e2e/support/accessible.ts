import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * Waits until fades have ended, because text that is half faded in has less contrast. Endless and scroll-driven
 * animations are ignored.
 */
async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .filter(
        ({ timeline, effect }) =>
          timeline instanceof DocumentTimeline && effect?.getComputedTiming().endTime !== Infinity,
      )
      .every(({ playState }) => playState !== 'running'),
  );
}

/** The part of the page to check, and the rules. By default, the whole page is checked by all rules of axe. */
interface Extent {
  readonly part?: string;
  readonly rules?: readonly string[];
}

/** The rules that a translation can break: a missing text leaves a control, an image or the page without a name. */
export const rulesOfWords = [
  'aria-command-name',
  'aria-dialog-name',
  'aria-input-field-name',
  'aria-toggle-field-name',
  'button-name',
  'document-title',
  'empty-heading',
  'html-has-lang',
  'html-lang-valid',
  'image-alt',
  'input-button-name',
  'label',
  'link-name',
  'select-name',
  'valid-lang',
];

/**
 * Returns every finding on the current page, or on a part of the page. axe runs in the page itself, which is possible
 * because the checked pages contain no frame of another site. The 500 kB of axe's source are transferred only once for
 * each document.
 */
async function findings(page: Page, { part, rules }: Extent = {}): Promise<axe.Result[]> {
  await atRest(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    iframes: false,
    ...(rules && { runOnly: { type: 'rule', values: [...rules] } }),
  };
  return page.evaluate(
    async ([context, chosen]) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(context ?? document, chosen);
      return violations;
    },
    [part, options] as const,
  );
}

const told = (found: axe.Result[]): string[] =>
  found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);

/** Expects no serious or critical finding. A page that is still loading is checked again. */
export async function expectAccessible(page: Page, extent?: Extent): Promise<void> {
  const serious = async () =>
    told((await findings(page, extent)).filter(({ impact }) => impact === 'serious' || impact === 'critical'));
  await expect.poll(serious).toEqual([]);
}

/** Expects no finding at all. A page that is still loading is checked again. */
export async function expectNothingFound(page: Page, extent?: Extent): Promise<void> {
  await expect.poll(async () => told(await findings(page, extent))).toEqual([]);
}
