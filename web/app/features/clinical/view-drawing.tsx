import type { ClinicalView } from '#contract/clinical-photos.ts';
import { ExpressionDrawing } from '#web/ui/face/expression-drawing.tsx';
import { FaceDrawing } from '#web/ui/face/face-drawing.tsx';

/**
 * A line drawing of the view that the photo must show. It is decoration, because the text next to it contains the same
 * information.
 */
export function ViewDrawing({ view, className }: { view: ClinicalView; className?: string | undefined }) {
  if (view === 'front' || view === 'right' || view === 'left')
    return <FaceDrawing drawing={view} className={className ?? ''} />;
  if (view !== 'profile_right' && view !== 'profile_left')
    return <ExpressionDrawing expression={view} className={className} />;
  return (
    <svg
      className={className}
      viewBox="0 0 94 106"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {/* The right profile looks towards the right edge. */}
      <g transform={view === 'profile_left' ? 'translate(94 0) scale(-1 1)' : undefined}>
        <path d="M27 101c0-10-2-17-6-25-6-11-8-25-4-39C22 20 35 9 51 10c14 1 22 11 23 25 0 7 2 11 8 20 2 3 1 5-4 6 1 4 1 6-1 8 2 3 1 5-1 7 1 7-2 11-10 11-6 0-9 2-9 14" />
        <path d="M63 45c4-3 8-3 11-1M61 39c4-3 9-4 13-2M69 70c3 1 6 1 8 0M41 47c5-5 11 0 9 8-1 6-4 9-7 7" />
      </g>
    </svg>
  );
}
