import { Check, CircleAlert } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { FaceDrawing } from '#web/ui/face/face-drawing.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import type { Photo } from './capture-state.ts';
import FaultMark from './fault-mark.tsx';
import styles from './files-view.module.css';
import type { SlotNote } from './files-view.tsx';
import { acceptedTypes } from './judge-file.ts';
import type { Pose } from './poses.ts';

interface Props {
  pose: Pose;
  photo: Photo;
  note: SlotNote;
  onFile: (file: File) => void;
  onRetry: () => void;
}

/** One pose: choose a file or drop it here. */
export function FileSlot({ pose, photo, note, onFile, onRetry }: Props) {
  const { t } = useTranslation('capture');
  const noteId = useId();
  const name = t(`pose.${pose}`);
  const hasPhoto = 'preview' in photo;
  // The refused file itself, with what is wrong marked: sooner understood than any words.
  const shown = note?.status === 'refused' ? note.shown : undefined;

  return (
    <li className={styles.slot} data-pose={pose}>
      <span className={styles.picture}>
        {shown ? (
          <>
            <img src={shown.url} alt={t(`review.alt.${pose}`)} />
            <FaultMark verdict={shown.verdict} />
          </>
        ) : hasPhoto ? (
          <img src={photo.preview} alt={t(`review.alt.${pose}`)} />
        ) : (
          <FaceDrawing drawing={pose} className={styles.drawing} />
        )}
      </span>
      <div className={styles.words}>
        <b>{name}</b>
        <p className="small muted">{t(`primer.${pose}`)}</p>
        <div id={noteId} aria-live="polite">
          <Note photo={photo} note={note} />
        </div>
        <div className={styles.actions}>
          <label className={buttonClass({ size: 's' }, styles.choose)}>
            {/* It lies over the whole card, so that a file may be dropped anywhere on it. */}
            <input
              className={styles.input}
              type="file"
              accept={acceptedTypes}
              aria-describedby={noteId}
              aria-label={t(hasPhoto ? 'files.replace.pose' : 'files.choose.pose', { pose: name })}
              onChange={(event) => {
                const [file] = event.target.files ?? [];
                if (file) onFile(file);
                // The same file may be chosen again after a refusal.
                event.target.value = '';
              }}
            />
            <span aria-hidden="true">{t(hasPhoto ? 'files.replace' : 'files.choose')}</span>
          </label>
          {note?.status === 'refused' && note.insist && (
            <Button
              size="s"
              className={styles.retry}
              onClick={note.insist}
              aria-label={t('insist.send.pose', { pose: name })}
            >
              {t('insist.send')}
            </Button>
          )}
          {photo.status === 'error' && (
            <Button
              size="s"
              variant="ink"
              className={styles.retry}
              onClick={onRetry}
              aria-label={t('retry.pose', { pose: name })}
            >
              {t('retry')}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}

function Note({ photo, note }: { photo: Photo; note: SlotNote }) {
  const { t } = useTranslation('capture');
  if (note?.status === 'checking') return <p className="small">{t('files.checking')}</p>;
  if (note?.status === 'refused') {
    return (
      <p className={styles.fault}>
        <Icon as={CircleAlert} size="s" />
        <span>
          {note.reason} {t(note.insist ? 'insist.how' : 'photo.others')}
        </span>
      </p>
    );
  }
  if (photo.status === 'uploading') return <ProgressBar label={t('status.uploading')} value={photo.share} max={1} />;
  if (photo.status === 'error') {
    return (
      <p className={styles.fault}>
        <Icon as={CircleAlert} size="s" />
        {photo.message}
      </p>
    );
  }
  if (photo.status === 'pending') return null;
  return (
    <p className={styles.saved}>
      <Icon as={Check} size="s" />
      {t(savedWords(photo, note))}
    </p>
  );
}

function savedWords(photo: Photo, note: SlotNote) {
  if (note?.status === 'unverified') return 'files.unverified';
  if (note?.status === 'insisted') return 'insist.sent';
  return photo.status === 'kept' ? 'tile.kept' : 'tile.done';
}
