import type { TreatmentName } from '../dose-response.ts';
import type { Picture } from '../picture.ts';
import type { Recipe } from '../recipe.ts';
import type { DrawSettings, PreparedFace } from '../simulate.ts';
import type { Artefact } from './artefact.ts';
import { findArtefacts } from './find-artefacts.ts';
import { responsibleTreatments } from './responsible-treatment.ts';

/** A fault with the treatment whose dose to lower first; null if no treatment of the recipe affects the place. */
export interface MarkedArtefact extends Artefact {
  readonly treatment: TreatmentName | null;
}

/** Marks on a rendering that a doctor must look at. */
export function markArtefacts(
  prepared: PreparedFace,
  recipe: Recipe,
  rendering: Picture,
  settings?: DrawSettings,
): MarkedArtefact[] {
  const found = findArtefacts(prepared, recipe, rendering, settings);
  const treatments = responsibleTreatments(found, recipe, prepared, settings);
  return found.map((artefact, n) => ({ ...artefact, treatment: treatments[n]! }));
}
