import lines from './face-lines.svg?raw';
import far from './face-points-far.svg?raw';
import near from './face-points-near.svg?raw';
import './face-reveal.css';
import { InlineDrawing } from './inline-drawing.tsx';

/** The face, which resolves once from points to lines; it stands there at once for readers who prefer stillness. */
export function FaceReveal({ alt }: { alt: string }) {
  return (
    <span className="face-reveal" role="img" aria-label={alt}>
      <InlineDrawing svg={lines} />
      <InlineDrawing svg={near} />
      <InlineDrawing svg={far} />
    </span>
  );
}
