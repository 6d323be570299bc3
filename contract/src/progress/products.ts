import * as z from 'zod';
import { Id, Instant, text, VersionNumber, isStorable } from '../base.ts';
import { TreatmentKinds } from '../drafts.ts';
import { ScoreName, ScoreNames } from '../skin-score.ts';
import { progressProcedure as p, progressRefusals } from './terms.ts';

export const RecommendedProduct = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  price_cents: z.number().int(),
  currency: z.string(),
  /** The reason for the recommendation: a treatment of the signed treatment plan, or a skin score that can improve. */
  reason: z.discriminatedUnion('by', [
    z.object({ by: z.literal('plan'), treatment: z.enum(TreatmentKinds) }),
    z.object({ by: z.literal('score'), score: ScoreName }),
  ]),
});
export type RecommendedProduct = z.infer<typeof RecommendedProduct>;

export const ProductCurrencies = ['EUR', 'USD', 'CAD', 'GBP', 'AED', 'CHF'] as const;
const words = (max: number) => text(max).refine(isStorable);
const ProductFields = z.object({
  name_en: words(80),
  name_fr: words(80),
  description_en: words(300),
  description_fr: words(300),
  price_cents: z.number().int().min(0).max(10_000_00),
  currency: z.enum(ProductCurrencies),
  /**
   * Treatments for which the product is recommended. It is recommended to people who have one of them in a signed
   * treatment plan.
   */
  for_treatments: z.array(z.enum(TreatmentKinds)).max(TreatmentKinds.length),
  /** Scores for which the product is recommended. It is shown to people who score below 60 in one of them. */
  for_scores: z.array(ScoreName).max(ScoreNames.length),
  is_active: z.boolean(),
  /** The position among products that fit equally well. Smaller numbers come first. */
  position: z.number().int().min(0).max(9999),
});
export const Product = ProductFields.extend({ id: Id, version: z.number().int(), updated_at: Instant });
export type Product = z.infer<typeof Product>;
/**
 * Without `id`, the call creates a product. With `id`, it changes a product, and `version` is the version that the
 * caller has read. Every product needs at least one treatment or score for which it is recommended.
 */
export const SaveProduct = ProductFields.extend({
  id: Id.optional(),
  version: VersionNumber,
  idempotency_key: Id,
}).refine(({ for_treatments, for_scores }) => for_treatments.length + for_scores.length > 0, {
  path: ['for_treatments'],
  message: 'required',
});
export type SaveProduct = z.infer<typeof SaveProduct>;

export const productProcedures = {
  adminListProducts: p('admin_list_products', 'admin', 'List the products by position').output(z.array(Product)),
  adminSaveProduct: p('admin_save_product', 'admin', 'Add a product, or change one')
    .errors({ PRODUCT_CHANGED: progressRefusals.PRODUCT_CHANGED })
    .input(SaveProduct)
    .output(Product),
  adminDeleteProduct: p('admin_delete_product', 'admin', 'Delete a product')
    .input(z.object({ id: Id }))
    .output(z.object({ deleted: z.boolean() })),
};
