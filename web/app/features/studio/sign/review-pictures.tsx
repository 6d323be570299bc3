import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pose } from '#contract/intake.ts';
import { type Rendering, Styles } from '#contract/drafts.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './sign.module.css';

const poses: readonly Pose[] = ['front', 'right', 'left'];

/** Whoever enlarged a picture by keyboard goes back from where the focus is. */
const focusOnArrival = (button: HTMLButtonElement | null) => button?.focus();

/** The stored files themselves: a row for each pose, so that the three styles stand beside each other; each can be seen large. */
export function ReviewPictures({ renderings }: { renderings: readonly Rendering[] }) {
  const { t } = useTranslation('studio');
  const [largeId, setLargeId] = useState<string | null>(null);
  const nameOf = ({ pose, style }: Rendering) =>
    t('review.picture', { pose: t(`pose.${pose}`), style: t(`style.${style}`).toLowerCase() });
  const large = renderings.find(({ id }) => id === largeId);
  if (large) {
    return (
      <figure className={styles.large}>
        <img src={large.url} alt={nameOf(large)} />
        <figcaption>
          {nameOf(large)}
          <Button size="xs" ref={focusOnArrival} onClick={() => setLargeId(null)}>
            {t('review.all')}
          </Button>
        </figcaption>
      </figure>
    );
  }
  return (
    <div className={styles.grid}>
      <p className={styles.heads} aria-hidden="true">
        {Styles.map((style) => (
          <b key={style}>{t(`style.${style}`)}</b>
        ))}
      </p>
      {poses.map((pose) => (
        <ul key={pose} aria-label={t(`pose.${pose}`)}>
          {Styles.flatMap((style) => renderings.filter((each) => each.pose === pose && each.style === style)).map(
            (rendering) => (
              <li key={rendering.id}>
                <button type="button" onClick={() => setLargeId(rendering.id)}>
                  <img src={rendering.url} alt={nameOf(rendering)} />
                </button>
              </li>
            ),
          )}
        </ul>
      ))}
    </div>
  );
}
