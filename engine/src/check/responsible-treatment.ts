import { treatmentNames } from '../dose-response.ts';
import type { TreatmentName } from '../dose-response.ts';
import type { Point } from '../maths/polygon.ts';
import type { PreparedFace } from '../simulate.ts';
import { doseOn } from '../recipe.ts';
import type { Recipe } from '../recipe.ts';
import { treatmentOutlines } from '../regions/treatment-outlines.ts';
import type { Artefact, ArtefactKind } from './artefact.ts';

/** Faults in a fold come from filling it, if it is filled; casts and lesions from treatments of colour, if there are any. */
const likely: Partial<Record<ArtefactKind, readonly TreatmentName[]>> = {
  fold: ['nasolabial', 'marionette'],
  cast: ['redness', 'pigment', 'radiance', 'dark_circles'],
  lesion: ['pigment', 'redness', 'texture', 'nasolabial'],
};
/** How much nearer a likely treatment counts, in shares of the distance between the irises. */
const lead = 0.3;

/**
 * The treatment whose dose to lower first: of those in the recipe the one whose outline is nearest to the fault. Outlines that hold the fault come before the
 * others, small ones before large ones. It is a guess by place, because several treatments add up in one pixel.
 */
export function responsibleTreatment(
  { kind, x, y }: Pick<Artefact, 'kind' | 'x' | 'y'>,
  recipe: Recipe,
  { photo, landmarks, area }: Pick<PreparedFace, 'photo' | 'landmarks' | 'area'>,
): TreatmentName | null {
  const at: Point = [x * photo.width, y * photo.height];
  const d = area.frame.d * area.factor;
  const costOf = (name: TreatmentName) => {
    const outlines = treatmentOutlines(name, landmarks);
    const nearest = Math.min(...outlines.map((outline) => (holds(outline, at) ? 0 : gap(outline, at))));
    const size = Math.max(...outlines.map(areaOf)) / d ** 2;
    return nearest / d + 0.03 * size - (likely[kind]?.includes(name) ? lead : 0);
  };
  const used = treatmentNames.filter((name) => doseOn(recipe, name, 'right') + doseOn(recipe, name, 'left') > 0);
  const costs = used.map((name) => ({ name, cost: costOf(name) }));
  return costs.sort((p, q) => p.cost - q.cost)[0]?.name ?? null;
}

const edgesOf = (outline: readonly Point[]): [Point, Point][] =>
  outline.map((point, i) => [point, outline[(i + 1) % outline.length] ?? point]);

function holds(outline: readonly Point[], [x, y]: Point): boolean {
  const crossed = edgesOf(outline).filter(
    ([[ax, ay], [bx, by]]) => ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax),
  );
  return crossed.length % 2 === 1;
}

function gap(outline: readonly Point[], [x, y]: Point): number {
  const gaps = edgesOf(outline).map(([[ax, ay], [bx, by]]) => {
    const [dx, dy] = [bx - ax, by - ay];
    const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    return Math.hypot(ax + along * dx - x, ay + along * dy - y);
  });
  return Math.min(...gaps);
}

const areaOf = (outline: readonly Point[]): number =>
  Math.abs(edgesOf(outline).reduce((sum, [[ax, ay], [bx, by]]) => sum + ax * by - bx * ay, 0)) / 2;
