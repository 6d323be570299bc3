import { expect, test } from 'vitest';
import { demoFace } from '../../test/demo-faces.ts';
import { recipeFor } from '../presets.ts';
import { emptyRecipe } from '../recipe.ts';
import { prepare } from '../simulate.ts';
import { responsibleTreatment } from './responsible-treatment.ts';

test('a fault leads to the dosed treatment at its place', async () => {
  const size = 512;
  const { picture, landmarks } = await demoFace('B', 'front', size);
  const face = prepare(picture, landmarks);
  const at = (index: number) => {
    const [x, y] = landmarks[index]!;
    return { x: x / size, y: y / size };
  };
  const among = (
    treatments: Parameters<typeof responsibleTreatment>[1]['treatments'],
    kind: 'fold' | 'edge' | 'cast',
    index: number,
  ) => responsibleTreatment({ kind, ...at(index) }, { version: 1, treatments }, face);
  // 151 is the middle of the forehead, 205 the right cheek, 152 the tip of the chin.
  const some = { forehead: 12, cheek: 1, chin: 1, nasolabial: 0.6, redness: 40 };
  expect(among(some, 'edge', 151)).toBe('forehead');
  expect(among(some, 'edge', 152)).toBe('chin');
  expect(among(some, 'fold', 205)).toBe('nasolabial');
  expect(among(some, 'cast', 205)).toBe('redness');
  expect(among({ forehead: 12 }, 'fold', 205)).toBe('forehead');
  expect(among({ forehead: 0 }, 'fold', 205)).toBeNull();
  expect(responsibleTreatment({ kind: 'edge', ...at(151) }, emptyRecipe, face)).toBeNull();
  expect(responsibleTreatment({ kind: 'fold', ...at(205) }, recipeFor('glamour'), face)).toBe('nasolabial');
});
