/** What a rendering goes through, in this order; stages a recipe does not need are skipped. */
export const renderStages = ['skin', 'volume', 'lips', 'colour', 'shape'] as const;
export type RenderStage = (typeof renderStages)[number];

export interface StageProgress {
  readonly stage: RenderStage;
  /** Share of the whole rendering that is finished, 0–1. */
  readonly done: number;
}
