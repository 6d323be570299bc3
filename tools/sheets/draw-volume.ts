import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { doseResponse } from '../../engine/src/dose-response.ts';
import { emptyRecipe, withDose } from '../../engine/src/recipe.ts';
import type { Recipe } from '../../engine/src/recipe.ts';
import { render } from '../../engine/src/simulate.ts';
import { fillerNames } from '../../engine/src/volume/fillers.ts';
import type { NamedFace } from './check-renderings.ts';
import { sheetOf } from './draw-sheet.ts';
import { viewOf } from './views.ts';

/** Shares of the highest dose. */
const shares = [0.25, 0.5, 1];
/** Number of faces on a page. With so few, the page can be viewed at full size. */
const rowsOfPage = 4;

type Engine = typeof import('../../engine/src/simulate.ts');

/**
 * Draws every filler at three doses. If `before` is set, each drawing is next to the same drawing by the engine in that
 * checkout.
 * @param before folder of the other checkout; if absent, only this engine draws
 */
export async function drawVolume(out: string, faces: readonly NamedFace[], before?: string): Promise<void> {
  const other = before && ((await import(pathToFileURL(resolve(before, 'engine/src/simulate.ts')).href)) as Engine);
  const known = faces.map(({ face }) => other && other.prepare(face.photo, face.landmarks));
  for (const name of fillerNames) {
    const recipes = shares.map((share): Recipe => withDose(emptyRecipe, name, doseResponse[name].max * share));
    const titles = recipes.flatMap(({ treatments }) => {
      const dose = `${name} ${String(treatments[name])} mL`;
      return other ? [`${dose}, before`, dose] : [dose];
    });
    for (let start = 0, page = 1; start < faces.length; start += rowsOfPage, page++) {
      const rows = faces.slice(start, start + rowsOfPage).map(({ face }, n) => {
        const old = known[start + n];
        const pictures = recipes.flatMap((recipe) => {
          const now = render(face, recipe);
          return other && old ? [other.render(old, recipe), now] : [now];
        });
        return { face, pictures: [face.photo, ...pictures] };
      });
      await sheetOf(['photo', ...titles], rows, viewOf(name)).toFile(join(out, `volume-${name}-${page}.png`));
    }
  }
}
