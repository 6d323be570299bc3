import { noMarkings } from '#contract/markings.ts';
import { type Draft, PLAN_VALID_MONTHS, type Style, Styles } from '#contract/drafts.ts';
import { clinicalVersion } from '#engine/clinical.ts';
import { type Calibration, emptyRecipe } from '#engine/recipe.ts';
import type { DraftRow } from './drafts.queries.ts';

/** Returns the empty draft of a case. The empty draft has version 0 and no row in the table. */
export const emptyDraft = (style: Style | null, calibration: Calibration | undefined): Draft => ({
  version: 0,
  style: style ?? 'harmonious',
  recipes: Object.fromEntries(
    Styles.map((name) => [name, { ...emptyRecipe, ...(calibration && { calibration }) }]),
  ) as Draft['recipes'],
  plan: { dataset: clinicalVersion, note_to_patient: '', items: [], sessions: [], valid_months: PLAN_VALID_MONTHS },
  markings: noMarkings(),
  saved_at: null,
});

export const showDraft = ({ version, style, recipes, plan, markings, saved_at }: DraftRow): Draft => ({
  version,
  style,
  recipes,
  plan,
  markings: markings ?? noMarkings(),
  saved_at: saved_at.toISOString(),
});
