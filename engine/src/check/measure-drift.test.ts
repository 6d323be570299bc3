import { expect, test } from 'vitest';
import { demoFace, people } from '../../test/demo-faces.ts';
import { recipeFor } from '../presets.ts';
import { prepare, render } from '../simulate.ts';
import { followed } from './follow-rendering.ts';
import { driftOf } from './measure-drift.ts';

test.each(people)('no treatment lightens the cheeks of person %s outside treated spots', async (person) => {
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
});
