import type { Expression, PhotoKind, Pose } from '#contract/intake.ts';

/** The order in which the photos are taken. The contract's lists are not imported, because its schemas weigh more than this page. */
export const poses = ['front', 'right', 'left'] as const satisfies readonly Pose[];
/** After the poses, for whoever wants to show how their face moves. */
export const expressions = ['frown', 'raised_brows', 'smile'] as const satisfies readonly Expression[];
export const kinds = [...poses, ...expressions] as const satisfies readonly PhotoKind[];

export const isExpression = (kind: PhotoKind): kind is Expression => expressions.some((one) => one === kind);
/** How the head is held for a photo. */
export const poseOf = (kind: PhotoKind): Pose => (isExpression(kind) ? 'front' : kind);

export type { Expression, PhotoKind, Pose };
