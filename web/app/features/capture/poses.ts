import { isExpression, type PhotoKind, type Pose } from '#contract/photo-kinds.ts';

/** Returns the position of the head in a photo. Expressions are photographed from the front. */
export const poseOf = (kind: PhotoKind): Pose => (isExpression(kind) ? 'front' : kind);

export { isExpression };
export { Expressions as expressions, PhotoKinds as kinds, Poses as poses } from '#contract/photo-kinds.ts';
export type { Expression, PhotoKind, Pose } from '#contract/photo-kinds.ts';
