import { tintOf } from '#contract/community/signs.ts';
import { FaceDrawing } from '#web/ui/face/face-drawing.tsx';
import styles from './banner.module.css';

interface Props {
  name: string;
  url: string | null;
  /** True on a card, where the banner has a smaller height. */
  isCard?: boolean;
}

/**
 * A community's banner. Without an image it shows a drawing of a face. The colour of the background is derived from the
 * name.
 */
export function Banner({ name, url, isCard }: Props) {
  return (
    <div className={styles.banner} data-card={isCard || undefined} data-tint={url ? undefined : tintOf(name)}>
      {url ? <img src={url} alt="" /> : <FaceDrawing drawing="front" className={styles.art} />}
    </div>
  );
}
