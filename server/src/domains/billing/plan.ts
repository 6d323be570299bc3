import type { Plan } from '#contract/base.ts';
import { entitlements } from './entitlements.ts';

/** The names of plans in older profiles. */
const synonyms = new Map<string, Plan>([
  ['elite', 'elite'],
  ['plus', 'plus'],
  ['premium', 'plus'],
  ['essential', 'essential'],
]);

/** The plan that a stored word stands for. No profile and every other word (basic, free, starter, trial) is Free. */
export const resolvePlan = (stored: string | null | undefined): Plan =>
  synonyms.get(`${stored}`.trim().toLowerCase()) ?? 'free';

/** Plus, elite and premium may turn on the exclusive view. */
export const isPaidForExclusiveView = (stored: string | null | undefined): boolean =>
  entitlements[resolvePlan(stored)].has_exclusive_view;
