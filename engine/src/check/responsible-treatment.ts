import { treatmentNames } from '../dose-response.ts';
import type { TreatmentName } from '../dose-response.ts';
import { readLab } from '../maths/lab.ts';
import type { Picture } from '../picture.ts';
import { doseOn } from '../recipe.ts';
import type { Recipe } from '../recipe.ts';
import { render } from '../simulate.ts';
import type { DrawSettings, PreparedFace } from '../simulate.ts';
import type { Artefact } from './artefact.ts';

type Place = Pick<Artefact, 'kind' | 'x' | 'y' | 'radius'>;

/** Mean colour difference (ΔE*ab) up to which a treatment is considered to leave a place unchanged. */
const untouched = 0.05;

/**
 * Returns, for each fault, the treatment whose dose the doctor should lower first. The function draws each treatment
 * alone and chooses the one that changes the place most. For a cast it compares only a* and b*, for every other fault
 * the whole colour. The entry is null if no treatment of the recipe changes the place.
 */
export function responsibleTreatments(
  places: readonly Place[],
  recipe: Recipe,
  prepared: PreparedFace,
  settings: DrawSettings = {},
): (TreatmentName | null)[] {
  if (places.length === 0) return [];
  const most = places.map(() => ({ name: null as TreatmentName | null, change: untouched }));
  for (const name of treatmentNames) {
    if (doseOn(recipe, name, 'right') + doseOn(recipe, name, 'left') === 0) continue;
    const alone = render(prepared, { ...recipe, treatments: { [name]: recipe.treatments[name] } }, settings);
    for (const [n, place] of places.entries()) {
      const change = changeAt(place, prepared.photo, alone);
      if (change > most[n]!.change) most[n] = { name, change };
    }
  }
  return most.map(({ name }) => name);
}

/** Returns the mean colour difference of two images in a disc. */
function changeAt({ kind, x, y, radius }: Place, photo: Picture, drawn: Picture): number {
  const { width, height } = photo;
  const [cx, cy, r] = [x * width, y * height, Math.max(2, radius * width)];
  const [before, after] = [new Float32Array(3), new Float32Array(3)];
  let sum = 0;
  let count = 0;
  for (let row = Math.max(0, Math.ceil(cy - r)); row <= Math.min(height - 1, cy + r); row++) {
    for (let column = Math.max(0, Math.ceil(cx - r)); column <= Math.min(width - 1, cx + r); column++) {
      if (Math.hypot(column - cx, row - cy) > r) continue;
      const o = 4 * (row * width + column);
      readLab(photo.data, o, before);
      readLab(drawn.data, o, after);
      const colour = Math.hypot(after[1]! - before[1]!, after[2]! - before[2]!);
      sum += kind === 'cast' ? colour : Math.hypot(colour, after[0]! - before[0]!);
      count++;
    }
  }
  return sum / Math.max(1, count);
}
