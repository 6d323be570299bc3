import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type GalleryPhoto, ProgressLimits } from '#contract/progress.ts';
import { api } from '#web/lib/api.ts';
import { directionOf, stepOf } from '#web/lib/direction.ts';
import { useFormat } from '#web/lib/format.ts';
import { useReadingLanguage } from '#web/lib/reading-language.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Row } from '#web/ui/layout.tsx';
import { EmptyState } from '#web/ui/list-states.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { LoadError } from '../load-error.tsx';
import styles from './gallery.module.css';

/** The time in milliseconds for which loaded photos are used again. Their links are valid for an hour. */
const pictureStale_ms = 600_000;

function useGallery() {
  return useInfiniteQuery(
    api.progress.listMyPhotos.infiniteOptions({
      input: (cursor: string | undefined) => ({ limit: ProgressLimits.gallery_page, cursor }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
      staleTime: pictureStale_ms,
    }),
  );
}

/** Matches a device whose main pointer is a finger. On such a device one tap opens a photo. */
const withFinger = '(hover: none) and (pointer: coarse)';

/** Shows every photo of the person, the newest first. A double-click, a tap, or Enter shows a photo in full size. */
export default function GalleryDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['dashboard-cards', 'dashboard']);
  const query = useGallery();
  const lead = useMedia(withFinger) ? 'gallery.lead_tap' : 'gallery.lead';
  const [shown, setShown] = useState<number>();
  const photos = query.data?.pages.flatMap((page) => page.photos) ?? [];
  const total = query.data?.pages[0]?.total ?? 0;
  const open = shown === undefined ? undefined : photos[shown];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="window"
      title={t('gallery.title')}
      lead={total > 0 ? t(lead, { count: total }) : undefined}
    >
      {!query.data ? (
        query.isError ? (
          <LoadError
            error={query.error}
            text={t('dashboard:error.photos')}
            onRetry={() => void query.refetch()}
            busy={query.isFetching}
          />
        ) : (
          <WaitingGrid />
        )
      ) : photos.length === 0 ? (
        <EmptyState title={t('gallery.none')} text={t('gallery.none_text')} />
      ) : (
        <>
          <ul className={styles.grid}>
            {photos.map((photo, at) => (
              <Tile key={photo.id} photo={photo} onOpen={() => setShown(at)} />
            ))}
          </ul>
          <LoadMore query={query}>{t('gallery.more')}</LoadMore>
        </>
      )}
      {open && shown !== undefined && (
        <FullSize
          photo={open}
          onClose={() => setShown(undefined)}
          onNewer={shown > 0 ? () => setShown(shown - 1) : undefined}
          onOlder={shown < photos.length - 1 ? () => setShown(shown + 1) : undefined}
        />
      )}
    </Dialog>
  );
}

function Tile({ photo, onOpen }: { photo: GalleryPhoto; onOpen: () => void }) {
  const { t } = useTranslation(['dashboard-cards', 'dashboard']);
  const { date } = useFormat();
  const pose = t(`dashboard:pose.${photo.pose}`);
  const day = date(photo.created_at);
  // Safari 16 to 18 do not say which pointer caused a click, so the pointer is stored when it is pressed.
  const pointer = useRef('');
  // With a mouse, two clicks open a photo. With a finger, a pen or a key, one click is enough. A click by a key has no
  // click count.
  const onClick = ({ detail }: MouseEvent) => {
    if (detail === 0 || pointer.current !== 'mouse') onOpen();
  };
  return (
    <li>
      <button
        type="button"
        className={styles.tile}
        onPointerDown={({ pointerType }) => {
          pointer.current = pointerType;
        }}
        onClick={onClick}
        onDoubleClick={onOpen}
      >
        <img
          src={photo.thumb_url}
          alt={t('gallery.alt', { pose, date: day })}
          loading="lazy"
          width={photo.width_px}
          height={photo.height_px}
        />
        {photo.is_current && <span className={styles.current}>{t('gallery.current')}</span>}
        <span className={styles.words} aria-hidden="true">
          <b>{pose}</b> {day}
        </span>
      </button>
    </li>
  );
}

function WaitingGrid() {
  const { t } = useTranslation('dashboard');
  return (
    <div className={styles.grid} role="status">
      <span className="visually-hidden">{t('photos.loading')}</span>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((tile) => (
        <span key={tile} className={`skeleton ${styles.waiting}`} />
      ))}
    </div>
  );
}

interface FullSizeProps {
  photo: GalleryPhoto;
  onClose: () => void;
  /** Shows the neighbouring photo. The function is undefined at the first or last photo. */
  onNewer?: () => void;
  onOlder?: () => void;
}

/** Shows one photo as large as the window allows. The arrow keys show its neighbours. */
function FullSize({ photo, onClose, onNewer, onOlder }: FullSizeProps) {
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
