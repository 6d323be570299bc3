import lines from './face-lines.svg?raw';
import far from './face-points-far.svg?raw';
import near from './face-points-near.svg?raw';
import './face-reveal.css';
import { InlineDrawing } from './inline-drawing.tsx';

/**
 * A drawing of a face. It first appears as points, which then change into lines. Readers who prefer less motion see the
 * lines at once.
 */
export function FaceReveal({ alt }: { alt: string }) {
  return (
    <span className="face-reveal" role="img" aria-label={alt}>
      <InlineDrawing svg={lines} />
      <InlineDrawing svg={near} />
      <InlineDrawing svg={far} />
    </span>
  );
}
