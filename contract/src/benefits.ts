import * as z from 'zod';
import { Instant } from './base.ts';

/** Benefits that paid plans include besides simulations. A patient can request one instead of a treatment. */
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
   * The number that the plan includes in any twelve months. Null: the plan sets no number, but only one request may
   * be open at a time.
   */
  included: z.number().int().nullable(),
  left: z.number().int().nullable(),
  may_ask: z.boolean(),
  /**
   * The time from which the caller may request the benefit again. Null if the caller may request it now, or if a
   * request is already open.
   */
  again_at: Instant.nullable(),
});
export type BenefitState = z.infer<typeof BenefitState>;
