import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CORRECTIONS_MAX, type PointCorrection } from '#contract/markings.ts';
import { dragLandmark } from '#engine/geometry/correct-landmarks.ts';
import type { Landmarks } from '#engine/picture.ts';
import { toast } from '#web/ui/toast.ts';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import type { StageController } from '../stage/stage-controller.ts';
import type { Marked } from './marked.ts';
import styles from './marks.module.css';
import { isDrag, shareOf, type XY } from './strokes.ts';
import { ToolLayer } from './tool-layer.tsx';

interface Props {
  marked: Marked;
  controller: RefObject<StageController | null>;
}

/** A press within this distance of a point grabs the point. The distance is a share of the photo's width. */
const REACH = 0.018;

/**
 * Lets the doctor drag face points. The surrounding points follow. After a point is released, the simulation is drawn
 * again.
 */
export function PointsLayer({ marked: { pose, landmarks, size }, controller }: Props) {
  const { t } = useTranslation('studio');
  const { draft } = useWorkspace();
  const { corrections } = useDraft().content.markings.poses[pose];
  const [held, setHeld] = useState<{ index: number; from: XY; to: XY | null } | null>(null);
  const fixed = new Set(corrections.map(({ index }) => index));
  const shown = held?.to ? dragLandmark(landmarks, held.index, held.to, fixed) : landmarks;

  const take = (at: XY) => {
    const index = nearestHandle(landmarks, at, REACH * size.width);
    if (index === null) return false;
    setHeld({ index, from: at, to: null });
    return true;
  };
  const drag = (to: XY) => setHeld((now) => (now && (now.to || isDrag(now.from, to, size)) ? { ...now, to } : now));
  const drop = () => {
    const next = held?.to && withCorrection(corrections, held.index, held.to, size);
    if (next) draft.setPoseMarks(pose, { corrections: next });
    else if (held?.to) toast({ kind: 'info', title: t('face_points.full') });
    setHeld(null);
  };
  const work = {
    down: take,
    move: drag,
    up: drop,
    enter: (at: XY) => (held ? drop() : void take(at)),
    hover: drag,
    remove: () => corrections.length > 0 && draft.setPoseMarks(pose, { corrections: corrections.slice(0, -1) }),
  };
  const dots = (indices: readonly number[]) =>
    indices.flatMap((index) =>
      shown[index] ? [`M${shown[index][0].toFixed(1)} ${shown[index][1].toFixed(1)}h0`] : [],
    );
  return (
    <ToolLayer size={size} work={work} controller={controller}>
      <path className={styles.mesh} d={dots(shown.map((_, index) => index)).join('')} />
      {handles.map((index) => {
        const point = shown[index];
        return (
          point && (
            <g key={index} transform={`translate(${point[0].toFixed(1)} ${point[1].toFixed(1)})`}>
              <circle
                className={styles.handle}
                data-fixed={fixed.has(index) || undefined}
                data-held={held?.index === index || undefined}
                r={1}
              />
            </g>
          )
        );
      })}
    </ToolLayer>
  );
}

/** The indexes of the face points that the doctor can drag. The points between them move with them. */
export const handles = [
  10, 152, 234, 454, 172, 397, 70, 105, 107, 336, 334, 300, 33, 159, 133, 145, 362, 386, 263, 374, 168, 4, 98, 327, 61,
  0, 13, 14, 17, 291, 468, 473,
] as const;

/**
 * Returns the nearest face point that can be dragged, or null if every such point is further away than `reach`. All
 * values are in pixels of the photo.
 */
export function nearestHandle(landmarks: Landmarks, [x, y]: XY, reach: number): number | null {
  let best: number | null = null;
  let nearest = reach;
  for (const index of handles) {
    const point = landmarks[index];
    const distance = point ? Math.hypot(point[0] - x, point[1] - y) : Infinity;
    if (distance <= nearest) [best, nearest] = [index, distance];
  }
  return best;
}

/**
 * Adds a correction: the new position of a face point that the doctor dragged, in pixels. It replaces an earlier
 * correction of the same point. Returns null if no more corrections can be stored.
 */
export function withCorrection(
  corrections: readonly PointCorrection[],
  index: number,
  at: XY,
  size: { width: number; height: number },
): PointCorrection[] | null {
  const others = corrections.filter((each) => each.index !== index);
  if (others.length >= CORRECTIONS_MAX) return null;
  const [x, y] = shareOf(at, size);
  return [...others, { index, x, y }];
}
