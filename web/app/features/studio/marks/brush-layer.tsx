import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BrushStroke } from '#contract/markings.ts';
import { toast } from '#web/ui/toast.ts';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import type { StageController } from '../stage/stage-controller.ts';
import type { Marked } from './marked.ts';
import styles from './marks.module.css';
import { extendStroke, shareOf, startStroke, strokePath, withStroke, type XY } from './strokes.ts';
import { useTools } from './tool-context.ts';
import { ToolLayer } from './tool-layer.tsx';

interface Props {
  marked: Marked;
  controller: RefObject<StageController | null>;
}

/**
 * Lets the doctor paint strokes on the photo. A stroke protects an area, or limits treatments to it. Undo removes one
 * stroke at a time.
 */
export function BrushLayer({ marked: { pose, size }, controller }: Props) {
  const { t } = useTranslation('studio');
  const { draft } = useWorkspace();
  const { brush } = useDraft().content.markings.poses[pose];
  const { brushMode, brushRadius } = useTools();
  const [stroke, setStroke] = useState<BrushStroke | null>(null);
  const begin = (at: XY) => setStroke(startStroke(brushMode, brushRadius, shareOf(at, size)));
  const draw = (at: XY) => setStroke((now) => now && extendStroke(now, shareOf(at, size), size.width / size.height));
  const end = () => {
    const next = stroke && withStroke(brush, stroke);
    if (next) draft.setPoseMarks(pose, { brush: next });
    else if (stroke) toast({ kind: 'info', title: t('brush.full') });
    setStroke(null);
  };
  const work = {
    down(at: XY) {
      begin(at);
      return true;
    },
    move: draw,
    up: end,
    cancel: () => setStroke(null),
    enter: (at: XY) => (stroke ? end() : begin(at)),
    hover: draw,
    remove: () => brush.length > 0 && draft.setPoseMarks(pose, { brush: brush.slice(0, -1) }),
  };
  return (
    <ToolLayer size={size} work={work} controller={controller}>
      {[...brush, ...(stroke ? [stroke] : [])].map((each, at) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: strokes have no id and are only added at the end
          key={at}
          className={styles.stroke}
          data-mode={each.mode}
          d={strokePath(each, size)}
          strokeWidth={each.radius * 2 * size.width}
        />
      ))}
    </ToolLayer>
  );
}
