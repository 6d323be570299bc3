import { useTranslation } from 'react-i18next';
import type { Style } from '#contract/drafts.ts';
import type { PublishedSimulation } from '#contract/simulation.ts';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import styles from './photo.module.css';
import { stylesOf } from './pictures.ts';

interface Props {
  simulation: PublishedSimulation;
  value: Style;
  onChange: (style: Style) => void;
}

/** The range, from the least to the most visible; a dot marks what was asked for, and the words below say so. */
export function StyleSwitch({ simulation, value, onChange }: Props) {
  const { t } = useTranslation('dashboard');
  const asked = simulation.style_asked_for;
  const options = stylesOf(simulation).map((style) => ({
    value: style,
    label: (
      <>
        {t(`style.${style}`)}
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
    <div className={styles.range}>
      <SegmentedControl label={t('style.label')} value={value} options={options} onChange={onChange} size="s" />
      {asked && (
        <p className={styles.asked}>
          <i className={styles.dot} aria-hidden="true" />
          {t('style.asked_note')}
        </p>
      )}
    </div>
  );
}
