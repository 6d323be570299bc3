import { useTranslation } from 'react-i18next';
import { ScoreNames, type SignedScore } from '#contract/skin-score.ts';
import { useFormat } from '#web/lib/format.ts';
import { ScoreTrack } from '#web/ui/score-track.tsx';
import styles from './score.module.css';

/** The six scores. What a photo cannot show but only suggest is called an estimate; what the doctor changed says so. */
export function SubScores({ current }: { current: SignedScore }) {
  const { t } = useTranslation('dashboard-cards');
  const { date } = useFormat();
  return (
    <div>
      <ul className={styles.subs} aria-label={t('score.parts')}>
        {ScoreNames.map((name) => {
          const { value, band, is_appearance_estimate, is_corrected } = current.scores[name];
          const notes = [is_appearance_estimate && t('score.estimate'), is_corrected && t('score.corrected')];
          const note = notes.filter(Boolean).join(', ');
          return (
            <li key={name}>
              <span>{t(`score.name.${name}`)}</span>
              <ScoreTrack score={value} error={band} />
              <span className={`num ${styles.value}`}>
                {Math.round(value)} <small>± {Math.round(band)}</small>
              </span>
              {note && <small className={styles.estimate}>{note}</small>}
            </li>
          );
        })}
      </ul>
      <p className={styles.legend}>
        {t('score.legend')} {t('score.signed', { name: current.practitioner_name, date: date(current.signed_at) })}
      </p>
    </div>
  );
}
