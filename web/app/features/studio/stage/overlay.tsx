import { memo } from 'react';
import type { Landmarks, Picture } from '#engine/picture.ts';
import { isNone, type Recipe } from '../draft/recipes.ts';
import styles from './stage.module.css';
import { isTreatmentName } from '#engine/recipe.ts';
import { treatmentOutlines } from '#engine/regions/treatment-outlines.ts';

interface Props {
  picture: Picture;
  landmarks: Landmarks;
  recipe: Recipe;
  openId: string | null;
  showsRegions: boolean;
}

/**
 * If `showsRegions` is true, draws dotted outlines of the treated areas. The treatment that is open in the panel has a
 * solid outline. The outlines are hidden from screen readers, because the panel contains the same information.
 */
export const Overlay = memo(function Overlay({ picture, landmarks, recipe, openId, showsRegions }: Props) {
  const used = Object.keys(recipe.treatments).filter((id) => id !== openId && !isNone(recipe.treatments[id]));
  return (
    <svg className={styles.overlay} viewBox={`0 0 ${picture.width} ${picture.height}`} fill="none" aria-hidden="true">
      {showsRegions && <path className={styles.regions} d={used.map((id) => regionPath(id, landmarks)).join('')} />}
      {openId && showsRegions && <path className={styles.openRegion} d={regionPath(openId, landmarks)} />}
    </svg>
  );
});

type XY = readonly [number, number];

/**
 * Returns the SVG path of a closed, rounded curve through the points. Each segment is a cubic curve with Catmull-Rom
 * tangents.
 */
function closedCurve(points: readonly XY[]): string {
  const at = (index: number): XY => points[(index + points.length) % points.length] ?? [0, 0];
  const round = (value: number) => value.toFixed(1);
  const segments = points.map((_, i) => {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const first = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const second = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    return `C${[...first, ...second, ...to].map(round).join(' ')}`;
  });
  return `M${at(0).map(round).join(' ')}${segments.join('')}Z`;
}

/**
 * Returns the SVG path of a treatment's regions in pixels of the photo. It is empty if the engine does not support the
 * treatment.
 */
function regionPath(id: string, landmarks: Landmarks): string {
  return isTreatmentName(id) ? treatmentOutlines(id, landmarks).map(closedCurve).join('') : '';
}
