import { expect, test } from 'vitest';
import { demoFace } from '../../test/demo-faces.ts';
import { emptyRecipe } from '../recipe.ts';
import { prepare } from '../simulate.ts';
import { responsibleTreatments } from './responsible-treatment.ts';

test('a fault is blamed on the treatment that changes its place most, and on none if no treatment changes the place', async () => {
  const size = 512;
  const { picture, landmarks } = await demoFace('B', 'front', size);
  const face = prepare(picture, landmarks);
  const at = (kind: 'fold' | 'edge' | 'cast', index: number) => {
    const [x, y] = landmarks[index]!;
    return { kind, x: x / size, y: y / size, radius: 0.02 };
  };
  // Landmarks: 151 is the middle of the forehead, 206 the right nasolabial fold, 152 the tip of the chin, 10 the hairline.
  const places = [at('edge', 151), at('edge', 152), at('fold', 206), { ...at('edge', 10), x: 0.02, y: 0.02 }];
  const among = (treatments: Parameters<typeof responsibleTreatments>[1]['treatments']) =>
    responsibleTreatments(places, { version: 1, treatments }, face);
  expect(among({ forehead: 12, chin: 1, nasolabial: 1 })).toEqual(['forehead', 'chin', 'nasolabial', null]);
  expect(among({ forehead: 12 })).toEqual(['forehead', null, null, null]);
  expect(among({ forehead: { right: 0, left: 0 } })).toEqual([null, null, null, null]);
  // Filler is drawn only on the side of its dose.
  expect(among({ nasolabial: { right: 0, left: 1 } })[2]).toBeNull();
  expect(responsibleTreatments(places, emptyRecipe, face)).toEqual([null, null, null, null]);
});

test('a colour cast is blamed on the treatment that changes a* and b* most, and not on the one that changes L* most', async () => {
  const size = 512;
  const { picture, landmarks } = await demoFace('A', 'front', size);
  const face = prepare(picture, landmarks);
  const { layers, area } = face;
  const reddest = layers.redness.reduce((best, value, i, all) => (value > all[best]! ? i : best), 0);
  const place = {
    x: (area.window.left + (reddest % layers.size.width)) / size,
    y: (area.window.top + Math.floor(reddest / layers.size.width)) / size,
    radius: 0.02,
  };
  const recipe = { version: 1, treatments: { redness: 60, texture: 100, pores: 100 } } as const;
  expect(responsibleTreatments([{ ...place, kind: 'cast' }], recipe, face)).toEqual(['redness']);
});
