import { type Draft, type Recipes, type Style, Styles, type TreatmentPlan } from '#contract/drafts.ts';
import type { SafetyStatement } from '#contract/safety.ts';
import { type PhotoEntry, Poses } from '#contract/intake.ts';
import type { Markings, PoseMarks } from '#contract/markings.ts';
import { ScoreNames } from '#contract/skin-score.ts';
import { clinicalVersion } from '#engine/clinical.ts';
import { type Calibration, engineVersion } from '#engine/recipe.ts';
import type { SkinJudgement } from '../skin/assessment.ts';
import { savableSessions } from '../plan/sessions.ts';
import { calibrated, findLinks, type Links, type Recipe, sameDose, type Treatment, withDose } from './recipes.ts';

/** The doctor's work in a draft. Undo restores all of its parts together. */
export interface DraftContent {
  style: Style;
  recipes: Recipes;
  links: Links;
  plan: TreatmentPlan;
  markings: Markings;
  /** The doctor's judgement of the measured skin, or null if there is none yet. */
  skin: SkinJudgement | null;
}

/**
 * Returns the content of a draft when it opens. A draft that nobody has saved yet starts with the recipes `asked`,
 * which follow the patient's requests.
 */
export function contentOf(
  draft: Draft,
  asked: Recipes,
  treatments: readonly Treatment[],
  skin: SkinJudgement | null,
): DraftContent {
  const isNew =
    Styles.every((style) => Object.keys(draft.recipes[style].treatments).length === 0) && draft.saved_at === null;
  const recipes = isNew ? asked : draft.recipes;
  return {
    style: draft.style,
    recipes,
    links: findLinks(recipes, treatments),
    plan: draft.plan,
    markings: draft.markings,
    skin,
  };
}

/**
 * Returns the finished statements about safety. An unfinished statement is a reason without text, or a note without
 * text or a day. It stays on the screen and is not sent.
 */
export function statedIn({ safety }: Pick<TreatmentPlan, 'safety'>): SafetyStatement | undefined {
  if (!safety) return undefined;
  const { asked, reasons, zones, not_before } = safety;
  const isNote = asked !== null && asked.text.trim() !== '' && /^\d{4}-\d\d-\d\d$/.test(asked.on);
  return { asked: isNote ? asked : null, reasons: reasons.filter(({ text }) => text.trim() !== ''), zones, not_before };
}

const noMarks: PoseMarks = { brush: [], seeds: [], corrections: [] };

/**
 * Returns the content without marks that were made on other photos than these. Undo, an earlier version or a merge may
 * bring back marks of a photo that the patient has replaced.
 */
export function onPhotos(content: DraftContent, photos: readonly Pick<PhotoEntry, 'id' | 'pose'>[]): DraftContent {
  const poses = { ...content.markings.poses };
  for (const { id, pose } of photos) {
    const { photo_id } = poses[pose];
    if (photo_id !== undefined && photo_id !== id) poses[pose] = noMarks;
  }
  const isSame = Poses.every((pose) => poses[pose] === content.markings.poses[pose]);
  return isSame ? content : { ...content, markings: { ...content.markings, poses } };
}

export function savable(content: DraftContent) {
  const { note_to_patient, note_language, sessions, items, valid_months } = content.plan;
  const { natural, harmonious, glamour } = content.recipes;
  // The keys always have this order, because contents are compared as JSON text.
  const stamp = ({ calibration, treatments }: Recipe): Recipe => ({
    version: 1,
    dataset: clinicalVersion,
    engine: engineVersion,
    ...(calibration && { calibration }),
    treatments,
  });
  return {
    style: content.style,
    recipes: { natural: stamp(natural), harmonious: stamp(harmonious), glamour: stamp(glamour) },
    plan: {
      dataset: clinicalVersion,
      note_to_patient,
      ...(note_language && { note_language }),
      sessions: savableSessions(sessions ?? []),
      items,
      valid_months,
      safety: statedIn(content.plan),
    },
    markings: content.markings,
  };
}

/**
 * Whether the draft must be saved again. True for a saved draft if its doses or its plan are based on another clinical
 * dataset, or if its images were drawn with another engine or calibration.
 */
export const isOutdated = ({ saved_at, plan, recipes }: Draft, inForce: Calibration | null): boolean =>
  saved_at !== null &&
  (calibrated(recipes, inForce) !== recipes ||
    [plan, ...Styles.map((style) => recipes[style])].some(({ dataset }) => dataset !== clinicalVersion) ||
    Styles.some((style) => recipes[style].engine !== engineVersion));

const equal = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const definedOnly = <T extends object>(parts: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };

/**
 * Whether both judgements have the same confirmed scores of the same photo. Unconfirmed corrections are ignored,
 * because nobody else sees them. The service does not keep the order of the keys, so each score is compared.
 */
export function sameScores(a: SkinJudgement | null, b: SkinJudgement | null): boolean {
  const textOf = (skin: SkinJudgement | null) => {
    if (!skin?.given) return null;
    const { photo_id, given } = skin;
    const scores = ScoreNames.map((name) => [given[name].value, given[name].measured, given[name].untold ?? null]);
    return [photo_id, scores, given.scale ?? 1, given.has_sheet ?? false];
  };
  return equal(textOf(a), textOf(b));
}

/** Whether the service would store the same data for both contents. */
export const sameToServer = (a: DraftContent, b: DraftContent): boolean =>
  equal(savable(a), savable(b)) && sameScores(a.skin, b.skin);

function mergeRecipe(base: Recipe, mine: Recipe, theirs: Recipe): Recipe {
  const ids = new Set([...Object.keys(base.treatments), ...Object.keys(mine.treatments)]);
  return [...ids].reduce((merged, id) => {
    const isMine =
      !sameDose(base.treatments[id], mine.treatments[id]) || id in base.treatments !== id in mine.treatments;
    return isMine ? withDose(merged, id, mine.treatments[id] ?? null) : merged;
  }, theirs);
}

/**
 * Applies the doctor's changes since `base` to a colleague's newer version. If both changed the same part, the doctor's
 * change wins. The parts are the style, each dose, each field of the plan (for example the note or all sessions), the
 * markings of each photo, all injection points together, and the judgement of the skin.
 */
export function mergeDrafts(base: DraftContent, mine: DraftContent, theirs: DraftContent): DraftContent {
  const pick = <T>(b: T, m: T, t: T): T => (equal(b, m) ? t : m);
  const recipes = { ...theirs.recipes };
  for (const style of Styles)
    recipes[style] = mergeRecipe(base.recipes[style], mine.recipes[style], theirs.recipes[style]);
  return {
    style: pick(base.style, mine.style, theirs.style),
    recipes,
    links: { ...theirs.links, ...mine.links },
    plan: {
      ...theirs.plan,
      note_to_patient: pick(base.plan.note_to_patient, mine.plan.note_to_patient, theirs.plan.note_to_patient),
      ...definedOnly({
        note_language: pick(base.plan.note_language, mine.plan.note_language, theirs.plan.note_language),
        sessions: pick(base.plan.sessions, mine.plan.sessions, theirs.plan.sessions),
      }),
      items: pick(base.plan.items, mine.plan.items, theirs.plan.items),
      valid_months: pick(base.plan.valid_months, mine.plan.valid_months, theirs.plan.valid_months),
      safety: pick(base.plan.safety, mine.plan.safety, theirs.plan.safety),
    },
    markings: {
      poses: {
        front: pick(base.markings.poses.front, mine.markings.poses.front, theirs.markings.poses.front),
        right: pick(base.markings.poses.right, mine.markings.poses.right, theirs.markings.poses.right),
        left: pick(base.markings.poses.left, mine.markings.poses.left, theirs.markings.poses.left),
      },
      injections: pick(base.markings.injections, mine.markings.injections, theirs.markings.injections),
    },
    skin: pick(base.skin, mine.skin, theirs.skin),
  };
}
