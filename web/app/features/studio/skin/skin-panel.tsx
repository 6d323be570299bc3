import { useTranslation } from 'react-i18next';
import type { PhotoEntry } from '#contract/intake.ts';
import { scoreNames } from '#engine/metrics/score-scale.ts';
import { EmptyState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { useTools } from '../marks/tool-context.ts';
import { assess } from './assessment.ts';
import { Measures } from './measures.tsx';
import { ScoreRow, SpotsRow } from './score-row.tsx';
import styles from './skin.module.css';
import type { Skin } from './use-skin.ts';

interface Props {
  skin: Skin;
  photo: PhotoEntry | undefined;
}

/** What the front photo says about the skin, where it says it, and how sure that is. */
export function SkinPanel({ skin: { reading }, photo }: Props) {
  const { t } = useTranslation('studio');
  const { set } = useTools();
  const shown =
    reading !== null && reading !== 'failed' && reading.kind === 'measured' ? assess(reading.score, {}) : null;
  return (
    <>
      <section className={styles.skin} aria-label={t('tab.skin')}>
        {reading === null && <p role="status">{t('skin.reading')}</p>}
        {reading === null && <SkeletonRows rows={6} />}
        {reading === 'failed' && <EmptyState title={t('skin.failed')} text={t('skin.failed_text')} />}
        {reading !== null && reading !== 'failed' && reading.kind === 'refused' && (
          <EmptyState title={t('skin.refused')} text={t(`skin.refused.${reading.code}`)} />
        )}
        {shown && (
          <>
            <p className={styles.overall}>
              <span>{t('skin.overall')}</span>
              <strong>{shown.overall.value}</strong>
              <span>{t('skin.band', { band: Math.round(shown.overall.band) })}</span>
            </p>
            <ul className={styles.scores}>
              {scoreNames.map((name) => (
                <ScoreRow key={name} name={name} score={shown.scores[name]} onChange={null} />
              ))}
              <SpotsRow />
            </ul>
            <p className={styles.note}>{t('skin.note')}</p>
          </>
        )}
      </section>
      <Measures photo={photo} onRuler={() => set({ tool: 'measure' })} />
    </>
  );
}
