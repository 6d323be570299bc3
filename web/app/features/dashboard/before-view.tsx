import { Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type AnyPhoto, type PhotoKind } from '#contract/intake.ts';
import { isPose } from '#contract/photo-kinds.ts';
import { useFormat } from '#web/lib/format.ts';
import { Icon } from '#web/ui/icon.tsx';
import { FreshPictures } from './fresh-pictures.tsx';
import { LoadError } from './load-error.tsx';
import styles from './photo.module.css';
import { EmptyFrame, LoadingFrame } from './photo-frames.tsx';
import { photoOf } from './pictures.ts';
import type { Answer } from './use-dashboard.ts';

interface Props {
  photos: readonly AnyPhoto[];
  pose: PhotoKind;
  query: Answer;
}

/** Shows the untreated photo of one pose or expression. */
export function BeforeView({ photos, pose, query }: Props) {
  const { t } = useTranslation('dashboard');
  const { date } = useFormat();
  const photo = photoOf(photos, pose);
  if (query.isPending) return <LoadingFrame />;
  if (query.isError && !photo) {
    return (
      <div className={styles.frame}>
        <LoadError
          error={query.error}
          text={t('error.photos')}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      </div>
    );
  }
  const drawn = isPose(pose) ? pose : 'front';
  if (!photo) return <EmptyFrame pose={drawn} title={t('photos.none')} text={t(`photos.none.${drawn}`)} />;
  const day = date(photo.created_at);
  return (
    <>
      <FreshPictures
        key={photo.id}
        renew={query.refetch}
        lost={<EmptyFrame pose={drawn} title={t('photos.none')} text={t('photos.lost')} />}
      >
        <figure className={`${styles.frame} ${styles.photo}`}>
          <img
            src={photo.url}
            alt={t('photos.alt', { pose: t(`pose.${pose}`), date: day })}
            width={photo.width_px}
            height={photo.height_px}
          />
          <figcaption className={styles.tag}>
            <b>{t('photos.before_tag')}</b> {day}
          </figcaption>
        </figure>
      </FreshPictures>
      {!photo.is_verified && (
        <p className={styles.note}>
          <Icon as={Eye} size="s" />
          {t('photos.unverified')}
        </p>
      )}
    </>
  );
}
