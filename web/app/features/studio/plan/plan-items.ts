import type { PlanItem } from '#contract/drafts.ts';

export const emptyItem = (): PlanItem => ({
  kind: 'other',
  area: '',
  dose: '',
  sessions: 1,
  interval_weeks: 0,
  rationale: '',
  risks: '',
  alternatives: '',
});

export const replaceItem = (items: readonly PlanItem[], index: number, change: Partial<PlanItem>): PlanItem[] =>
  items.map((item, at) => (at === index ? { ...item, ...change } : item));

export const removeItem = (items: readonly PlanItem[], index: number): PlanItem[] =>
  items.filter((_, at) => at !== index);

/** Moves an item by one place; at an end it stays. */
export function moveItem(items: readonly PlanItem[], index: number, step: 1 | -1): PlanItem[] {
  const moved = [...items];
  const to = index + step;
  const [item, other] = [moved[index], moved[to]];
  if (!item || !other) return moved;
  moved[to] = item;
  moved[index] = other;
  return moved;
}

/** The week each item starts in when they are carried out one after the other: item by item, then its pauses. */
export function startWeeks(items: readonly PlanItem[]): number[] {
  let week = 0;
  return items.map((item) => {
    const start = week;
    if (item.sessions > 1) week += item.sessions * item.interval_weeks;
    return start;
  });
}

/** The whole number within the limits that is nearest to what was typed; nothing typed is none. */
export function nearestCount(text: string, min: number, max: number): number | null {
  if (text.trim() === '' || Number.isNaN(Number(text))) return null;
  return Math.min(max, Math.max(min, Math.round(Number(text))));
}
