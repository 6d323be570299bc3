import type { RefObject } from 'react';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import type { StageController } from '../stage/stage-controller.ts';
import { BrushLayer } from './brush-layer.tsx';
import { InjectionLayer } from './injection-layer.tsx';
import { isOlder, pointsOn, positionOn } from './injection-points.ts';
import type { Marked } from './marked.ts';
import styles from './marks.module.css';
import { MeasureLayer } from './measure-layer.tsx';
import { PointsLayer } from './points-layer.tsx';
import { useTools } from './tool-context.ts';

interface Props {
  marked: Marked;
  controller: RefObject<StageController | null>;
  /** True if the injection points are shown while no tool edits them. */
  showsPoints: boolean;
}

/** Draws the doctor's markings on the photo. With the current tool, the doctor who works on the case can edit them. */
export function MarkLayers({ marked, controller, showsPoints }: Props) {
  const { isEditable } = useWorkspace();
  const { tool } = useTools();
  if (tool === 'measure') return <MeasureLayer marked={marked} controller={controller} />;
  if (isEditable && tool === 'brush') return <BrushLayer marked={marked} controller={controller} />;
  if (isEditable && tool === 'points') return <PointsLayer marked={marked} controller={controller} />;
  if (isEditable && tool === 'injections') return <InjectionLayer marked={marked} controller={controller} />;
  return showsPoints ? <StillPoints marked={marked} /> : null;
}

function StillPoints({ marked }: { marked: Marked }) {
  const { injections } = useDraft().content.markings;
  const here = pointsOn(injections, marked.pose);
  if (here.length === 0) return null;
  return (
    <svg
      className={styles.still}
      viewBox={`0 0 ${marked.size.width} ${marked.size.height}`}
      fill="none"
      aria-hidden="true"
    >
      {here.map((point) => {
        const [x, y] = positionOn(point, marked);
        return (
          <g key={point.id} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
            <circle className={styles.needle} data-still="" data-older={isOlder(point, marked) || undefined} r={1} />
          </g>
        );
      })}
    </svg>
  );
}
