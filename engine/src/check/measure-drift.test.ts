import { expect, test } from 'vitest';
import { demoFace, people } from '../../test/demo-faces.ts';
import { skinTones, withSkin } from '../metrics/test-support/recolour.ts';
import { recipeFor } from '../presets.ts';
import { emptyRecipe, withDose } from '../recipe.ts';
import { findSkin } from '../regions/skin-mask.ts';
import { workAreaOf } from '../regions/work-area.ts';
import { prepare, render } from '../simulate.ts';
import { followed } from './follow-rendering.ts';
import { driftOf } from './measure-drift.ts';

test.each(people)(
  'texture, pores and the glamour style do not lighten the skin of person %s outside treated spots',
  async (person) => {
    const { picture, landmarks } = await demoFace(person, 'front', 640);
    const prepared = prepare(picture, landmarks);
    const { area, layers } = prepared;
    const evened = followed(render(prepared, { version: 1, treatments: { texture: 100, pores: 100 } }), area, null);
    const sure = Array.from(layers.skin.keys()).filter((i) => layers.skin[i]! >= 0.9);
    const added = sure.reduce((sum, i) => sum + evened.l[i]! - area.lab.l[i]!, 0) / sure.length;
    expect(Math.abs(added)).toBeLessThan(0.06);
    const glamour = driftOf(prepared, recipeFor('glamour'), render(prepared, recipeFor('glamour')));
    expect(Math.abs(glamour.light)).toBeLessThan(1);
    expect(Math.abs(glamour.chroma)).toBeLessThan(0.03);
  },
);

test.each(skinTones)('the glamour style and radiance neither lighten nor grey skin of L* $l', async (tone) => {
  const { picture, landmarks } = await demoFace('C', 'front', 512);
  const { colour } = findSkin(workAreaOf(picture, landmarks));
  const prepared = prepare(withSkin(picture, colour, tone, 'recoloured'), landmarks);
  for (const recipe of [recipeFor('glamour'), withDose(emptyRecipe, 'radiance', 100)]) {
    const drift = driftOf(prepared, recipe, render(prepared, recipe));
    expect(Math.abs(drift.light)).toBeLessThan(1);
    expect(Math.abs(drift.chroma)).toBeLessThan(0.03);
  }
});

test('on every skin tone, radiance removes yellow in proportion to L* + 16 and does not change the lightness', async () => {
  const { picture, landmarks } = await demoFace('C', 'front', 512);
  const { colour } = findSkin(workAreaOf(picture, landmarks));
  const taken = skinTones.map((tone) => {
    const prepared = prepare(withSkin(picture, colour, tone, 'recoloured'), landmarks);
    const { skin, l } = prepared.layers;
    const sure = Array.from(skin.keys()).filter((i) => skin[i]! >= 0.9);
    const after = followed(render(prepared, withDose(emptyRecipe, 'radiance', 100)), prepared.area, null);
    const meanOf = (plane: Float32Array) => sure.reduce((sum, i) => sum + plane[i]!, 0) / sure.length;
    return {
      yellow: (meanOf(prepared.layers.b) - meanOf(after.b)) / (meanOf(l) + 16),
      light: meanOf(after.l) - meanOf(l),
    };
  });
  for (const { light } of taken) expect(Math.abs(light)).toBeLessThan(0.05);
  // If the radiance treatment removed the same b* on every tone, this ratio of the darkest to the lightest tone would
  // be about 1.6.
  expect(taken.at(-1)!.yellow / taken[0]!.yellow).toBeLessThan(1.05);
});
