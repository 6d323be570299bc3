import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pose } from '#contract/intake.ts';
import { type Rendering, Styles } from '#contract/simulation.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './sign.module.css';

const poses: readonly Pose[] = ['front', 'right', 'left'];

/** The stored files themselves, style by style and pose by pose; each can be seen at its own size. */
export function ReviewPictures({ renderings }: { renderings: readonly Rendering[] }) {
  const { t } = useTranslation('studio');
  const [largeId, setLargeId] = useState<string | null>(null);
  const nameOf = ({ pose, style }: Rendering) => t('review.picture', { pose: t(`pose.${pose}`), style: t(`style.${style}`).toLowerCase() });
  const large = renderings.find(({ id }) => id === largeId);
  if (large) {
    return (
      <figure className={styles.large}>
        <img src={large.url} alt={nameOf(large)} />
        <figcaption>
          {nameOf(large)}
          <Button size="xs" autoFocus onClick={() => setLargeId(null)}>
            {t('review.all')}
          </Button>
        </figcaption>
      </figure>
    );
  }
  return (
    <div className={styles.grid}>
      {Styles.map((style) => (
        <section key={style} aria-label={t(`style.${style}`)}>
          <h3>{t(`style.${style}`)}</h3>
          <ul>
            {poses.flatMap((pose) => renderings.filter((each) => each.pose === pose && each.style === style)).map((rendering) => (
              <li key={rendering.id}>
                <button type="button" onClick={() => setLargeId(rendering.id)}>
                  <img src={rendering.url} alt={nameOf(rendering)} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
