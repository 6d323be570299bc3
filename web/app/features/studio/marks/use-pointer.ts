import { type PointerEvent as ReactPointerEvent, type RefObject, useRef } from 'react';
import type { XY } from './strokes.ts';

/** The callbacks of a tool for a press, a move and the release of the pointer. Positions are in pixels of the photo. */
export interface PointerWork {
  /**
   * Starts an action of the tool. Returns false if the tool does not use the press. In that case the pointer moves the
   * photo.
   */
  down: (at: XY) => boolean;
  move: (at: XY) => void;
  up: () => void;
  /**
   * Called when a second finger touches the screen. The first touch was then the start of a pinch, and not a use of the
   * tool. If this function is missing, `up` is called instead.
   */
  cancel?: () => void;
}

function pixelUnder(svg: SVGSVGElement, { clientX, clientY }: { clientX: number; clientY: number }): XY {
  const matrix = svg.getScreenCTM()?.inverse();
  if (!matrix) return [0, 0];
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
  return [x, y];
}

/**
 * Returns the event handlers for the layer of a tool. The main button uses the tool. Other buttons and the wheel move
 * the view. Two fingers always move the view, and `onPinch` receives their events.
 */
export function usePointer(
  svg: RefObject<SVGSVGElement | null>,
  work: PointerWork,
  onPinch: (first: PointerEvent, second: PointerEvent) => void,
) {
  const held = useRef<PointerEvent | null>(null);
  const end = (how: () => void) => {
    if (!held.current) return;
    held.current = null;
    how();
  };
  const onPointerEnd = ({ pointerId }: ReactPointerEvent) => {
    if (pointerId === held.current?.pointerId) end(work.up);
  };
  return {
    onPointerDown(event: ReactPointerEvent) {
      const first = held.current;
      if (first && first.pointerId !== event.pointerId) {
        end(work.cancel ?? work.up);
        event.preventDefault();
        return onPinch(first, event.nativeEvent);
      }
      if (event.button !== 0 || !svg.current || !work.down(pixelUnder(svg.current, event))) return;
      event.preventDefault();
      svg.current.focus({ preventScroll: true });
      held.current = event.nativeEvent;
      svg.current.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: ReactPointerEvent) {
      if (event.pointerId !== held.current?.pointerId || !svg.current) return;
      held.current = event.nativeEvent;
      work.move(pixelUnder(svg.current, event));
    },
    onPointerUp: onPointerEnd,
    onPointerCancel: onPointerEnd,
  };
}
