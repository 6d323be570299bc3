import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { GalleryPhoto } from '#contract/progress.ts';
import { directionOf, stepOf } from '#web/lib/direction.ts';
import { useFormat } from '#web/lib/format.ts';
import { useReadingLanguage } from '#web/lib/reading-language.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Row } from '#web/ui/layout.tsx';
import styles from './gallery.module.css';

interface Props {
  photo: GalleryPhoto;
  onClose: () => void;
  /** Shows the neighbouring photo. It is undefined at the first or last photo. */
  onNewer?: () => void;
  onOlder?: () => void;
}

/** Shows one photo as large as the window allows. The arrow keys show its neighbours. */
export function FullSize({ photo, onClose, onNewer, onOlder }: Props) {
  const { t } = useTranslation(['dashboard-cards', 'dashboard']);
  const { longDay, time } = useFormat();
  const direction = directionOf(useReadingLanguage());
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      const step = stepOf(key, direction);
      if (step === -1) onNewer?.();
      if (step === 1) onOlder?.();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [onNewer, onOlder, direction]);
  const pose = t(`dashboard:pose.${photo.pose}`);
  const day = longDay(photo.created_at);
  return (
    <Dialog isOpen onClose={onClose} size="xl" title={pose} lead={`${day}, ${time(photo.created_at)}`}>
      <figure className={styles.full}>
        <img
          key={photo.id}
          src={photo.url}
          alt={t('gallery.alt', { pose, date: day })}
          width={photo.width_px}
          height={photo.height_px}
        />
      </figure>
      <Row as="p" gap={12} justify="center">
        <IconButton icon={ArrowLeft} label={t('gallery.newer')} disabled={!onNewer} onClick={onNewer} />
        <IconButton icon={ArrowRight} label={t('gallery.older')} disabled={!onOlder} onClick={onOlder} />
      </Row>
    </Dialog>
  );
}
