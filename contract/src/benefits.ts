import * as z from 'zod';
import { Instant } from './base.ts';

/** What paid plans include beside the simulations, as it is written in a request for it. */
export const Benefits = [
  'Microneedling',
  'Baby Botox',
  'Full Botox',
  'Filler zone',
  'Mini skincare routine',
  'Monthly follow-up',
  'Quarterly re-evaluation',
  'VIP event',
  'Travel beauty plan',
  'Free samples',
] as const;
export const Benefit = z.enum(Benefits);
export type Benefit = z.infer<typeof Benefit>;

/** How a benefit of the caller's plan stands. */
export const BenefitState = z.object({
  benefit: Benefit,
  /** In any twelve months; null: the plan names no number, and one is looked after at a time. */
  included: z.number().int().nullable(),
  left: z.number().int().nullable(),
  may_ask: z.boolean(),
  /** When the next one is there again; null while one may be asked for, and where one is being looked after. */
  again_at: Instant.nullable(),
});
export type BenefitState = z.infer<typeof BenefitState>;
