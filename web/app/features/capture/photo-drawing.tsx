import { ExpressionDrawing } from '#web/ui/face/expression-drawing.tsx';
import { FaceDrawing } from '#web/ui/face/face-drawing.tsx';
import { isExpression, type PhotoKind } from './poses.ts';

/** A line drawing of the requested photo. It is only decoration. The text next to it contains the same information. */
export function PhotoDrawing({ kind, className }: { kind: PhotoKind; className?: string | undefined }) {
  if (isExpression(kind)) return <ExpressionDrawing expression={kind} className={className} />;
  return <FaceDrawing drawing={kind} className={className ?? ''} />;
}
