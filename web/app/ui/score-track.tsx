import { useRef } from 'react';
import { useCssVariable } from './use-css-variable.ts';
import './score-track.css';

interface Props {
  /** The score from 0 to 100. */
  score: number;
  /** The measurement error in points, drawn as a pale band. */
  error: number;
}

/** Shows a score on a line from 0 to 100. The figures are next to it, so screen readers skip the line. */
export function ScoreTrack({ score, error }: Props) {
  const track = useRef<HTMLSpanElement>(null);
  const start = Math.max(0, score - error);
  useCssVariable(track, '--score', score);
  useCssVariable(track, '--start', start);
  useCssVariable(track, '--span', Math.min(100, score + error) - start);
  return (
    <span className="score-track" ref={track} aria-hidden="true">
      <i />
      <b />
    </span>
  );
}
