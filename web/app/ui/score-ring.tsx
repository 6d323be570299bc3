import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './score-ring.css';

interface Props {
  /** The name of the measured value, for example 'Skin score'. */
  name: string;
  /** The score from 0 to 100. It is null if there is no measurement. A missing measurement is never shown as 0. */
  score: number | null;
  /** The measurement error, in points. */
  error?: number;
  size?: 'm' | 's';
  children?: ReactNode;
}

const centre = 120;
const radius = 108;
/** The angle that a score of 100 fills, in degrees. The remaining gap separates the start of the arc from its end. */
const sweep_deg = 359.9;

function pointAt(score: number) {
  const angle = ((score / 100) * sweep_deg - 90) * (Math.PI / 180);
  return { x: centre + radius * Math.cos(angle), y: centre + radius * Math.sin(angle) };
}

function arc(from: number, to: number): string {
  const start = pointAt(from);
  const end = pointAt(to);
  const large = to - from > 50 ? 1 : 0;
  return `M${start.x.toFixed(1)} ${start.y.toFixed(1)}A${radius} ${radius} 0 ${large} 1 ${end.x.toFixed(1)} ${end.y.toFixed(1)}`;
}

/**
 * Shows a score as a thin arc with a tick at the value. The pale band shows the measurement error. The figure after ±
 * gives the same error as text.
 */
export function ScoreRing({ name, score, error = 0, size = 'm', children }: Props) {
  const { t } = useTranslation();
  const label = score === null ? t('score.none', { name }) : t('score.label', { name, score, error });
  const tick = pointAt(score ?? 0);
  return (
    <div className={`score-ring score-ring--${size}`}>
      <svg viewBox="0 0 240 240" fill="none" role="img" aria-label={label}>
        <circle className="score-ring__track" cx={centre} cy={centre} r={radius} />
        {score !== null && (
          <>
            {error > 0 && (
              <path className="score-ring__band" d={arc(Math.max(0, score - error), Math.min(100, score + error))} />
            )}
            {score > 0 && <path className="score-ring__value" d={arc(0, score)} />}
            <circle className="score-ring__tick" cx={tick.x.toFixed(1)} cy={tick.y.toFixed(1)} r="8" />
          </>
        )}
      </svg>
      <div className="score-ring__words" aria-hidden="true">
        <span className="figure-type num">{score ?? '–'}</span>
        <span className="small muted num">{score === null ? t('score.noMeasurement') : t('score.of', { error })}</span>
        {children}
      </div>
    </div>
  );
}
