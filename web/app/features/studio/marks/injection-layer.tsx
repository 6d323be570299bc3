import { type RefObject, useState } from 'react';
import { INJECTIONS_MAX } from '#contract/markings.ts';
import { doseResponse } from '#engine/dose-response.ts';
import { doseOn, isTreatmentName } from '#engine/recipe.ts';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import type { StageController } from '../stage/stage-controller.ts';
import { drawable } from '../treatment/treatments.ts';
import { addPoint, isOlder, movePoint, type NewPoint, pointsOn, positionOn } from './injection-points.ts';
import type { Marked } from './marked.ts';
import styles from './marks.module.css';
import { isDrag, type XY } from './strokes.ts';
import { useTools } from './tool-context.ts';
import { ToolLayer } from './tool-layer.tsx';

interface Props {
  marked: Marked;
  controller: RefObject<StageController | null>;
}

const REACH = 0.016;

/** Shows the injection map on the photo. A press adds a point of the chosen treatment, or grabs an existing point. */
export function InjectionLayer({ marked, controller }: Props) {
  const { size, pose } = marked;
  const { draft } = useWorkspace();
  const { injections } = useDraft().content.markings;
  const { injectionId, set } = useTools();
  const nextPoint = useNextPoint();
  const [held, setHeld] = useState<{ id: string; from: XY; to: XY | null } | null>(null);
  const here = pointsOn(injections, pose).map((point) => ({
    point,
    at: (held?.id === point.id && held.to) || positionOn(point, marked),
  }));

  const take = (at: XY): boolean => {
    const near = here
      .map(({ point, at: [x, y] }) => ({ point, distance: Math.hypot(x - at[0], y - at[1]) }))
      .sort((a, b) => a.distance - b.distance)[0];
    if (near && near.distance <= REACH * size.width) {
      set({ injectionId: near.point.id, treatment: near.point.treatment });
      setHeld({ id: near.point.id, from: at, to: null });
      return true;
    }
    const next = nextPoint();
    if (!next) return false;
    draft.setMarkings({ injections: addPoint(injections, next, at, marked) });
    set({ injectionId: next.id });
    setHeld({ id: next.id, from: at, to: null });
    return true;
  };
  const drag = (to: XY) => setHeld((now) => (now && (now.to || isDrag(now.from, to, size)) ? { ...now, to } : now));
  const drop = () => {
    const { injections: newest } = draft.snapshot().content.markings;
    if (held?.to) draft.setMarkings({ injections: movePoint(newest, held.id, held.to, marked) });
    setHeld(null);
  };
  const work = {
    down: take,
    move: drag,
    up: drop,
    enter: (at: XY) => (held ? drop() : void take(at)),
    hover: drag,
    remove() {
      draft.setMarkings({ injections: injections.filter(({ id }) => id !== injectionId) });
      set({ injectionId: null });
    },
  };
  return (
    <ToolLayer size={size} work={work} controller={controller}>
      {here.map(({ point, at: [x, y] }) => (
        <g key={point.id} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
          {point.id === injectionId && <circle className={styles.ring} r={1} />}
          <circle className={styles.needle} data-older={isOlder(point, marked) || undefined} r={1} />
        </g>
      ))}
    </ToolLayer>
  );
}

/**
 * Returns a function that returns the data for the next point of the chosen treatment. That function returns null if no
 * point can be added. The new point has the dose and the product of the treatment's last point. It has the chosen
 * depth, or else the depth of the last point. The first point gets a quarter of the dose in the recipe.
 */
function useNextPoint(): () => NewPoint | null {
  const { recipes, style, markings } = useDraft().content;
  const { treatment, product, depth } = useTools();
  return () => {
    if (!treatment || !isTreatmentName(treatment) || markings.injections.length >= INJECTIONS_MAX) return null;
    const { family, unit, step } = doseResponse[treatment];
    const same = markings.injections.filter((point) => point.treatment === treatment);
    const recipe = drawable(recipes[style]);
    const planned = doseOn(recipe, treatment, 'right') + doseOn(recipe, treatment, 'left');
    const left = planned - same.reduce((sum, { dose }) => sum + dose, 0);
    const dose = same.at(-1)?.dose ?? Math.max(step, left / 4);
    return {
      id: crypto.randomUUID(),
      treatment,
      product: same.at(-1)?.product || product,
      dose: Number(dose.toFixed(unit === 'mL' ? 2 : 1)),
      depth: depth ?? same.at(-1)?.depth ?? (family === 'botox' ? 'intramuscular' : 'subcutaneous'),
    };
  };
}
