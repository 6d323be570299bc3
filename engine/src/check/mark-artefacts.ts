import type { TreatmentName } from '../dose-response.ts';
import type { Picture } from '../picture.ts';
import type { Recipe } from '../recipe.ts';
import type { DrawSettings, PreparedFace } from '../simulate.ts';
import type { Artefact } from './artefact.ts';
import { findArtefacts } from './find-artefacts.ts';
import { responsibleTreatment } from './responsible-treatment.ts';

/** A fault with the treatment whose dose to lower first; null where the recipe treats nothing. */
export interface MarkedArtefact extends Artefact {
  readonly treatment: TreatmentName | null;
}

/** What a doctor is asked to look at in a rendering. */
export const markArtefacts = (
  prepared: PreparedFace,
  recipe: Recipe,
  rendering: Picture,
  settings?: DrawSettings,
): MarkedArtefact[] =>
  findArtefacts(prepared, recipe, rendering, settings).map((artefact) => ({
    ...artefact,
    treatment: responsibleTreatment(artefact, recipe, prepared),
  }));
