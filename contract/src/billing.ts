import type { Plan } from './base.ts';

/** Prices in whole euros a month; a year costs twelve months less 15 %, rounded once, here. */
export const PlanPrices: Record<Plan, number> = { free: 0, essential: 143, plus: 189, elite: 290 };
export const ANNUAL_DISCOUNT = 0.15;
export const annualPrice = (plan: Plan): number => Math.round(PlanPrices[plan] * 12 * (1 - ANNUAL_DISCOUNT));
