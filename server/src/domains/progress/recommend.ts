import type { ReadingLanguage } from '#contract/base.ts';
import { type Product, ProgressLimits, type RecommendedProduct } from '#contract/progress.ts';
import type { GivenScores, ScoreName } from '#contract/skin-score.ts';
import type { Facts } from './facts.ts';

/** The score below which a product is recommended. */
const ROOM_UNDER = 60;

type Reason = RecommendedProduct['reason'];

/**
 * Returns products that match a signed plan or score. Products for a treatment of the plan come first, followed by
 * products for the lowest scores. Products of equal rank are in the order of the catalogue. If there is neither a plan
 * nor a score, nothing is recommended.
 */
export function recommend(
  { products, plan_kinds, scores }: Pick<Facts, 'products' | 'plan_kinds' | 'scores'>,
  language: ReadingLanguage,
): RecommendedProduct[] {
  const newest = scores.at(-1)?.scores;
  return products
    .flatMap((product) => {
      const reason = reasonFor(product, plan_kinds ?? [], newest);
      return reason ? [{ product, reason, rank: rankOf(reason, newest) }] : [];
    })
    .sort((one, other) => one.rank - other.rank || one.product.position - other.product.position)
    .slice(0, ProgressLimits.products_shown)
    .map(({ product, reason }) => show(product, reason, language));
}

function reasonFor(
  { for_treatments, for_scores }: Product,
  planned: NonNullable<Facts['plan_kinds']>,
  scores: GivenScores | undefined,
): Reason | undefined {
  const treatment = for_treatments.find((kind) => planned.includes(kind));
  if (treatment) return { by: 'plan', treatment };
  const score = scores && lowest(for_scores, scores);
  return score ? { by: 'score', score } : undefined;
}

function lowest(names: readonly ScoreName[], scores: GivenScores): ScoreName | undefined {
  const low = names.flatMap((name) => {
    const { value } = scores[name];
    return value !== null && value < ROOM_UNDER ? [{ name, value }] : [];
  });
  return low.sort((one, other) => one.value - other.value)[0]?.name;
}

const rankOf = (reason: Reason, scores: GivenScores | undefined): number =>
  reason.by === 'plan' ? -1 : (scores?.[reason.score].value ?? 0);

const show = (product: Product, reason: Reason, language: ReadingLanguage): RecommendedProduct => ({
  id: product.id,
  name: language === 'fr' ? product.name_fr : product.name_en,
  description: language === 'fr' ? product.description_fr : product.description_en,
  price_cents: product.price_cents,
  currency: product.currency,
  reason,
});
