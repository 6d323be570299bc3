import { expect, test } from '@playwright/test';
import { tabTo } from './support/keys.ts';
import { openCase, saved, serve } from './support/studio.ts';

test('trust 27: a point is set, moved and removed, and the divider and the view are moved by keyboard', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const service = await serve(page);
  await openCase(page, service);
  const points = () => service.studioCase.draft.markings.injections;
  const canvas = page.getByRole('application');

  await page.keyboard.press('s');
  const area = page.getByRole('combobox', { name: 'Area' });
  await tabTo(page, area);
  await page.keyboard.type('Cheek');
  await tabTo(page, canvas);
  for (const key of ['ArrowLeft', 'Enter', 'Enter']) await page.keyboard.press(key);
  await expect.poll(() => points().length).toBe(1);
  const [set] = points();
  // Enter grabs the point, arrow keys move it, and Enter releases it.
  for (const key of ['Enter', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect.poll(() => points()[0]).not.toEqual(set);
  expect(points()[0]).toMatchObject({ id: set?.id });
  await page.keyboard.press('Delete');
  await expect.poll(() => points().length).toBe(0);
  await saved(page);
  await page.keyboard.press('Escape');
  await expect(canvas).toHaveCount(0);

  const frame = page.locator('figure[data-ready]');
  const at = (name: string) => frame.evaluate((box: HTMLElement, key) => Number(box.style.getPropertyValue(key)), name);
  const divider = page.getByRole('slider', { name: 'Divider between photo and simulation' });
  await tabTo(page, divider);
  for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  expect(await at('--cut')).toBe(52);
  await page.keyboard.press('+');
  const [x, y] = [await at('--x'), await at('--y')];
  await page.keyboard.press('Control+ArrowRight');
  await page.keyboard.press('Control+ArrowDown');
  expect(await at('--x')).toBeGreaterThan(x);
  expect(await at('--y')).toBeGreaterThan(y);
  // Control with an arrow key moves the view of the photo. The divider has the focus, but must not move.
  expect(await at('--cut')).toBe(52);
  await page.keyboard.press('Control+ArrowLeft');
  await page.keyboard.press('Control+ArrowUp');
  expect(await at('--x')).toBeCloseTo(x, 6);
  expect(await at('--y')).toBeCloseTo(y, 6);
});
