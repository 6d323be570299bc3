import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Day } from '#web/lib/calendar.ts';
import type { WallTime } from '#web/lib/wall-clock.ts';

/** The day and the minute at which the dragged entry would be dropped now. */
interface Ghost extends WallTime {
  readonly id: string;
  /** The length of the entry in minutes. */
  readonly length: number;
}

interface Options {
  body: RefObject<HTMLElement | null>;
  days: readonly Day[];
  firstMinute: number;
  lastMinute: number;
  onDrop: ((id: string, to: WallTime) => void) | undefined;
}

interface Grip {
  readonly id: string;
  readonly length: number;
  /** The number of minutes from the start of the entry to the point where the person pressed it. */
  readonly offset: number;
  readonly x: number;
  readonly y: number;
}

/** Dragged entries move in steps of this number of minutes. */
const SNAP_MIN = 15;
/**
 * The number of pixels by which the pressed pointer must move to start a drag. If it moves less, the press is a click.
 */
const SLOP_PX = 5;

/**
 * Lets the person drag an entry with a mouse or a pen. A finger scrolls the page. People who use touch or a keyboard
 * therefore move entries in a dialog. Escape cancels the drag.
 */
export function useDrag({ body, days, firstMinute, lastMinute, onDrop }: Options) {
  const [ghost, setGhost] = useState<Ghost | null>(null);
  const grip = useRef<Grip | null>(null);
  /** True after a drag. The click at its end must not open the entry. */
  const hasMoved = useRef(false);
  const isDragging = ghost !== null;

  useEffect(() => {
    if (!isDragging) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      grip.current = null;
      setGhost(null);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isDragging]);

  /** Returns the minute of the grid at a vertical position in the window. It is not rounded to `SNAP_MIN`. */
  const minuteAt = (clientY: number): number => {
    const column = body.current?.querySelector('.hour-grid__column')?.getBoundingClientRect();
    if (!column || column.height === 0) return firstMinute;
    return firstMinute + ((clientY - column.top) / column.height) * (lastMinute - firstMinute);
  };
  const dayAt = (clientX: number): Day => {
    const columns = [...(body.current?.querySelectorAll('.hour-grid__column') ?? [])];
    const index = columns.findLastIndex((column) => column.getBoundingClientRect().left <= clientX);
    return days[Math.max(0, index)] ?? '';
  };
  const ghostAt = ({ id, length, offset }: Grip, event: PointerEvent): Ghost => {
    const minute = Math.round((minuteAt(event.clientY) - offset) / SNAP_MIN) * SNAP_MIN;
    const latest = Math.floor((lastMinute - length) / SNAP_MIN) * SNAP_MIN;
    return { id, length, day: dayAt(event.clientX), minute: Math.min(latest, Math.max(firstMinute, minute)) };
  };
  const end = () => {
    grip.current = null;
    setGhost(null);
  };

  const handlers = (id: string, { minute, length }: { minute: number; length: number }) => ({
    onPointerDown(event: PointerEvent) {
      hasMoved.current = false;
      if (!onDrop || event.button !== 0 || event.pointerType === 'touch') return;
      grip.current = { id, length, offset: minuteAt(event.clientY) - minute, x: event.clientX, y: event.clientY };
    },
    onPointerMove(event: PointerEvent) {
      const held = grip.current;
      if (!held) return;
      if (!isDragging && Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLOP_PX) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      hasMoved.current = true;
      setGhost(ghostAt(held, event));
    },
    onPointerUp(event: PointerEvent) {
      const held = grip.current;
      const to = held && hasMoved.current ? ghostAt(held, event) : null;
      end();
      if (to) onDrop?.(to.id, { day: to.day, minute: to.minute });
    },
    onPointerCancel: end,
    onClickCapture(event: MouseEvent) {
      if (!hasMoved.current) return;
      hasMoved.current = false;
      event.stopPropagation();
      event.preventDefault();
    },
  });
  return { ghost, handlers };
}

export type Drag = ReturnType<typeof useDrag>;
