import { useEffect, useState } from 'react';
import type { FaceCheck, GhostPlace } from './face-check.ts';
import styles from './ghost.module.css';

/**
 * Shows the old photo half transparent during a retake. Its face is placed in the oval, like the new face, so that the
 * person can compare them.
 */
export function Ghost({ src, check, isMirrored }: { src: string; check: FaceCheck; isMirrored: boolean }) {
  const [place, setPlace] = useState<GhostPlace | null>(null);
  useEffect(() => {
    let isOver = false;
    setPlace(null);
    // An old photo that cannot be loaded or shows no face is left out.
    placeOf(src, check).then(
      (found) => !isOver && setPlace(found),
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [src, check]);
  if (!place) return null;
  const { width, left, top } = place;
  return (
    <div className={styles.ghost} data-mirrored={isMirrored || undefined}>
      <img src={src} alt="" style={{ width: `${width}%`, left: `${left}%`, top: `${top}%` }} />
    </div>
  );
}

async function placeOf(src: string, check: FaceCheck): Promise<GhostPlace | null> {
  const answer = await fetch(src);
  return answer.ok ? check.place(await answer.blob()) : null;
}
