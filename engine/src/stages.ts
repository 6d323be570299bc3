/**
 * Stages of a rendering. `skin` and `colour` run for the face, and again for a treated neck. A stage may be reported
 * several times.
 */
export const renderStages = ['skin', 'colour', 'shape'] as const;
export type RenderStage = (typeof renderStages)[number];

export interface StageProgress {
  readonly stage: RenderStage;
  /** Share of the whole rendering that is finished, 0–1. */
  readonly done: number;
}
