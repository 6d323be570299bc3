import type { Plan } from '#contract/base.ts';
import { entitlements } from './entitlements.ts';

/** Maps the plan names that profiles may contain, including older names, to plans. */
const synonyms = new Map<string, Plan>([
  ['elite', 'elite'],
  ['plus', 'plus'],
  ['premium', 'plus'],
  ['essential', 'essential'],
]);

/**
 * Returns the plan for a stored name. A missing profile and any other name (basic, free, starter, trial) mean the free
 * plan.
 */
export const resolvePlan = (stored: string | null | undefined): Plan =>
  synonyms.get(`${stored}`.trim().toLowerCase()) ?? 'free';

/** Returns whether a stored plan includes the exclusive view. Plus, elite and premium do. */
export const isPaidForExclusiveView = (stored: string | null | undefined): boolean =>
  entitlements[resolvePlan(stored)].has_exclusive_view;
