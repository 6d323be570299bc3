import type { DoseUnit } from '../clinical.ts';

/** Planned and given doses. Amounts are in units, millilitres or percent. This file loads no clinical data. */

/** An item of the plan. */
export interface PlannedDose {
  readonly treatment: string;
  readonly product: string | null;
  readonly dose: number | { readonly right: number; readonly left: number } | null;
  readonly unit: DoseUnit | null;
  readonly per: 'area' | 'side' | null;
}

/** An amount that was given at one place of the face. */
export interface GivenDose {
  readonly treatment: string;
  readonly side: 'right' | 'left' | null;
  readonly product: number | null;
  readonly amount: number | null;
  readonly unit: DoseUnit | null;
}

/** Returns the places of a planned treatment, each with its planned amount. */
export function placesOf({ dose, per }: PlannedDose): { side: 'right' | 'left' | null; amount: number | null }[] {
  if (dose === null) return [{ side: null, amount: null }];
  if (typeof dose === 'number' && per !== 'side') return [{ side: null, amount: dose }];
  const { right, left } = typeof dose === 'number' ? { right: dose, left: dose } : dose;
  const sides = [
    { side: 'right' as const, amount: right },
    { side: 'left' as const, amount: left },
  ];
  return sides.filter(({ amount }) => amount > 0);
}

/**
 * Two sums of doses are equal if they differ by less than this. The value is below the finest step of every treatment.
 */
const SAME = 0.005;

/**
 * Compares the planned and the given amount of each treatment that has a dose. Amounts are summed over all sides and
 * points. The result is in the order of the plan; treatments that were not planned come last.
 */
export function compareDoses(
  planned: readonly PlannedDose[],
  done: readonly GivenDose[],
): { treatment: string; unit: DoseUnit; planned: number | null; done: number | null }[] {
  const rows = new Map<string, { unit: DoseUnit; planned: number | null; done: number | null }>();
  const add = (treatment: string, unit: DoseUnit | null, amount: number | null, which: 'planned' | 'done') => {
    if (unit === null || amount === null) return;
    const row = rows.get(treatment) ?? { unit, planned: null, done: null };
    rows.set(treatment, { ...row, [which]: Math.round(((row[which] ?? 0) + amount) * 1000) / 1000 });
  };
  for (const item of planned)
    for (const { amount } of placesOf(item)) add(item.treatment, item.unit, amount, 'planned');
  for (const { treatment, unit, amount } of done) add(treatment, unit, amount, 'done');
  return [...rows].map(([treatment, row]) => ({ treatment, ...row }));
}

export const differs = ({ planned, done }: { planned: number | null; done: number | null }): boolean =>
  Math.abs((planned ?? 0) - (done ?? 0)) >= SAME;
