import type { Landmarks, Picture } from '../picture.ts';
import type { Recipe } from '../recipe.ts';
import type { StageProgress } from '../stages.ts';

export type RenderTask =
  | { kind: 'prepare'; key: string; photo: Picture; landmarks: Landmarks }
  | { kind: 'render'; key: string; recipe: Recipe }
  | { kind: 'release'; key: string };

export interface RenderAnswers {
  prepare: null;
  render: Picture;
  release: null;
}

export type RenderProgress = StageProgress;
