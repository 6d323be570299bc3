import { Styles } from '#contract/drafts.ts';
import { clinicalVersion } from '#engine/clinical.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { DraftContent } from './drafts.queries.ts';

/** Doses are chosen, and signed, under the clinical dataset in force. A draft from before a new dataset must be saved again first, which checks its doses. */
export function assertDataset({ recipes, plan }: Pick<DraftContent, 'recipes' | 'plan'>): void {
  if ([plan, ...Styles.map((style) => recipes[style])].some(({ dataset }) => dataset !== clinicalVersion))
    throw new Refusal('CLINICAL_DATASET_OUTDATED');
}
