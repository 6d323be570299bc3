/**
 * The poses for which renderings are made. `right` shows the right side of the face: the nose points to the right of
 * the unmirrored photo.
 */
export const Poses = ['front', 'right', 'left'] as const;
export type Pose = (typeof Poses)[number];

/** Photos from the front that show how the face moves. The patient can skip each of them. */
export const Expressions = ['frown', 'raised_brows', 'smile'] as const;
export type Expression = (typeof Expressions)[number];

/** Kinds of photos, in the order in which patients take them. */
export const PhotoKinds = [...Poses, ...Expressions] as const;
export type PhotoKind = (typeof PhotoKinds)[number];

export const isExpression = (kind: PhotoKind): kind is Expression => Expressions.some((one) => one === kind);
export const isPose = (kind: PhotoKind): kind is Pose => !isExpression(kind);

export const onlyPoses = <P extends { pose: PhotoKind }>(photos: readonly P[]): (P & { pose: Pose })[] =>
  photos.filter((photo): photo is P & { pose: Pose } => isPose(photo.pose));
export const onlyExpressions = <P extends { pose: PhotoKind }>(photos: readonly P[]): (P & { pose: Expression })[] =>
  photos.filter((photo): photo is P & { pose: Expression } => isExpression(photo.pose));
