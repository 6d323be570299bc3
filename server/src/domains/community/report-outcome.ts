import type { ModerationAction, ReportOutcome } from '#contract/community.ts';

const NOTHING_DONE: readonly ModerationAction[] = ['dismiss', 'restore', 'unlock', 'lift'];

/** What a reporter hears of a decision: a measure against a person is `action`, whatever it was. A decision that an appeal reversed did nothing. */
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
