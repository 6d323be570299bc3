import { achievementProcedures } from './progress/achievements.ts';
import { challengeProcedures } from './progress/challenges.ts';
import { friendProcedures } from './progress/friends.ts';
import { galleryProcedures } from './progress/gallery.ts';
import { productProcedures } from './progress/products.ts';
import { summaryProcedures } from './progress/summary.ts';

export * from './progress/achievements.ts';
export * from './progress/challenges.ts';
export * from './progress/friends.ts';
export * from './progress/gallery.ts';
export * from './progress/products.ts';
export * from './progress/score.ts';
export * from './progress/summary.ts';
export { ProgressLimits } from './progress/terms.ts';

/**
 * Procedures of the dashboard: skin score, friends, monthly progress, challenges, achievements, products and photos.
 */
export const progress = {
  ...summaryProcedures,
  ...friendProcedures,
  ...challengeProcedures,
  ...achievementProcedures,
  ...galleryProcedures,
  ...productProcedures,
};
