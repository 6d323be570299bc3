import { useEffect, useRef, useState } from 'react';
import type { HeatOverlay as Heat } from '#engine/worker/render-messages.ts';
import { useTools } from '../marks/tool-context.ts';
import { show } from '../stage/pixels.ts';
import styles from './skin.module.css';
import type { SkinReader } from './skin-reader.ts';

interface Props {
  reader: SkinReader | null;
  size: { width: number; height: number };
}

/** Shows where on the photo the chosen metric was measured. */
export function HeatOverlay({ reader, size }: Props) {
  const { heat: metric } = useTools();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [heat, setHeat] = useState<Heat | null>(null);
  useEffect(() => {
    if (!reader || !metric) return setHeat(null);
    let isOver = false;
    reader.heat(metric).then(
      (found) => !isOver && setHeat(found),
      () => !isOver && setHeat(null),
    );
    return () => void (isOver = true);
  }, [reader, metric]);
  useEffect(() => {
    if (!heat || !canvas.current) return;
    show(heat.picture, canvas.current);
    const { left, top, right, bottom } = heat.bounds;
    const { style } = canvas.current;
    style.left = `${(left / size.width) * 100}%`;
    style.top = `${(top / size.height) * 100}%`;
    style.width = `${((right - left) / size.width) * 100}%`;
    style.height = `${((bottom - top) / size.height) * 100}%`;
  }, [heat, size]);
  return heat ? <canvas ref={canvas} className={styles.heat} aria-hidden="true" /> : null;
}
