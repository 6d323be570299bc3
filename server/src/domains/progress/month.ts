import { type MonthlyProgress, ProgressLimits } from '#contract/progress.ts';
import type { Facts } from './facts.ts';

/** Returns the uploads as a percentage of the target, from 0 to 100. A target below 1 counts as 1. */
export const percentOf = (uploads: number, target: number): number =>
  Math.round(Math.min(100, Math.max(0, (uploads / Math.max(1, target)) * 100)));

export function monthOf(facts: Facts): MonthlyProgress {
  const monthly_target = facts.settings?.monthly_target ?? ProgressLimits.monthly_target;
  const { uploads_month, challenges_joined, challenges_completed, shares_friends, shares_community } = facts;
  return {
    uploads_month,
    monthly_target,
    percent: percentOf(uploads_month, monthly_target),
    challenges_joined,
    challenges_completed,
    shares_friends,
    shares_community,
    weekly_uploads: facts.weekly_uploads,
  };
}
