import type { TreatmentName } from '../dose-response.ts';
import type { Picture } from '../picture.ts';
import type { Recipe } from '../recipe.ts';
import type { DrawSettings, PreparedFace } from '../simulate.ts';
import type { Artefact } from './artefact.ts';
import { findArtefacts } from './find-artefacts.ts';
import { responsibleTreatments } from './responsible-treatment.ts';

/**
 * A fault and the treatment whose dose the doctor should lower first. The treatment is null if no treatment of the
 * recipe changes this place.
 */
export interface MarkedArtefact extends Artefact {
  readonly treatment: TreatmentName | null;
}

/** Finds the faults of a rendering and the treatment that causes each. The studio shows each fault as a mark. */
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
