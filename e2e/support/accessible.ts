import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

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

/**
 * Returns every finding on the current page, or on a part of it. Our pages contain no frame of another site, so axe can
 * run in the page itself (legacy mode). Its usual mode opens a second page and transfers all passed checks to it, which
 * takes twice the time.
 */
async function findings(page: Page, part?: string) {
  await atRest(page);
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  return (await (part ? axe.include(part) : axe).analyze()).violations;
}

const told = (found: Awaited<ReturnType<typeof findings>>): string[] =>
  found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);

/** Expects no serious or critical finding. A page that is still loading is checked again. */
export async function expectAccessible(page: Page): Promise<void> {
  const serious = async () =>
    told((await findings(page)).filter(({ impact }) => impact === 'serious' || impact === 'critical'));
  await expect.poll(serious).toEqual([]);
}

/** Expects no finding at all. A page that is still loading is checked again. */
export async function expectNothingFound(page: Page, part?: string): Promise<void> {
  await expect.poll(async () => told(await findings(page, part))).toEqual([]);
}
