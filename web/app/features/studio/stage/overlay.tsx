import { memo } from 'react';
import type { Landmarks, Picture } from '#engine/picture.ts';
import type { Recipe } from '../draft/recipes.ts';
import { isNone } from '../draft/recipes.ts';
import styles from './stage.module.css';
import { regionPath } from './treatment-regions.ts';

interface Props {
  picture: Picture;
  landmarks: Landmarks;
  recipe: Recipe;
  openId: string | null;
  showsRegions: boolean;
}

/** Dotted outlines of what is treated, the open one solid. Decoration of what the panel says. */
export const Overlay = memo(function Overlay({ picture, landmarks, recipe, openId, showsRegions }: Props) {
  const used = Object.keys(recipe.treatments).filter((id) => id !== openId && !isNone(recipe.treatments[id]));
  return (
    <svg className={styles.overlay} viewBox={`0 0 ${picture.width} ${picture.height}`} fill="none" aria-hidden="true">
      {showsRegions && <path className={styles.regions} d={used.map((id) => regionPath(id, landmarks)).join('')} />}
      {openId && showsRegions && <path className={styles.openRegion} d={regionPath(openId, landmarks)} />}
    </svg>
  );
});
