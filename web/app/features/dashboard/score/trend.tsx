import { useTranslation } from 'react-i18next';
import type { SkinScoreCard } from '#contract/progress.ts';
import type { SignedScore } from '#contract/skin-score.ts';
import { useFormat } from '#web/lib/format.ts';
import { useRegion } from '#web/lib/reading-language.ts';
import styles from './score.module.css';
import { plotOf, readTrend } from './trend.ts';

interface Props {
  current: SignedScore;
  trend: SkinScoreCard['trend'];
  history: SkinScoreCard['history'];
  isNewScale: boolean;
}

/** Shows the change since the previous score, compared with the measurement error. */
export function Trend({ current, trend, history, isNewScale }: Props) {
  const { t } = useTranslation('dashboard-cards');
  if (!trend) {
    const why = history.length > 1 ? 'score.not_shared' : isNewScale ? 'score.new_scale' : 'score.first';
    return <p className={`${styles.trend} small muted`}>{t(why)}</p>;
  }
  return (
    <div className={styles.trend}>
      <TrendWords trend={trend} />
      {history.length > 1 && <TrendChart history={history} error={current.overall.band} />}
    </div>
  );
}

function TrendWords({ trend }: { trend: NonNullable<Props['trend']> }) {
  const { t } = useTranslation('dashboard-cards');
  const { date } = useFormat();
  const region = useRegion();
  const signed = new Intl.NumberFormat(region, { signDisplay: 'exceptZero' });
  const { kind, difference, band, movers } = readTrend(trend);
  const list = new Intl.ListFormat(region).format(
    movers.map((mover) => `${t(`score.name.${mover.name}`)} ${signed.format(mover.difference)}`),
  );
  return (
    <div>
      <p className={styles.change}>
        {t(`score.trend.${kind}`, { count: Math.abs(difference), date: date(trend.since) })}
      </p>
      <p className="small muted">
        {t(kind === 'none' ? 'score.trend_within' : 'score.trend_beyond', {
          difference: signed.format(difference),
          band,
        })}{' '}
        {movers.length > 0 && t('score.movers', { list })}
      </p>
    </div>
  );
}

const frame = { width: 320, height: 84, margin: 8 };

/**
 * Draws the overall score over time, with its measurement error. The text below and the drawing's accessible name
 * contain the dates and figures.
 */
function TrendChart({ history, error }: { history: SkinScoreCard['history']; error: number }) {
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
