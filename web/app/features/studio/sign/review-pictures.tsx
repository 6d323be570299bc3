import { useTranslation } from 'react-i18next';
import { Check as CheckIcon } from 'lucide-react';
import { Poses } from '#contract/intake.ts';
import { type Rendering, Styles } from '#contract/drafts.ts';
import { Button } from '#web/ui/button.tsx';
import { SimulationMark } from '#web/ui/simulation-mark.tsx';
import { MarkPlaces } from '../check/mark-places.tsx';
import { useWorkspace } from '../case/workspace-context.ts';
import { Icon } from '#web/ui/icon.tsx';
import styles from './sign.module.css';

interface Props {
  renderings: readonly Rendering[];
  /** The image that is shown at full size. */
  largeId: string | null;
  onLarge: (id: string | null) => void;
  onSeen: (id: string) => void;
  /** The index of the mark whose name is shown on the large image, or null if no name is shown. */
  shownMark: number | null;
}

/** Moves the focus to an element when it appears, so that a doctor can continue by keyboard. */
const focusOnArrival = (button: HTMLButtonElement | null) => button?.focus();

/**
 * Shows the photos and the stored files. Each pose has one row, with the photo and its three styles. The images are
 * small at first. The doctor must open each stored file at full size before signing.
 */
export function ReviewPictures({ renderings, largeId, onLarge, onSeen, shownMark }: Props) {
  const { t } = useTranslation(['studio', 'ui']);
  const { photos } = useWorkspace().studioCase;
  const nameOf = ({ pose, style }: Rendering) =>
    t('review.picture', { pose: t(`pose.${pose}`), style: t(`style.${style}`).toLowerCase() });
  const large = renderings.find(({ id }) => id === largeId);
  if (large) {
    const next = nextUnseen(renderings, large.id);
    // If the doctor opened the image from the list of marks, the focus stays in that list.
    const onArrival = shownMark === null ? focusOnArrival : null;
    return (
      <figure className={styles.large}>
        <div>
          <img key={large.id} src={large.url} alt={nameOf(large)} onLoad={() => onSeen(large.id)} />
          <MarkPlaces marks={large.marks ?? []} shown={shownMark} />
          <SimulationMark />
        </div>
        <figcaption>
          {nameOf(large)}
          <span>
            {next && (
              <Button size="xs" variant="primary" key={large.id} ref={onArrival} onClick={() => onLarge(next.id)}>
                {t('review.next')}
              </Button>
            )}
            <Button size="xs" ref={next ? null : onArrival} onClick={() => onLarge(null)}>
              {t('review.all')}
            </Button>
          </span>
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
      {Poses.map((pose) => (
        <ul key={pose} aria-label={t(`pose.${pose}`)}>
          {photos
            .filter((photo) => photo.pose === pose)
            .map((photo) => (
              <li key={photo.id}>
                <img
                  src={photo.thumb_url}
                  alt={t('review.picture', { pose: t(`pose.${pose}`), style: t('ui:compare.untreated').toLowerCase() })}
                />
              </li>
            ))}
          {Styles.flatMap((style) => renderings.filter((each) => each.pose === pose && each.style === style)).map(
            (rendering) => (
              <li key={rendering.id}>
                <button type="button" onClick={() => onLarge(rendering.id)}>
                  <img src={rendering.thumb_url} alt={nameOf(rendering)} />
                  <SimulationMark as="strip" />
                  {rendering.is_seen && <Icon as={CheckIcon} size="s" label={t('review.seen')} />}
                </button>
              </li>
            ),
          )}
        </ul>
      ))}
    </div>
  );
}

/**
 * Returns the next image that the doctor has not opened. After the last image, the search continues with the first one.
 * The image that is open now is skipped.
 */
export function nextUnseen(renderings: readonly Rendering[], after: string | null): Rendering | undefined {
  const at = renderings.findIndex(({ id }) => id === after);
  const inOrder = [...renderings.slice(at + 1), ...renderings.slice(0, Math.max(0, at))];
  return inOrder.find(({ is_seen }) => !is_seen);
}
