import './progress-bar.css';

interface Props {
  /** The name of the progress bar for screen readers. */
  label: string;
  value: number;
  max?: number;
  /** The look of the bar. 'calm' is thicker and sage green, for the person's own progress. */
  tone?: 'plain' | 'calm';
}

/**
 * A progress bar. It is the browser's own element and needs no style attribute, so prerendered pages may contain it.
 */
export function ProgressBar({ label, value, max = 100, tone = 'plain' }: Props) {
  const className = tone === 'calm' ? 'progress-bar progress-bar--calm' : 'progress-bar';
  return <progress className={className} aria-label={label} value={value} max={max} />;
}
