import { findArtefacts } from '../../engine/src/check/find-artefacts.ts';
import type { Artefact } from '../../engine/src/check/artefact.ts';
import { driftOf } from '../../engine/src/check/measure-drift.ts';
import { doseResponse, treatmentNames } from '../../engine/src/dose-response.ts';
import type { Picture } from '../../engine/src/picture.ts';
import { recipeFor, styles } from '../../engine/src/presets.ts';
import { emptyRecipe, withDose } from '../../engine/src/recipe.ts';
import type { Recipe } from '../../engine/src/recipe.ts';
import { render } from '../../engine/src/simulate.ts';
import type { PreparedFace } from '../../engine/src/simulate.ts';
import { say } from '../setup/say.mjs';

export interface NamedFace {
  readonly name: string;
  readonly face: PreparedFace;
}

/** A fault with the part of both images that shows it. */
export interface ShownFault extends Artefact {
  readonly title: string;
  readonly photo: Picture;
  readonly rendering: Picture;
}

/** How much the cheeks may change outside treated spots: in L*, and as a share of their chroma. */
const limits = { light: 1, chroma: 0.03 } as const;

const recipes: readonly { readonly title: string; readonly recipe: Recipe }[] = [
  ...styles.map((style) => ({ title: style, recipe: recipeFor(style) })),
  ...treatmentNames.flatMap((name) => {
    const { max, label, usual, unit } = doseResponse[name];
    return [...new Set([label ?? usual[1], max])].map((dose) => ({
      title: `${name} ${String(dose)} ${unit}`,
      recipe: withDose(emptyRecipe, name, dose),
    }));
  }),
];

/**
 * Draws every style, and every treatment at its label or usual dose and at its highest dose. Checks each rendering
 * against its photo. Prints a line for each style, for both doses of the crow's feet treatment, and for each rendering
 * with a fault. A line contains how much the lightness and chroma of the cheeks changed, what share of the lines beside
 * the eyes was removed, and the faults.
 */
export function checkRenderings(faces: readonly NamedFace[]): ShownFault[] {
  const shown: ShownFault[] = [];
  let faulty = 0;
  for (const { name, face } of faces) {
    for (const [n, { title, recipe }] of recipes.entries()) {
      const rendering = render(face, recipe);
      const found = findArtefacts(face, recipe, rendering);
      const drift = driftOf(face, recipe, rendering);
      const isOff = Math.abs(drift.light) > limits.light || Math.abs(drift.chroma) > limits.chroma;
      if (found.length > 0 || isOff) faulty++;
      if (n < styles.length || found.length > 0 || isOff || title.startsWith('crows_feet'))
        say(lineOf(`${name} ${title}`, isOff, drift, found, face.photo));
      shown.push(...found.map((fault) => ({ ...fault, title: `${name}, ${title}`, photo: face.photo, rendering })));
    }
  }
  say(`${faulty} of ${faces.length * recipes.length} renderings have a fault`);
  return shown;
}

function lineOf(
  title: string,
  isOff: boolean,
  { light, chroma, whole, canthus, malar }: ReturnType<typeof driftOf>,
  found: readonly Artefact[],
  { width, height }: Picture,
): string {
  const taken = [canthus, malar].map((left) => (left === null ? 'none' : percent(1 - left)).padStart(5)).join('');
  const places = found.map(
    ({ kind, x, y, amount }) => `${kind} ${amount.toFixed(1)} (${Math.round(x * width)},${Math.round(y * height)})`,
  );
  const cells = [
    title.padEnd(36),
    `L* ${light.toFixed(2).padStart(5)}`,
    `C ${percent(chroma).padStart(4)}${isOff ? ' !' : '  '}`,
    `(${whole.light.toFixed(1)}, ${percent(whole.chroma)})`.padEnd(12),
    `lines taken${taken}`,
    places.join('; '),
  ];
  return cells.join('  ').trimEnd();
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
