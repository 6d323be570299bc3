import linesUrl from './face-lines.svg';
import farUrl from './face-points-far.svg';
import nearUrl from './face-points-near.svg';
import './face-reveal.css';

const size = { width: 1200, height: 1240 } as const;

/** The face, which resolves once from points to lines; it stands there at once for readers who prefer stillness. */
export function FaceReveal({ alt }: { alt: string }) {
  return (
    <span className="face-reveal">
      <img src={linesUrl} {...size} alt={alt} />
      <img src={nearUrl} {...size} alt="" />
      <img src={farUrl} {...size} alt="" />
    </span>
  );
}
