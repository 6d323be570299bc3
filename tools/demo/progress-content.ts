import type { SaveProduct } from '#contract/progress.ts';
import type { ScoreName } from '#contract/skin-score.ts';

/** Age of each photo in days. */
export const photoDays = [118, 91, 62, 33, 20, 12, 6, 5, 4] as const;

/** The earlier scores. `lower` contains the number of points by which each score was below the newest score. */
export const scoresOfMonths: readonly { days: number; lower: Partial<Record<ScoreName, number>> }[] = [
  { days: 118, lower: { inflammation: 19, pores: 6, wrinkles: 5, hydration: 9, sebum: 4, elasticity: 2 } },
  { days: 91, lower: { inflammation: 15, pores: 5, wrinkles: 4, hydration: 7, sebum: 6, elasticity: 2 } },
  { days: 62, lower: { inflammation: 13, pores: 4, wrinkles: 4, hydration: 3, sebum: 2, elasticity: 1 } },
  { days: 33, lower: { inflammation: 11, pores: 3, wrinkles: 3, hydration: 2, sebum: 3, elasticity: 1 } },
];

/**
 * Scores of Alice's friends, by the name in their email address. `null` means that Alice has not answered this person's
 * request yet.
 */
export const friendScores: Readonly<Record<string, number | null>> = { sofia: 61, noor: 81, hugo: 70, anna: null };

type DemoProduct = Omit<SaveProduct, 'id' | 'version' | 'idempotency_key' | 'currency' | 'is_active' | 'position'>;

/** The products are invented, and so are the prices. */
export const products: readonly DemoProduct[] = [
  {
    name_en: 'Mineral sunscreen SPF 50+',
    name_fr: 'Écran minéral SPF 50+',
    description_en: 'Every morning, and for a month after a laser.',
    description_fr: 'Chaque matin, et pendant un mois après un laser.',
    price_cents: 2450,
    for_treatments: ['laser', 'peeling'],
    for_scores: ['inflammation'],
  },
  {
    name_en: 'Soothing recovery balm',
    name_fr: 'Baume apaisant de récupération',
    description_en: 'For the first five evenings after an injection.',
    description_fr: 'Pour les cinq premiers soirs après une injection.',
    price_cents: 1900,
    for_treatments: ['botox', 'hyaluronic_acid', 'mesotherapy'],
    for_scores: [],
  },
  {
    name_en: 'Hyaluronic serum 1.5%',
    name_fr: 'Sérum hyaluronique 1,5 %',
    description_en: 'Under your cream, where skin looks dry.',
    description_fr: 'Sous votre crème, là où la peau paraît sèche.',
    price_cents: 3600,
    for_treatments: ['skincare'],
    for_scores: ['hydration', 'elasticity'],
  },
  {
    name_en: 'Retinal night cream 0.05%',
    name_fr: 'Crème de nuit au rétinal 0,05 %',
    description_en: 'Fine lines and pores; three evenings a week to begin with.',
    description_fr: 'Ridules et pores ; trois soirs par semaine pour commencer.',
    price_cents: 4200,
    for_treatments: [],
    for_scores: ['wrinkles', 'pores'],
  },
  {
    name_en: 'Niacinamide gel 5%',
    name_fr: 'Gel niacinamide 5 %',
    description_en: 'Evens shine over the day.',
    description_fr: 'Régule la brillance au fil de la journée.',
    price_cents: 2200,
    for_treatments: [],
    for_scores: ['sebum', 'pores'],
  },
];
