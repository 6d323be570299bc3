import { useTranslation } from 'react-i18next';
import type { SkinScoreCard } from '#contract/progress.ts';
import { useFormat } from '#web/lib/format.ts';
import styles from './score.module.css';
import { plotOf } from './trend.ts';

const frame = { width: 320, height: 84, margin: 8 };

/**
 * Draws the overall score over time, with its measurement error. The text below and the drawing's accessible name
 * contain the dates and figures.
 */
export function TrendChart({ history, error }: { history: SkinScoreCard['history']; error: number }) {
  const { t } = useTranslation('dashboard-cards');
  const { day, date } = useFormat();
  const { line, band, points } = plotOf(history, error, frame);
  const ends = [history[0], history.at(-1)].filter((point) => point !== undefined);
  const words = history.map(({ taken_at, overall }) => `${date(taken_at)} ${Math.round(overall)}`).join(', ');
  return (
    <figure className={styles.chart} dir="ltr">
      <svg viewBox={`0 0 ${frame.width} ${frame.height}`} role="img" aria-label={t('score.history', { words })}>
        <path className={styles.chartBand} d={band} />
        <polyline className={styles.chartLine} points={line} />
        {points.map(({ x, y }, at) => (
          <circle key={at} className={styles.chartPoint} cx={x} cy={y} r={at === points.length - 1 ? 5 : 3.5} />
        ))}
      </svg>
      <figcaption aria-hidden="true">
        {ends.map(({ taken_at, overall }, at) => (
          <span key={at}>
            <bdi>{day(taken_at)}</bdi> <b>{Math.round(overall)}</b>
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
