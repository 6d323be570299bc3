import { Check, CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/icon.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import type { Photo } from './capture-state.ts';
import type { Verdict } from './face-check.ts';
import styles from './files-view.module.css';

/**
 * The state of the file in a slot. The file is being checked, was refused for a reason, was accepted without a check,
 * or was sent although it was refused. Null means that there is nothing to show.
 */
export type SlotNote =
  | { status: 'checking' }
  /** `insist` sends the refused file anyway. It is absent if the person may not send this file. */
  | { status: 'refused'; reason: string; insist?: () => void; shown?: { file: File; verdict: Verdict } }
  | { status: 'unverified' | 'insisted' }
  | null;

/** Shows the state of the file of a pose as text. */
export function Note({ photo, note }: { photo: Photo; note: SlotNote }) {
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
