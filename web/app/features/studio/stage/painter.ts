import type { Recipe as EngineRecipe } from '#engine/recipe.ts';

/** Draws one photo with changing recipes into one canvas. */
export interface Painter {
  /** Asks for a picture; of several requests between two frames only the newest is drawn. */
  paint(recipe: EngineRecipe): void;
  dispose(): void;
}

export type PainterKind = 'gpu' | 'cpu';

/** Longest side of the live picture; what is signed is made at stored size. */
export const LIVE_SIDE_PX = 1280;
