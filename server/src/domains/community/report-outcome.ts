import type { ModerationAction, ReportOutcome } from '#contract/community.ts';

const NOTHING_DONE: readonly ModerationAction[] = ['dismiss', 'restore', 'unlock', 'lift'];

/**
 * Returns the outcome that a reporter learns. Every measure except a removal is reported only as `action`. If the
 * decision was reversed on appeal, the outcome is `none`.
 */
export function outcomeOf({
  action,
  appeal_outcome,
}: {
  readonly action: ModerationAction | null;
  readonly appeal_outcome: 'upheld' | 'reversed' | null;
}): ReportOutcome | null {
  if (action === null) return null;
  if (NOTHING_DONE.includes(action) || appeal_outcome === 'reversed') return 'none';
  return action === 'remove' ? 'removed' : 'action';
}
