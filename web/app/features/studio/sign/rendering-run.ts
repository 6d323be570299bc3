import type { Pose } from '#contract/intake.ts';
import { type Rendering, type Style, Styles } from '#contract/drafts.ts';

export interface RenderingTask {
  pose: Pose;
  style: Style;
}

/**
 * Returns the images to draw, pose by pose. With this order, the landmarks and the engine's layers of a photo can be
 * reused for its three styles.
 */
export function tasksFor(
  poses: readonly Pose[],
  stored: readonly Pick<Rendering, 'pose' | 'style'>[] = [],
): RenderingTask[] {
  const isStored = (task: RenderingTask) =>
    stored.some(({ pose, style }) => pose === task.pose && style === task.style);
  return poses.flatMap((pose) => Styles.map((style) => ({ pose, style }))).filter((task) => !isStored(task));
}

export type RunState =
  | { kind: 'preparing' }
  | { kind: 'rendering'; done: number; of: number; current: RenderingTask; fraction: number }
  | { kind: 'ready'; renderings: readonly Rendering[] }
  | { kind: 'failed'; reason: string }
  | { kind: 'cancelled' };

/** Returns the progress of all images, from 0 to 1. It includes the finished share of the current image. */
export function progressOf(state: RunState): number {
  if (state.kind === 'ready') return 1;
  if (state.kind !== 'rendering') return 0;
  return Math.min(1, (state.done + state.fraction) / state.of);
}
