import { useTranslation } from 'react-i18next';
import { type ScoreName, ScoreNames, type SignedScore } from '#contract/skin-score.ts';
import { useFormat } from '#web/lib/format.ts';
import { ScoreTrack } from '#web/ui/score-track.tsx';
import styles from './score.module.css';

/**
 * Shows the six scores. A score that is only measured on a photo is called an estimate. A score that the doctor
 * corrected is marked as corrected.
 */
export function SubScores({ current }: { current: SignedScore }) {
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

interface Props {
  name: ScoreName;
  score: SignedScore['scores'][ScoreName];
}

function SubScore({ name, score: { value, band, untold, is_appearance_estimate, is_corrected } }: Props) {
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
