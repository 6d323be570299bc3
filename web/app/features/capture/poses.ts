import type { Pose } from '#contract/intake.ts';

/** The order in which the photos are taken. The contract's list is not imported, because its schemas weigh more than this page. */
export const poses = ['front', 'right', 'left'] as const satisfies readonly Pose[];

export type { Pose };
