import { Ruler } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PhotoEntry } from '#contract/intake.ts';
import { lengthNames, measureFace } from '#engine/geometry/measure-lengths.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useLengthWords } from '../marks/use-length-words.ts';
import { useMarkedPose } from '../stage/use-marked-pose.ts';
import styles from './skin.module.css';

/** Lengths of the front photo in millimetres, each with what it may be off by. */
export function Measures({ photo, onRuler }: { photo: PhotoEntry | undefined; onRuler: () => void }) {
  const { t } = useTranslation('studio');
  const words = useLengthWords();
  const { pose } = useMarkedPose(photo?.id ?? '', 'front');
  if (!pose) return null;
  const lengths = measureFace(pose.landmarks);
  return (
    <section className={styles.measures} aria-label={t('measure.title')}>
      <h3>
        {t('measure.title')}
        <Button size="xs" variant="quiet" onClick={onRuler}>
          <Icon as={Ruler} size="s" />
          {t('tool.measure')}
        </Button>
      </h3>
      <dl>
        {lengthNames.map((name) => (
          <div key={name}>
            <dt>{t(`measure.${name}`)}</dt>
            <dd>{words(lengths[name])}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{t('measure.note')}</p>
    </section>
  );
}
