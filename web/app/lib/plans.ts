/**
 * The prices and contents of the plans. An annual price is twelve monthly prices minus 15 %, rounded to a whole euro.
 */
export const plans = {
  free: { month_cents: 0, year_cents: 0, features: 3 },
  essential: { month_cents: 14_300, year_cents: 145_900, features: 5, adds: 'free' },
  plus: { month_cents: 18_900, year_cents: 192_800, features: 5, adds: 'essential' },
  elite: { month_cents: 29_000, year_cents: 295_800, features: 4, adds: 'plus' },
} as const;

export type PlanKey = keyof typeof plans;
export const planKeys = Object.keys(plans) as PlanKey[];
