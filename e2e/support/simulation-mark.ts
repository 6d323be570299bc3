import { expect, type Locator, type Page } from '@playwright/test';

/** Widths of the window in pixels. 195 px is a phone with the page enlarged to 200 %. */
const widths = [195, 390, 768, 1440];

/** Expects every mark to be complete: inside the visible box of its image, with no letter cut off. */
export async function expectMarksWhole(marks: Locator): Promise<void> {
  await expect(marks.first()).toBeVisible();
  const cut = await marks.evaluateAll((all) =>
    all.flatMap((mark) => {
      const box = mark.getBoundingClientRect();
      const frame = (mark as HTMLElement).offsetParent?.getBoundingClientRect();
      const isInside =
        frame &&
        box.left >= frame.left &&
        box.right <= frame.right &&
        box.top >= frame.top &&
        box.bottom <= frame.bottom &&
        box.left >= 0 &&
        box.right <= document.documentElement.clientWidth;
      const isWhole =
        mark.scrollWidth <= mark.clientWidth && (mark.querySelector('b')?.getClientRects().length ?? 0) > 0;
      const word = mark.querySelector('b')?.firstChild;
      const range = document.createRange();
      if (word) range.selectNodeContents(word);
      // The word must be on one line, because a part of a word cannot be read.
      return isInside && isWhole && range.getClientRects().length === 1 ? [] : [`${mark.textContent} at ${innerWidth}`];
    }),
  );
  expect(cut).toEqual([]);
}

/**
 * Expects the slider's mark to be complete at each of `widths`, in three positions of the divider that show some of the
 * simulation.
 */
export async function expectMarkWholeAtEveryWidth(page: Page): Promise<void> {
  const before = page.viewportSize();
  const slider = page.locator('.compare input[type=range]').first();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    for (const share of ['0', '50', '95']) {
      await slider.fill(share);
      await expectMarksWhole(page.locator('.compare .simulation-mark'));
    }
  }
  await slider.fill('50');
  if (before) await page.setViewportSize(before);
}
