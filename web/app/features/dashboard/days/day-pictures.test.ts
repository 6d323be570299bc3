import { expect, test, vi } from 'vitest';
import type { Recipes } from '#contract/drafts.ts';
import type { Picture } from '#engine/picture.ts';
import { engineVersion } from '#engine/recipe.ts';
import type { Recipe } from '#engine/recipe.ts';
import { type DayPicture, DayPictures, type PreparedPhoto, type Wish } from './day-pictures.ts';

const recipe = { version: 1 as const, engine: engineVersion, treatments: { cheek: 2, from_later: 3 } };
const recipes: Recipes = { natural: recipe, harmonious: recipe, glamour: { ...recipe, treatments: {} } };
const picture: Picture = { width: 1, height: 1, data: new Uint8ClampedArray(4) };
const at = (day: Wish['moment']['day'], style: Wish['style'] = 'natural'): Wish => ({
  style,
  moment: { day, band: 'likely' },
});

function start({ open }: { open?: () => Promise<PreparedPhoto> } = {}) {
  const drawn: Recipe[] = [];
  const shown: DayPicture[] = [];
  let prepared = 0;
  const close = vi.fn<() => void>();
  const failed = vi.fn<() => void>();
  const photo: PreparedPhoto = {
    draw: (wanted) => {
      drawn.push(wanted);
      return Promise.resolve(picture);
    },
    close,
  };
  const prepare = () => {
    prepared++;
    return Promise.resolve(photo);
  };
  const pictures = new DayPictures(
    {
      recipes,
      marks: { brush: [], seeds: [], corrections: [] },
      open: open ?? prepare,
      publish: () => Promise.resolve(`blob:${drawn.length}`),
    },
    (one) => shown.push(one),
    failed,
  );
  return { pictures, drawn, shown, failed, close, prepared: () => prepared };
}

test('a photo is prepared once for the images of all days', async () => {
  const { pictures, drawn, shown, prepared } = start();
  for (const [n, day] of ([30, 90, 180] as const).entries()) {
    pictures.show(at(day));
    await vi.waitFor(() => expect(shown).toHaveLength(n + 1));
  }
  expect(prepared()).toBe(1);
  expect(drawn.map(({ treatments }) => treatments.cheek)).toEqual([2, 1.8, 1.5]);
  expect(drawn.every(({ treatments }) => Object.keys(treatments).length === 1)).toBe(true);
});

test('the image of a day that was drawn is shown again without drawing it', async () => {
  const { pictures, drawn, shown } = start();
  pictures.show(at(30));
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  pictures.show(at(90));
  await vi.waitFor(() => expect(shown).toHaveLength(2));
  pictures.show(at(30));
  expect(shown.map(({ address, moment }) => `${address} ${moment.day}`)).toEqual([
    'blob:1 30',
    'blob:2 90',
    'blob:1 30',
  ]);
  expect(drawn).toHaveLength(2);
});

test('if several days are requested while the photo is prepared, only the last one is drawn', async () => {
  const { pictures, drawn, shown } = start();
  for (const day of [3, 14, 90] as const) pictures.show(at(day));
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  expect(shown[0]!.moment.day).toBe(90);
  expect(drawn).toHaveLength(1);
});

test('if preparing the photo fails, the failure is reported, and the next request tries again', async () => {
  const open = vi.fn<() => Promise<PreparedPhoto>>().mockRejectedValue(new Error('no face'));
  const { pictures, failed } = start({ open });
  pictures.show(at(30));
  await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(1));
  pictures.show(at(90));
  await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(2));
  expect(open).toHaveBeenCalledTimes(2);
});

test('if drawing a day fails, the photo is closed, and the next request prepares it again', async () => {
  const close = vi.fn<() => void>();
  const draw = vi.fn<PreparedPhoto['draw']>().mockRejectedValueOnce(new Error('lost')).mockResolvedValue(picture);
  const open = vi.fn<() => Promise<PreparedPhoto>>().mockResolvedValue({ draw, close });
  const { pictures, shown, failed } = start({ open });
  pictures.show(at(30));
  await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(1));
  await vi.waitFor(() => expect(close).toHaveBeenCalledTimes(1));
  pictures.show(at(30));
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  expect(open).toHaveBeenCalledTimes(2);
  expect(close).toHaveBeenCalledTimes(1);
});

test('after the view of days is closed, no image is shown and the worker ends', async () => {
  const { pictures, shown, close } = start();
  pictures.show(at(30));
  pictures.close();
  await vi.waitFor(() => expect(close).toHaveBeenCalled());
  expect(shown).toHaveLength(0);
});
