import * as z from 'zod';
import { Instant } from './base.ts';

/** Benefits that paid plans include besides simulations. A request for an appointment names one of them. */
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

/** The state of one benefit of the caller's plan. */
export const BenefitState = z.object({
  benefit: Benefit,
  /**
   * Number that the plan includes in any twelve months. Null: the number is not fixed, but only one request may be open
   * at a time.
   */
  included: z.number().int().nullable(),
  left: z.number().int().nullable(),
  may_ask: z.boolean(),
  /**
   * The time at which the next one becomes available. Null if the caller may request one now, or if a request is
   * already open.
   */
  again_at: Instant.nullable(),
});
export type BenefitState = z.infer<typeof BenefitState>;
