import { type PointerEvent as ReactPointerEvent, type RefObject, useRef } from 'react';
import type { XY } from './strokes.ts';

/** What a tool does with a pointer that goes down, moves and comes up, in pixels of the photo. */
export interface PointerWork {
  /** Answers whether the tool takes the pointer; otherwise the photo is moved. */
  down: (at: XY) => boolean;
  move: (at: XY) => void;
  up: () => void;
}

function pixelUnder(svg: SVGSVGElement, { clientX, clientY }: { clientX: number; clientY: number }): XY {
  const matrix = svg.getScreenCTM()?.inverse();
  if (!matrix) return [0, 0];
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
  return [x, y];
}

/** Handlers for the layer of a tool: the main button works, any other button and the wheel stay with the view. */
export function usePointer(svg: RefObject<SVGSVGElement | null>, work: PointerWork) {
  const isDown = useRef(false);
  return {
    onPointerDown(event: ReactPointerEvent) {
      if (event.button !== 0 || !svg.current || !work.down(pixelUnder(svg.current, event))) return;
      event.preventDefault();
      svg.current.focus({ preventScroll: true });
      isDown.current = true;
      svg.current.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: ReactPointerEvent) {
      if (!isDown.current || !svg.current) return;
      work.move(pixelUnder(svg.current, event));
    },
    onPointerUp() {
      if (!isDown.current) return;
      isDown.current = false;
      work.up();
    },
    onPointerCancel() {
      if (!isDown.current) return;
      isDown.current = false;
      work.up();
    },
  };
}
