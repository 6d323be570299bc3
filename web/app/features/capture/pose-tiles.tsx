import { Check, Circle, CircleAlert, CircleDot, type LucideIcon, Minus, RotateCw, Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#web/ui/icon-button.tsx';
import { StatusBadge, type StatusTone } from '#web/ui/status-badge.tsx';
import type { Capture, Photo } from './capture-state.ts';
import styles from './pose-tiles.module.css';
import { PhotoDrawing } from './photo-drawing.tsx';
import { expressions, isExpression, type PhotoKind, poses } from './poses.ts';

type Look = Photo['status'] | 'now';

const tones: Record<Look, { tone: StatusTone; icon: LucideIcon }> = {
  now: { tone: 'progress', icon: CircleDot },
  pending: { tone: 'plain', icon: Circle },
  uploading: { tone: 'progress', icon: Upload },
  done: { tone: 'confirmed', icon: Check },
  skipped: { tone: 'plain', icon: Minus },
  kept: { tone: 'calm', icon: Check },
  error: { tone: 'cancelled', icon: CircleAlert },
};

interface Props {
  capture: Capture;
  onChoose: (pose: PhotoKind) => void;
  onRetry: (pose: PhotoKind) => void;
}

/** Shows the photos of the three poses, or of the expressions, each with its state. */
export function PoseTiles(props: Props) {
  const { t } = useTranslation('capture');
  const { current } = props.capture;
  const isOptional = current !== null && isExpression(current);
  return (
    <ul className={styles.tiles} aria-label={t(isOptional ? 'expression.label' : 'tile.label')}>
      {(isOptional ? expressions : poses).map((kind) => (
        <PoseTile key={kind} pose={kind} {...props} />
      ))}
    </ul>
  );
}

function PoseTile({ pose, capture, onChoose, onRetry }: Props & { pose: PhotoKind }) {
  const { t } = useTranslation('capture');
  const photo = capture.photos[pose];
  const isNow = capture.current === pose;
  const isOpen = photo.status === 'pending' || photo.status === 'skipped' || photo.status === 'kept';
  const look: Look = isNow && isOpen ? 'now' : photo.status;
  const mayChoose = !isNow && photo.status !== 'uploading';
  const note = look === 'now' ? t('tile.now') : noteOf(photo);
  return (
    <li className={styles.tile} data-now={isNow || undefined} data-pose={pose} data-status={photo.status}>
      <span className={styles.picture}>
        {'preview' in photo ? (
          <img src={photo.preview} alt="" />
        ) : (
          <PhotoDrawing kind={pose} className={styles.drawing} />
        )}
      </span>
      <span className={styles.words}>
        {mayChoose ? (
          <button type="button" className={styles.choose} onClick={() => onChoose(pose)}>
            <span aria-hidden="true">{t(`pose.${pose}`)}</span>
            <span className="visually-hidden">
              {t('preview' in photo ? 'retake.pose' : 'tile.choose', { pose: t(`pose.${pose}`) })}
            </span>
          </button>
        ) : (
          <b>{t(`pose.${pose}`)}</b>
        )}
        <span className={styles.note}>{note}</span>
      </span>
      <span className={styles.status}>
        <StatusBadge tone={tones[look].tone} icon={tones[look].icon}>
          {t(`status.${look}`)}
        </StatusBadge>
      </span>
      {photo.status === 'error' && (
        <IconButton
          className={styles.retry}
          icon={RotateCw}
          label={t('retry.pose', { pose: t(`pose.${pose}`) })}
          size="s"
          onClick={() => onRetry(pose)}
        />
      )}
    </li>
  );

  function noteOf(photo: Photo): string {
    switch (photo.status) {
      case 'uploading':
        return t('tile.uploading', { percent: Math.round(photo.share * 100) });
      case 'pending':
        return t(isExpression(pose) ? 'tile.optional' : 'tile.todo');
      default:
        return t(`tile.${photo.status}`);
    }
  }
}
