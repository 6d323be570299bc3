import { useTranslation } from 'react-i18next';
import type { PublishedSimulation } from '#contract/simulation.ts';
import { isStyle, type Track, Tracks } from '#web/lib/tracks.ts';
import { Stack } from '#web/ui/layout.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import styles from './photo.module.css';
import { stylesOf } from './pictures.ts';

interface Props {
  simulation: PublishedSimulation;
  value: Track;
  onChange: (track: Track) => void;
}

/**
 * Switches between the untreated photo and the styles, from the least to the most visible. A dot marks the requested
 * style, which the text below names.
 */
export function StyleSwitch({ simulation, value, onChange }: Props) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const asked = simulation.style_asked_for;
  const made = stylesOf(simulation);
  const options = Tracks.filter((track) => !isStyle(track) || made.includes(track)).map((style) => ({
    value: style,
    label: (
      <>
        {isStyle(style) ? t(`style.${style}`) : t('ui:compare.untreated')}
        {style === asked && (
          <>
            <i className={styles.dot} aria-hidden="true" />
            <span className="visually-hidden">{t('style.asked')}</span>
          </>
        )}
      </>
    ),
  }));
  return (
    <Stack align="start" className={styles.range}>
      <SegmentedControl label={t('style.label')} value={value} options={options} onChange={onChange} size="s" wraps />
      {asked && (
        <p className={styles.asked}>
          <i className={styles.dot} aria-hidden="true" />
          {t('style.asked_note')}
        </p>
      )}
    </Stack>
  );
}
