import type { Plan } from '#contract/base.ts';
import { type Benefit, Benefits, type BenefitState } from '#contract/benefits.ts';
import { YEAR_MS } from './entitlements.ts';

/**
 * The number of each benefit that a plan includes in any twelve months. Null means that the plan sets no limit. Only
 * one request for such a benefit may be open at a time.
 */
type Counts = Readonly<Partial<Record<Benefit, number | null>>>;

const essential: Counts = { Microneedling: 4, 'Baby Botox': 1, 'Mini skincare routine': 1 };
const plus: Counts = {
  ...essential,
  // Three instead of the one Baby Botox of `essential`. The patient can use two of them for one full Botox.
  'Baby Botox': 3,
  'Filler zone': 1,
  'Monthly follow-up': 12,
  'Quarterly re-evaluation': 4,
};
const elite: Counts = { ...plus, 'VIP event': null, 'Travel beauty plan': null, 'Free samples': null };
const counts: Readonly<Record<Plan, Counts>> = { free: {}, essential, plus, elite };

/** Returns the benefit that a request uses up. A full Botox uses up two Baby Botox. */
const countedAs = (benefit: Benefit): Benefit => (benefit === 'Full Botox' ? 'Baby Botox' : benefit);
const unitsOf = (benefit: Benefit): number => (benefit === 'Full Botox' ? 2 : 1);

/** A benefit that was requested and not cancelled. */
export interface Taken {
  readonly benefit: Benefit;
  readonly at: Date;
  /** True if the benefit has not been carried out yet. */
  readonly isOpen: boolean;
}

/** Returns the unused part of each benefit of a plan. A request uses up its benefit for twelve months. */
export const benefitsLeft = (plan: Plan, taken: readonly Taken[], now: Date): BenefitState[] =>
  Benefits.flatMap((benefit) => {
    const count = counts[plan][countedAs(benefit)];
    if (count === undefined) return [];
    const same = taken.filter((one) => countedAs(one.benefit) === countedAs(benefit));
    return count === null ? [uncounted(benefit, same)] : counted(benefit, count, same, now);
  });

const uncounted = (benefit: Benefit, same: readonly Taken[]): BenefitState => ({
  benefit,
  included: null,
  left: null,
  may_ask: !same.some(({ isOpen }) => isOpen),
  again_at: null,
});

function counted(benefit: Benefit, count: number, same: readonly Taken[], now: Date): BenefitState[] {
  const units = unitsOf(benefit);
  const included = Math.floor(count / units);
  if (included === 0) return [];
  const running = same
    .filter(({ at }) => at.getTime() > now.getTime() - YEAR_MS)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  let free = count - running.reduce((sum, one) => sum + unitsOf(one.benefit), 0);
  const left = Math.max(0, Math.floor(free / units));
  const next = running.find((one) => (free += unitsOf(one.benefit)) >= units);
  const again_at = left === 0 && next ? new Date(next.at.getTime() + YEAR_MS).toISOString() : null;
  return [{ benefit, included, left, may_ask: left > 0, again_at }];
}
