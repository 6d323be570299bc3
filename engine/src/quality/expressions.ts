import type { Landmarks } from '../picture.ts';
import { interocularDistance } from '../regions/face-frame.ts';

/** Expressions that the capture requests, seen from the front. */
export type Expression = 'frown' | 'raised_brows' | 'smile';

/**
 * Distances on one face, divided by the distance between its eyes (about 63 mm). They are measured in three dimensions,
 * so that a small turn of the head does not change them.
 */
export interface ExpressionMeasures {
  /** Distance between the inner ends of the brows. */
  readonly browGap: number;
  /** Distance from the inner ends of the brows to the inner corners of the eyes. */
  readonly innerBrowHeight: number;
  /**
   * Distance from the middle of a brow to the point midway between the corners of the eye below it, as a mean over both
   * sides.
   */
  readonly browHeight: number;
  readonly mouthWidth: number;
}

/**
 * For each expression, the smallest change from rest that counts, in the unit of `ExpressionMeasures`. A change of 0.05
 * is about 3 mm. In two clips of still faces, frames differed by at most 0.035 (in the width of the mouth).
 */
export const expressionLimits = { frown: 0.045, raised_brows: 0.05, smile: 0.06 } as const;

const innerBrow = { right: 55, left: 285 } as const;
const middleBrow = { right: 105, left: 334 } as const;
const innerCorner = { right: 133, left: 362 } as const;
const outerCorner = { right: 33, left: 263 } as const;
const mouthCorner = { right: 61, left: 291 } as const;
const sides = ['right', 'left'] as const;

export function measureExpression(landmarks: Landmarks): ExpressionMeasures {
  const unit = Math.max(1, interocularDistance(landmarks));
  const between = (a: number, b: number) => distance(landmarks[a]!, landmarks[b]!) / unit;
  const mean = (of: (side: 'right' | 'left') => number) => (of('right') + of('left')) / sides.length;
  return {
    browGap: between(innerBrow.right, innerBrow.left),
    innerBrowHeight: mean((side) => between(innerBrow[side], innerCorner[side])),
    browHeight: mean((side) => {
      const [a, b] = [landmarks[innerCorner[side]]!, landmarks[outerCorner[side]]!];
      const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2] as const;
      return distance(landmarks[middleBrow[side]]!, middle) / unit;
    }),
    mouthWidth: between(mouthCorner.right, mouthCorner.left),
  };
}

/**
 * Returns whether a face makes an expression. The face is compared with the same face at rest, because the differences
 * between faces are larger than an expression.
 */
export function isMade(expression: Expression, now: ExpressionMeasures, rest: ExpressionMeasures): boolean {
  return moved(expression, now, rest) >= expressionLimits[expression];
}

function moved(expression: Expression, now: ExpressionMeasures, rest: ExpressionMeasures): number {
  switch (expression) {
    case 'frown':
      // The movements of the brows towards each other and downwards are added, because on most faces one of the two is
      // hardly visible.
      return rest.browGap - now.browGap + (rest.innerBrowHeight - now.innerBrowHeight);
    case 'raised_brows':
      return now.browHeight - rest.browHeight;
    case 'smile':
      return now.mouthWidth - rest.mouthWidth;
  }
}

function distance(a: readonly [number, number, number], b: readonly [number, number, number]): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
