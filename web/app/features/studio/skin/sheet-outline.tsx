import styles from './skin.module.css';
import type { Skin } from './use-skin.ts';

interface Props {
  reading: Skin['reading'];
  size: { width: number; height: number };
}

/**
 * Draws an outline around the area that the engine regards as white paper. The doctor checks that it is paper and not a
 * wall.
 */
export function SheetOutline({ reading, size }: Props) {
  if (reading === null || reading === 'failed' || reading.kind === 'refused' || !reading.sheet) return null;
  const { left, top, right, bottom } = reading.sheet;
  const share = (length: number, of: number) => `${(length / of) * 100}%`;
  return (
    <span
      className={styles.outline}
      aria-hidden="true"
      style={{
        left: share(left, size.width),
        top: share(top, size.height),
        width: share(right - left, size.width),
        height: share(bottom - top, size.height),
      }}
    />
  );
}
