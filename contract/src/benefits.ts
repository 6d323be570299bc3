import * as z from 'zod';
import { Instant } from './base.ts';

/** Benefits of paid plans besides simulations, as a request names them. */
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

/** State of one benefit of the caller's plan. */
export const BenefitState = z.object({
  benefit: Benefit,
  /** How many the plan includes in any twelve months. Null: no fixed number, but one request at a time. */
  included: z.number().int().nullable(),
  left: z.number().int().nullable(),
  may_ask: z.boolean(),
  /** When the next one becomes available. Null if the caller may request one now, or if a request is already open. */
  again_at: Instant.nullable(),
});
export type BenefitState = z.infer<typeof BenefitState>;
