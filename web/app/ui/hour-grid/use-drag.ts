import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Day } from '#web/lib/calendar.ts';
import type { WallTime } from '#web/lib/wall-clock.ts';

/** The day and the minute at which the dragged entry would land. */
interface Ghost extends WallTime {
  readonly id: string;
  /** Minutes. */
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
  /** Minutes from the entry’s beginning to the point where it was grabbed. */
  readonly offset: number;
  readonly x: number;
  readonly y: number;
}

/** Entries snap to this many minutes. */
const SNAP_MIN = 15;
/** A click shakes by less. */
const SLOP_PX = 5;

/** Moves an entry with a mouse or a pen. A finger scrolls; with it, and with keys, entries are moved in a dialog. Escape leaves it where it was. */
export function useDrag({ body, days, firstMinute, lastMinute, onDrop }: Options) {
  const [ghost, setGhost] = useState<Ghost | null>(null);
  const grip = useRef<Grip | null>(null);
  /** The click at the end of a drag opens nothing. */
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

  /** The minute of the grid under a height of the window, without snapping. */
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
