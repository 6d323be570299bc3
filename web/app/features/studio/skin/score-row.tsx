import { Flame } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RawMetricName } from '#engine/metrics/raw-metrics.ts';
import { type ScoreName, sourceOf } from '#engine/metrics/score-scale.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useTools } from '../marks/tool-context.ts';
import { parseAmount } from '../treatment/dose-words.ts';
import { isCorrected, type JudgedScore } from './assessment.ts';
import styles from './skin.module.css';

interface Props {
  name: ScoreName;
  score: JudgedScore;
  /** Called with the doctor's value. The function is null if the score cannot be changed. */
  onChange: ((value: number | null) => void) | null;
}

/**
 * Shows one score: the measured value, its error, the doctor's value, and a button that shows the measured area on the
 * photo.
 */
export function ScoreRow({ name, score, onChange }: Props) {
  const { t } = useTranslation('studio');
  const label = t(`skin.${name}`);
  const { value: known, measured, untold } = score;
  const note = untold
    ? [t(`skin.untold.${untold}`), known !== null && t('skin.yours')]
    : [
        t('skin.confidence', { percent: Math.round(score.confidence * 100) }),
        score.isEstimate && t('skin.estimate'),
        isCorrected(score) && measured !== null && t('skin.was', { value: Math.round(measured) }),
      ];
  const shown = known === null ? '' : String(known);
  return (
    <li>
      <span className={styles.name}>
        {label}
        <small>{note.filter(Boolean).join(' · ')}</small>
      </span>
      <input
        key={shown}
        className={styles.value}
        inputMode="numeric"
        aria-label={t('skin.score_of', { name: label })}
        readOnly={!onChange}
        defaultValue={shown}
        placeholder="–"
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        onBlur={(event) => {
          const value = parseAmount(event.currentTarget.value);
          const isScore = value !== null && value >= 0 && value <= 100;
          if (isScore && Math.round(value) !== known) return onChange?.(value);
          if (untold && known !== null && event.currentTarget.value.trim() === '') return onChange?.(null);
          event.currentTarget.value = shown;
        }}
      />
      <span className={styles.band}>{known !== null && t('skin.band', { band: Math.round(score.error) })}</span>
      <HeatButton metric={sourceOf(name)} name={label} />
    </li>
  );
}

/** The row for pigment spots. Spots have no score, so the doctor can only see them on the photo. */
export function SpotsRow() {
  const { t } = useTranslation('studio');
  return (
    <li>
      <span className={styles.name}>
        {t('skin.spots')}
        <small>{t('skin.no_score')}</small>
      </span>
      <span />
      <span />
      <HeatButton metric="spots" name={t('skin.spots')} />
    </li>
  );
}

function HeatButton({ metric, name }: { metric: RawMetricName; name: string }) {
  const { t } = useTranslation('studio');
  const { heat, set } = useTools();
  const isOn = heat === metric;
  return (
    <IconButton
      icon={Flame}
      size="s"
      label={t('skin.heat', { name })}
      aria-pressed={isOn}
      onClick={() => set({ heat: isOn ? null : metric })}
    />
  );
}
