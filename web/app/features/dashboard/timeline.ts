import type { MyCase } from '#contract/cases.ts';

export interface TimelineStep {
  kind: 'received' | 'doctor' | 'published';
  state: 'done' | 'current' | 'next';
  /** When it happened. */
  at: string | null;
  /** Until when it is promised, as long as the promise can be kept. */
  by: string | null;
}

/** The way of a case, with nothing but what is known of it. A withdrawn case goes nowhere any more. */
export function timelineOf(
  {
    status,
    received_at,
    taken_at,
    published_at,
    due_at,
  }: Pick<MyCase, 'status' | 'received_at' | 'taken_at' | 'published_at' | 'due_at'>,
  now: number,
): TimelineStep[] {
  if (status === 'withdrawn') return [];
  const isPublished = status === 'published';
  const isLate = new Date(due_at).getTime() <= now;
  return [
    { kind: 'received', state: 'done', at: received_at, by: null },
    { kind: 'doctor', state: isPublished ? 'done' : 'current', at: taken_at, by: null },
    {
      kind: 'published',
      state: isPublished ? 'done' : 'next',
      at: published_at,
      by: isPublished || isLate ? null : due_at,
    },
  ];
}

/** How a moment in the future is spoken of, in the reader's own days. */
export function dayWord(moment: string, now: number): 'today' | 'tomorrow' | 'later' {
  const day = new Date(moment).toDateString();
  const tomorrow = new Date(now);
  tomorrow.setDate(tomorrow.getDate() + 1);
  if (day === new Date(now).toDateString()) return 'today';
  return day === tomorrow.toDateString() ? 'tomorrow' : 'later';
}
