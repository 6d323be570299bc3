import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StageController } from '../stage/stage-controller.ts';
import styles from './marks.module.css';
import type { XY } from './strokes.ts';
import { useTools } from './tool-context.ts';
import { type PointerWork, usePointer } from './use-pointer.ts';

export interface ToolWork extends PointerWork {
  /** Grabs the object at the cursor, or releases it. Called when Enter is pressed. */
  enter: (at: XY) => void;
  /** Called when a key has moved the cursor. */
  hover?: (at: XY) => void;
  remove?: () => void;
}

interface Props {
  size: { width: number; height: number };
  work: ToolWork;
  controller: RefObject<StageController | null>;
  children: ReactNode;
}

/**
 * The layer of a tool over the photo. It works with the pointer and with the keyboard. The arrow keys move a cross,
 * Enter acts at the position of the cross, and Delete removes an object.
 */
export function ToolLayer({ size, work, controller, children }: Props) {
  const { t } = useTranslation('studio');
  const { tool } = useTools();
  const svg = useRef<SVGSVGElement>(null);
  const [cursor, setCursor] = useState<XY | null>(null);
  const pointer = usePointer(svg, work, (first, second) => {
    controller.current?.grab(first);
    controller.current?.grab(second);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys with a modifier are shortcuts of the workspace. Ctrl+Enter, for example, opens the review and must not add a
    // point.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const from = cursor ?? [size.width / 2, size.height / 2];
    const to = movedCursor(from, event.key, event.shiftKey, size);
    const isRemoval = event.key === 'Delete' || event.key === 'Backspace';
    if (!to && event.key !== 'Enter' && !(isRemoval && work.remove)) return;
    event.preventDefault();
    event.stopPropagation();
    if (isRemoval) return work.remove?.();
    if (!to) return work.enter(from);
    setCursor(to);
    work.hover?.(to);
  };
  // The layer has the role "application" and handles keys, so it must be focusable. The lint rules accept a focusable
  // element only if it is a button or a field.
  /* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */
  return (
    <svg
      ref={svg}
      className={styles.layer}
      viewBox={`0 0 ${size.width} ${size.height}`}
      fill="none"
      data-tool-layer={tool}
      tabIndex={0}
      role="application"
      aria-label={t(`tool.${tool}_canvas`)}
      {...pointer}
      onPointerDown={(event) => {
        setCursor(null);
        pointer.onPointerDown(event);
        if (!event.defaultPrevented && event.button === 0) controller.current?.grab(event.nativeEvent);
      }}
      onKeyDown={onKeyDown}
      onBlur={() => setCursor(null)}
    >
      {children}
      {cursor && (
        <path
          className={styles.cross}
          d={`M${cursor[0] - 12} ${cursor[1]}h24M${cursor[0]} ${cursor[1] - 12}v24`}
          aria-hidden="true"
        />
      )}
    </svg>
  );
}

interface Size {
  width: number;
  height: number;
}

/**
 * The distance by which an arrow key moves the cursor, as a share of the photo's width. `STEP` applies without Shift,
 * and `FINE_STEP` with Shift.
 */
const STEP = 0.02;
const FINE_STEP = 0.004;

const ways: Record<string, XY> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Returns the position of the cursor after an arrow key, in pixels of the photo. Returns null for any other key. */
function movedCursor([x, y]: XY, key: string, isFine: boolean, { width, height }: Size): XY | null {
  const way = ways[key];
  if (!way) return null;
  const step = (isFine ? FINE_STEP : STEP) * width;
  const inside = (value: number, most: number) => Math.min(most, Math.max(0, value));
  return [inside(x + way[0] * step, width), inside(y + way[1] * step, height)];
}
