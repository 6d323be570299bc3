import { useTranslation } from 'react-i18next';
import type { Rendering } from '#contract/drafts.ts';
import { useFormat } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import styles from '../check/check.module.css';
import { MarkItem } from '../check/mark-item.tsx';
import type { Fix } from './use-fix.ts';

export interface Marking {
  pictures: readonly Rendering[];
  /** Opens the image at full size and shows the name of the mark on it. */
  onLook: (renderingId: string, mark: number) => void;
  onAccept: (renderingId: string, mark: number, isAccepted: boolean) => Promise<void>;
  onFix: (fix: Fix) => void;
}

/** Lists the marks of one image. The doctor can accept a mark after opening the image at full size. */
export function PictureMarks({ about, pictures, onLook, onAccept, onFix }: Marking & { about: string }) {
  const { t } = useTranslation('studio');
  const { time } = useFormat();
  const picture = pictures.find(({ pose, style }) => `${pose} ${style}` === about);
  if (!picture) return null;
  return (
    <Stack as="ul" className={styles.list}>
      {picture.marks?.map((mark, i) => (
        <MarkItem
          key={`${mark.kind} ${mark.x} ${mark.y}`}
          mark={mark}
          number={i + 1}
          onFix={onFix}
          note={mark.accepted_at ? t('mark.accepted_at', { time: time(mark.accepted_at) }) : undefined}
        >
          <Button size="xs" onClick={() => onLook(picture.id, i)}>
            {t('mark.look')}
          </Button>
          {picture.is_seen && (
            <Button
              size="xs"
              variant={mark.is_accepted ? 'quiet' : undefined}
              onClick={() => void onAccept(picture.id, i, !mark.is_accepted)}
            >
              {t(mark.is_accepted ? 'mark.take_back' : 'mark.accept')}
            </Button>
          )}
        </MarkItem>
      ))}
    </Stack>
  );
}
