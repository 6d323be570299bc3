import type { ModerationAction, ReportOutcome } from '#contract/community.ts';

const NOTHING_DONE: readonly ModerationAction[] = ['dismiss', 'restore', 'unlock', 'lift'];

/**
 * Returns the outcome that a reporter learns. Every measure against a person is `action`. A decision that was reversed
 * on appeal counts as no measure.
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
