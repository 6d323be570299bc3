import { createHash } from 'node:crypto';
import type { PhotoKind, Pose } from '#contract/intake.ts';
import type { GivenScores } from '#contract/skin-score.ts';
import type { Markings } from '#contract/markings.ts';
import type { Recipes, Style, TreatmentPlan } from '#contract/drafts.ts';

/** The content that a signature covers. Each hash is the SHA-256 of a stored JPEG, in hex. */
export interface SealedContent {
  readonly case_number: string;
  readonly version: number;
  readonly recipes: Recipes;
  readonly plan: TreatmentPlan;
  /**
   * The doctor's markings. Null in versions that were made before markings existed. The seals of these versions include
   * no markings.
   */
  readonly markings: Markings | null;
  readonly renderings: readonly { readonly pose: Pose; readonly style: Style; readonly sha256: string }[];
  readonly photos: readonly { readonly pose: PhotoKind; readonly sha256: string }[];
  /**
   * The findings of the automatic check that the doctor accepted. The field is absent if the doctor accepted none, so
   * that the hash of older content does not change.
   */
  readonly accepted?: readonly AcceptedMark[] | undefined;
  /**
   * The skin score. The field is absent if the case has no score, so that the hash of older content does not change.
   */
  readonly skin_score?: GivenScores | undefined;
}

export interface AcceptedMark {
  readonly pose: Pose;
  readonly style: Style;
  readonly kind: string;
  readonly x: number;
  readonly y: number;
  readonly at: string;
}

/**
 * Returns the SHA-256, in hex, of the content in canonical form. This form is JSON without white space, with sorted
 * keys, and with images sorted by pose and style. The same content always gives the same seal, regardless of how it is
 * stored. A changed pixel, text, dose or number gives another seal.
 */
export const sealOf = (content: SealedContent): string =>
  createHash('sha256').update(sealedText(content)).digest('hex');

/** Returns the content in canonical form. The seal is computed from this text. */
export function sealedText({ renderings, photos, ...said }: SealedContent): string {
  const { case_number, version, recipes, plan, markings, skin_score, accepted } = said;
  const content = {
    case_number,
    version,
    recipes,
    plan,
    markings: markings ?? undefined,
    renderings: renderings.map(({ pose, style, sha256 }) => ({ pose, style, sha256 })).sort(byPoseAndStyle),
    photos: photos.map(({ pose, sha256 }) => ({ pose, sha256 })).sort(byPoseAndStyle),
    skin_score,
    accepted,
  };
  return canonicalJson(content);
}

/** Returns JSON whose keys are sorted by code unit, as in RFC 8785. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null);
  const told = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(told).filter((key) => told[key] !== undefined);
  const parts = keys.sort().map((key) => `${JSON.stringify(key)}:${canonicalJson(told[key])}`);
  return `{${parts.join(',')}}`;
}

const keyOf = ({ pose, style = '' }: { pose: string; style?: string }): string => `${pose} ${style}`;
const byPoseAndStyle = (a: { pose: string; style?: string }, b: { pose: string; style?: string }): number =>
  keyOf(a) < keyOf(b) ? -1 : 1;
