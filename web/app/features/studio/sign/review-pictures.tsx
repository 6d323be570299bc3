import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pose } from '#contract/intake.ts';
import { type Rendering, Styles } from '#contract/drafts.ts';
import { Button } from '#web/ui/button.tsx';
import { SimulationMark } from '#web/ui/simulation-mark.tsx';
import { useWorkspace } from '../case/workspace-context.ts';
import styles from './sign.module.css';

const poses: readonly Pose[] = ['front', 'right', 'left'];

/** Whoever enlarged a picture by keyboard goes back from where the focus is. */
const focusOnArrival = (button: HTMLButtonElement | null) => button?.focus();

/** The photo and the stored files, a row for each pose, so that the four tracks are beside each other. Each stored file can be enlarged. */
export function ReviewPictures({ renderings }: { renderings: readonly Rendering[] }) {
  const { t } = useTranslation(['studio', 'ui']);
  const { photos } = useWorkspace().studioCase;
  const [largeId, setLargeId] = useState<string | null>(null);
  const nameOf = ({ pose, style }: Rendering) =>
    t('review.picture', { pose: t(`pose.${pose}`), style: t(`style.${style}`).toLowerCase() });
  const large = renderings.find(({ id }) => id === largeId);
  if (large) {
    return (
      <figure className={styles.large}>
        <div>
          <img src={large.url} alt={nameOf(large)} />
          <SimulationMark />
        </div>
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
        <b>{t('ui:compare.untreated')}</b>
        {Styles.map((style) => (
          <b key={style}>{t(`style.${style}`)}</b>
        ))}
      </p>
      {poses.map((pose) => (
        <ul key={pose} aria-label={t(`pose.${pose}`)}>
          {photos
            .filter((photo) => photo.pose === pose)
            .map((photo) => (
              <li key={photo.id}>
                <img
                  src={photo.url}
                  alt={t('review.picture', { pose: t(`pose.${pose}`), style: t('ui:compare.untreated').toLowerCase() })}
                />
              </li>
            ))}
          {Styles.flatMap((style) => renderings.filter((each) => each.pose === pose && each.style === style)).map(
            (rendering) => (
              <li key={rendering.id}>
                <button type="button" onClick={() => setLargeId(rendering.id)}>
                  <img src={rendering.url} alt={nameOf(rendering)} />
                  <SimulationMark as="strip" />
                </button>
              </li>
            ),
          )}
        </ul>
      ))}
    </div>
  );
}
