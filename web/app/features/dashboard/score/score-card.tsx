import { useTranslation } from 'react-i18next';
import type { DashboardSummary } from '#contract/progress.ts';
import { type ScoreName, ScoreNames, type SignedScore } from '#contract/skin-score.ts';
import { useFormat } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { ScoreRing } from '#web/ui/score-ring.tsx';
import { ScoreTrack } from '#web/ui/score-track.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LoadError } from '../load-error.tsx';
import { useSummary } from '../use-summary.ts';
import styles from './score.module.css';
import { Trend } from './trend.tsx';

/**
 * Shows the overall score as a ring, six scores with their measurement errors, and the change since the previous score.
 * A number is shown only after a doctor has signed it.
 */
export function ScoreCard() {
  const { t } = useTranslation('dashboard-cards');
  const { data, error, isError, isFetching, refetch } = useSummary();
  if (data) return <Score card={data.skin_score} />;
  return (
    <Card className={styles.card} title={t('score.title')} aria-busy={!isError}>
      {isError ? (
        <LoadError error={error} text={t('score.failed')} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Waiting />
      )}
    </Card>
  );
}

function Score({ card: { state, current, trend, history, is_new_scale } }: { card: DashboardSummary['skin_score'] }) {
  const { t } = useTranslation('dashboard-cards');
  const { date } = useFormat();
  const overall = current?.overall;
  return (
    <Card
      className={styles.card}
      title={t('score.title')}
      action={current && <span className="small muted">{t('score.measured', { date: date(current.taken_at) })}</span>}
    >
      <div className={styles.score}>
        <ScoreRing
          name={t('score.title')}
          score={overall ? Math.round(overall.value) : null}
          error={overall && Math.round(overall.band)}
        />
        {current ? (
          <SubScores current={current} />
        ) : (
          <Stack gap={8} align="center" className={styles.none}>
            <p className="h3">{t(`score.state.${state === 'scored' ? 'not_scored' : state}`)}</p>
            <p className="muted">{t(`score.state_text.${state === 'scored' ? 'not_scored' : state}`)}</p>
          </Stack>
        )}
      </div>
      {current && <Trend current={current} trend={trend} history={history} isNewScale={is_new_scale} />}
    </Card>
  );
}

function Waiting() {
  return (
    <div className={styles.score} aria-hidden="true">
      <div className={styles.waitingRing} />
      <Stack gap={20} className={styles.waitingRows}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
          <Skeleton key={row} />
        ))}
      </Stack>
    </div>
  );
}

/**
 * Shows the six scores. A score that is only measured on a photo is called an estimate. A score that the doctor
 * corrected is marked as corrected.
 */
function SubScores({ current }: { current: SignedScore }) {
  const { t } = useTranslation('dashboard-cards');
  const { date } = useFormat();
  const told = ScoreNames.filter((name) => current.scores[name].value !== null);
  return (
    <div>
      <ul className={styles.subs} aria-label={t('score.parts')}>
        {ScoreNames.map((name) => (
          <SubScore key={name} name={name} score={current.scores[name]} />
        ))}
      </ul>
      <p className={styles.legend}>
        {told.length < ScoreNames.length && t('score.rests_on', { told: told.length })} {t('score.legend')}{' '}
        {t('score.signed', { name: current.practitioner_name, date: date(current.signed_at) })}
      </p>
    </div>
  );
}

interface SubScoresProps {
  name: ScoreName;
  score: SignedScore['scores'][ScoreName];
}

function SubScore({ name, score: { value, band, untold, is_appearance_estimate, is_corrected } }: SubScoresProps) {
  const { t } = useTranslation('dashboard-cards');
  if (value === null) {
    return (
      <li>
        <span>{t(`score.name.${name}`)}</span>
        <span className={styles.untold}>{t(`score.untold.${untold ?? 'hidden'}`)}</span>
      </li>
    );
  }
  const notes = [is_appearance_estimate && t('score.estimate'), is_corrected && t('score.corrected')];
  const note = notes.filter(Boolean).join(', ');
  return (
    <li>
      <span>{t(`score.name.${name}`)}</span>
      <ScoreTrack score={value} error={band} />
      <span className={`num ${styles.value}`}>
        {Math.round(value)} <small>± {Math.round(band)}</small>
      </span>
      {note && <small className={styles.estimate}>{note}</small>}
    </li>
  );
}
