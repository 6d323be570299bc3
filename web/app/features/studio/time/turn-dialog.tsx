import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhotoEntry } from '#contract/intake.ts';
import { type Moment, recipeAt } from '#engine/time/course.ts';
import { startRenderClient } from '#engine/worker/render-client.ts';
import { useFormat } from '#web/lib/format.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { TurnView } from '#web/ui/turn/turn-view.tsx';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import { canvasOf } from '../stage/pixels.ts';
import type { OpenPose } from '../stage/pose-store.ts';
import { liveSize } from '../stage/scaled-pose.ts';
import { useMarkedPose } from '../stage/use-marked-pose.ts';
import { drawable } from '../treatment/treatments.ts';
import styles from './time.module.css';

const LONGEST_PX = 1024;
const KEY = 'turn';

interface Props {
  photo: PhotoEntry;
  moment: Moment | null;
  onClose: () => void;
}

/**
 * Shows the current simulation on a head that can be turned. It is a separate dialog without the tools of the stage,
 * because measurements on a turned head would be wrong.
 */
export function TurnDialog({ photo, moment, onClose }: Props) {
  const { t } = useTranslation(['studio', 'course']);
  const { date } = useFormat();
  const { content } = useDraft();
  const { pose } = useMarkedPose(photo.id, photo.pose);
  const address = useRendering(pose, photo, moment);
  const find = useCallback(
    () => (pose ? Promise.resolve(foundIn(pose)) : Promise.reject(new Error('The photo is not open'))),
    [pose],
  );
  const name = t(`pose.${photo.pose}`);
  const style = t(`style.${content.style}`);
  const day = moment && t('course:value', { day: moment.day, band: t(`course:band.${moment.band}`).toLowerCase() });
  return (
    <Dialog isOpen onClose={onClose} size="window" title={t('course:turn.open')}>
      <div className={styles.turn}>
        {address ? (
          <TurnView
            before={{ src: photo.url, alt: t('stage.before', { pose: name }), date: date(photo.created_at) }}
            simulation={{ src: address, alt: t('stage.simulation', { pose: name, style }), date: day ?? style }}
            findFace={find}
          />
        ) : address === null ? (
          <Spinner label={t('course:preparing')} />
        ) : (
          <p role="alert">{t('course:turn.failed')}</p>
        )}
      </div>
    </Dialog>
  );
}

function foundIn(pose: OpenPose) {
  const { picture, landmarks } = liveSize(pose, LONGEST_PX);
  return { width: picture.width, height: picture.height, landmarks };
}

/**
 * Draws the image of the current recipe once and returns its address. Returns null until the image is drawn, and '' if
 * it could not be drawn.
 */
function useRendering(pose: OpenPose | null, photo: PhotoEntry, moment: Moment | null): string | null {
  const { draft } = useWorkspace();
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!pose) return;
    const client = startRenderClient();
    let made: string | null = null;
    let isOver = false;
    const draw = async () => {
      const { picture, landmarks } = liveSize(pose, LONGEST_PX);
      await client.prepare(KEY, picture, landmarks);
      const recipe = drawable(draft.liveRecipe);
      const brush = draft.liveBrush(photo.pose);
      const drawn = await client.render(KEY, moment ? recipeAt(recipe, moment) : recipe, brush && { brush });
      const blob = await canvasOf(drawn).convertToBlob({ type: 'image/jpeg', quality: 0.92 });
      if (isOver) return;
      made = URL.createObjectURL(blob);
      setAddress(made);
    };
    draw().catch(() => !isOver && setAddress(''));
    return () => {
      isOver = true;
      client.terminate();
      if (made) URL.revokeObjectURL(made);
    };
  }, [pose, photo.pose, moment, draft]);
  return address;
}
