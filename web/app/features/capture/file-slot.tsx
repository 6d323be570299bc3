import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { photoTypes } from '#web/lib/picture-kind.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import type { Photo } from './capture-state.ts';
import FaultMark from './fault-mark.tsx';
import styles from './files-view.module.css';
import { PhotoDrawing } from './photo-drawing.tsx';
import type { PhotoKind } from './poses.ts';
import { Note, type SlotNote } from './slot-note.tsx';

interface Props {
  pose: PhotoKind;
  photo: Photo;
  note: SlotNote;
  onFile: (file: File) => void;
  onRetry: () => void;
}

/** A field for one pose or expression. The person chooses a file or drops it here. */
export function FileSlot({ pose, photo, note, onFile, onRetry }: Props) {
  const { t } = useTranslation('capture');
  const noteId = useId();
  const name = t(`pose.${pose}`);
  const hasPhoto = 'preview' in photo;
  return (
    <li className={styles.slot} data-pose={pose}>
      <Picture pose={pose} photo={photo} note={note} />
      <Stack gap={4} className={styles.words}>
        <b>{name}</b>
        <p className="small muted">{t(`primer.${pose}`)}</p>
        <div id={noteId} aria-live="polite">
          <Note photo={photo} note={note} />
        </div>
        <Row gap={8} wrap className={styles.actions}>
          <label className={buttonClass({ size: 's' }, styles.choose)}>
            {/* The input covers the whole card, so that a file can be dropped anywhere on the card. */}
            <input
              className={styles.input}
              type="file"
              accept={photoTypes}
              aria-describedby={noteId}
              aria-label={t(hasPhoto ? 'files.replace.pose' : 'files.choose.pose', { pose: name })}
              onChange={(event) => {
                const [file] = event.target.files ?? [];
                if (file) onFile(file);
                // Clears the input, because the browser would otherwise not report the same file if the person chooses
                // it again.
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
        </Row>
      </Stack>
    </li>
  );
}

function Picture({ pose, photo, note }: Pick<Props, 'pose' | 'photo' | 'note'>) {
  const { t } = useTranslation('capture');
  // If the photo was refused, show it with a mark on the faulty part. People understand such a mark more easily than
  // text.
  const refused = note?.status === 'refused' ? note.shown : undefined;
  const url = useObjectUrl(refused?.file);
  return (
    <span className={styles.picture}>
      {refused && url ? (
        <>
          <img src={url} alt={t(`review.alt.${pose}`)} />
          <FaultMark verdict={refused.verdict} />
        </>
      ) : 'preview' in photo ? (
        <img src={photo.preview} alt={t(`review.alt.${pose}`)} />
      ) : (
        <PhotoDrawing kind={pose} className={styles.drawing} />
      )}
    </span>
  );
}

/** Returns an object URL of a file while the component is mounted. */
function useObjectUrl(file: File | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [file]);
  return url;
}
