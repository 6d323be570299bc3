import { expect, test } from 'vitest';
import { type Recipes, type Rendering, type Style, Styles } from '#contract/drafts.ts';
import type { StudioCase } from '#contract/cases.ts';
import { engineVersion } from '#engine/recipe.ts';
import { signedEarlier, storedPicture } from './stored-painter.ts';

const renderings = Styles.map((style) => ({ pose: 'front', style, url: `/pictures/${style}` }) as Rendering);

function drawnBy(engine: number | undefined): Pick<StudioCase, 'draft' | 'renderings'> {
  const recipe = { version: 1 as const, treatments: {}, ...(engine && { engine }) };
  const recipes: Recipes = { natural: recipe, harmonious: recipe, glamour: recipe };
  return { draft: { recipes } as StudioCase['draft'], renderings };
}

test('an image drawn by an earlier version of the engine is shown as it was stored', () => {
  for (const engine of [undefined, engineVersion - 1]) {
    const signed = signedEarlier(drawnBy(engine));
    for (const style of ['natural', 'glamour'] satisfies Style[])
      expect(storedPicture(signed, { style }, 'front')).toBe(`/pictures/${style}`);
    expect(storedPicture(signed, { style: 'natural' }, 'left')).toBeNull();
  }
});

test('an image drawn by the current version of the engine is drawn again', () => {
  const signed = signedEarlier(drawnBy(engineVersion));
  expect(storedPicture(signed, { style: 'natural' }, 'front')).toBeNull();
  expect(signed).toBe(signedEarlier(drawnBy(engineVersion)));
});
