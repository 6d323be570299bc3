import type { Expression } from '#contract/photo-kinds.ts';
import styles from './expression-drawing.module.css';

/** A line drawing of an expression. It is decoration, because the text next to it contains the same information. */
export function ExpressionDrawing({
  expression,
  className,
}: {
  expression: Expression;
  className?: string | undefined;
}) {
  return (
    <svg className={`${styles.drawing} ${className ?? ''}`} viewBox="0 0 94 106" fill="none" aria-hidden="true">
      <path d="M47 6c22 0 33 16 33 39 0 30-16 55-33 55S14 75 14 45C14 22 25 6 47 6Z" />
      <path d="M47 46v17m-6 3c3 3 9 3 12 0" />
      <path d={features[expression]} />
    </svg>
  );
}

/** The paths of brows, eyes and mouth. A frown also has two lines between the brows. */
const features: Record<Expression, string> = {
  frown:
    'M23 37c5-3 11-1 18 4m30-4c-5-3-11-1-18 4M44 34v7m6-7v7M25 47c4-3 10-3 13 1-4 2-9 2-13-1Zm44 0c-4-3-10-3-13 1 4 2 9 2 13-1ZM36 79c7-2 15-2 22 0',
  raised_brows:
    'M22 30c4-6 12-8 18-3m32 3c-4-6-12-8-18-3M34 17h26M37 12h20M25 46c3-6 11-6 14 0-3 5-11 5-14 0Zm44 0c-3-6-11-6-14 0 3 5 11 5 14 0ZM38 79c6 2 12 2 18 0',
  smile:
    'M23 37c5-4 12-4 17-1m31 1c-5-4-12-4-17-1M25 47c4-4 10-4 14 0m16 0c4-4 10-4 14 0M21 43l-4-2m4 6h-4m56-4l4-2m-4 6h4M31 74c9 13 23 13 32 0-10 4-22 4-32 0Z',
};
