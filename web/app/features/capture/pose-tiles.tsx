import { Check, Circle, CircleAlert, CircleDot, type LucideIcon, RotateCw, Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { FaceDrawing } from '#web/ui/face/face-drawing.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { StatusBadge, type StatusTone } from '#web/ui/status-badge.tsx';
import type { Capture, Photo } from './capture-state.ts';
import styles from './pose-tiles.module.css';
import { type Pose, poses } from './poses.ts';

type Look = Photo['status'] | 'now';

const tones: Record<Look, { tone: StatusTone; icon: LucideIcon }> = {
  now: { tone: 'progress', icon: CircleDot },
  pending: { tone: 'plain', icon: Circle },
  uploading: { tone: 'progress', icon: Upload },
  done: { tone: 'confirmed', icon: Check },
  kept: { tone: 'calm', icon: Check },
  error: { tone: 'cancelled', icon: CircleAlert },
};

interface Props {
  capture: Capture;
  onChoose: (pose: Pose) => void;
  onRetry: (pose: Pose) => void;
}

/** The three photos and how far each of them is. */
export function PoseTiles({ capture, onChoose, onRetry }: Props) {
  const { t } = useTranslation('capture');
  return (
    <ul className={styles.tiles} aria-label={t('tile.label')}>
      {poses.map((pose) => (
        <PoseTile
          key={pose}
          pose={pose}
          photo={capture.photos[pose]}
          isNow={capture.current === pose}
          onChoose={onChoose}
          onRetry={onRetry}
        />
      ))}
    </ul>
  );
}

interface TileProps {
  pose: Pose;
  photo: Photo;
  isNow: boolean;
  onChoose: (pose: Pose) => void;
  onRetry: (pose: Pose) => void;
}

function PoseTile({ pose, photo, isNow, onChoose, onRetry }: TileProps) {
  const { t } = useTranslation('capture');
  const look: Look = isNow && (photo.status === 'pending' || photo.status === 'kept') ? 'now' : photo.status;
  const mayChoose = !isNow && photo.status !== 'uploading';
  const note = look === 'now' ? t('tile.now') : noteOf(photo);
  return (
    <li className={styles.tile} data-now={isNow || undefined} data-pose={pose} data-status={photo.status}>
      <span className={styles.picture}>
        {'preview' in photo ? (
          <img src={photo.preview} alt="" />
        ) : (
          <FaceDrawing drawing={pose} className={styles.drawing} />
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
        return t('tile.todo');
      default:
        return t(`tile.${photo.status}`);
    }
  }
}
