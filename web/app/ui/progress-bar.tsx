import './progress-bar.css';

interface Props {
  /** What makes progress; read aloud. */
  label: string;
  value: number;
  max?: number;
}

/** The platform's own element: it needs no style attribute, so it may stand in prerendered pages. */
export function ProgressBar({ label, value, max = 100 }: Props) {
  return <progress className="progress-bar" aria-label={label} value={value} max={max} />;
}
