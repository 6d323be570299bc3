import type { Friend } from '#contract/progress.ts';

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/**
 * Returns a friend with the friend's score and the difference from the reader's score. Both are rounded to whole
 * numbers, because friends should compare impressions, not measurements. A score is 0 to 100. A difference is −100 to
 * 100.
 */
export function showFriend(
  { id, name, overall }: { id: string; name: string; overall: number | null },
  mine: number | null,
): Friend {
  const score = overall === null ? null : clamp(Math.round(overall), 0, 100);
  const own = mine === null ? null : clamp(Math.round(mine), 0, 100);
  const difference = score === null || own === null ? null : clamp(score - own, -100, 100);
  return { connection_id: id, name, score, difference };
}
