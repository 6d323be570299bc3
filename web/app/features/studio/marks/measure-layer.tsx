import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { measureLine } from '#engine/geometry/measure-lengths.ts';
import type { StageController } from '../stage/stage-controller.ts';
import type { Marked } from './marked.ts';
import styles from './marks.module.css';
import type { XY } from './strokes.ts';
import { type MeasuredLine, useTools } from './tool-context.ts';
import { ToolLayer } from './tool-layer.tsx';
import { useLengthWords } from './use-length-words.ts';

interface Props {
  marked: Marked;
  controller: RefObject<StageController | null>;
}

/** The minimum length of a line, as a share of the photo's width. Shorter lines are ignored as mistakes. */
const SHORTEST = 0.006;

/**
 * Lets the doctor draw lines on the photo, and shows the length of each line in millimetres with its measurement error.
 */
export function MeasureLayer({ marked: { landmarks, size }, controller }: Props) {
  const { t } = useTranslation('studio');
  const { lines, set } = useTools();
  const words = useLengthWords();
  const [line, setLine] = useState<MeasuredLine | null>(null);
  const end = () => {
    const isLong = line && Math.hypot(line.to[0] - line.from[0], line.to[1] - line.from[1]) > SHORTEST * size.width;
    if (isLong) set({ lines: [...lines, line] });
    setLine(null);
  };
  const draw = (to: XY) => setLine((now) => now && { ...now, to });
  const work = {
    down(at: XY) {
      setLine({ from: at, to: at });
      return true;
    },
    move: draw,
    up: end,
    cancel: () => setLine(null),
    enter: (at: XY) => (line ? end() : setLine({ from: at, to: at })),
    hover: draw,
    remove: () => set({ lines: lines.slice(0, -1) }),
  };
  return (
    <ToolLayer size={size} work={work} controller={controller}>
      {[...lines, ...(line ? [line] : [])].map(({ from, to }, at) => {
        const length = words(measureLine(landmarks, from, to));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and are only added at the end
          <g key={at} role="img" aria-label={t('measure.line', { length })}>
            <path className={styles.lineShade} d={`M${from.join(' ')}L${to.join(' ')}`} />
            <path className={styles.line} d={`M${from.join(' ')}L${to.join(' ')}`} />
            <g transform={`translate(${(from[0] + to[0]) / 2} ${(from[1] + to[1]) / 2})`}>
              <text className={styles.length}>{length}</text>
            </g>
          </g>
        );
      })}
    </ToolLayer>
  );
}
