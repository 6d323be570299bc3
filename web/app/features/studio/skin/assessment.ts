import { type GivenScores, LEAST_SCORES, type SavedScore, type UntoldReason } from '#contract/skin-score.ts';
import { type ScoreName, scoreNames, scoreScale, weightedMean } from '#engine/metrics/score-scale.ts';
import type { SkinScore as MeasuredSkin } from '#engine/metrics/score-skin.ts';

/** A score with the doctor's judgement. */
export interface JudgedScore {
  /** The score that applies, from 0 to 100. It is null if neither the photo nor the doctor gives a value. */
  value: number | null;
  /** The score measured on the photo. */
  measured: number | null;
  /** The reason why the photo gave no value, or null if it gave one. */
  untold: UntoldReason | null;
  /** The measurement error of the value, in ± points. */
  error: number;
  /** The confidence of the measurement, from 0 to 1. */
  confidence: number;
  isEstimate: boolean;
}

export interface Assessment {
  /**
   * The overall score, computed from the scores that have a value. It is null if too few scores have a value. `told` is
   * the number of scores with a value.
   */
  overall: { value: number | null; error: number; told: number };
  scores: Readonly<Record<ScoreName, JudgedScore>>;
}

/** The doctor's corrections of measured values. */
export type Corrections = Readonly<Partial<Record<ScoreName, number>>>;

/** The doctor's assessment of one photo. */
export interface SkinJudgement {
  photo_id: string;
  corrections: Corrections;
  /** The confirmed assessment, which the doctor will sign. It is null until the doctor confirms the assessment. */
  given: GivenScores | null;
}

/** Returns the stored assessment in the form that the draft uses. */
export function judgementIn(kept: Pick<SavedScore, 'photo_id' | 'scores'> | null): SkinJudgement | null {
  if (!kept) return null;
  const { photo_id, scores } = kept;
  const corrections = Object.fromEntries(
    scoreNames.flatMap((name) => {
      const { value, measured } = scores[name];
      return value === null || value === measured ? [] : [[name, value]];
    }),
  );
  return { photo_id, corrections, given: scores };
}

const tenths = (value: number) => Math.round(value * 10) / 10;

/** Returns the values to sign. If the doctor did not correct a score, its measured value is used. */
export function givenScores({ scores }: MeasuredSkin, corrections: Corrections, hasSheet: boolean): GivenScores {
  const given = scoreNames.map((name) => {
    const { value, untold } = scores[name];
    const measured = value === null ? null : tenths(value);
    return [name, { value: corrections[name] ?? measured, measured, ...(untold && { untold }) }] as const;
  });
  return {
    ...(Object.fromEntries(given) as Record<ScoreName, GivenScores[ScoreName]>),
    scale: scoreScale,
    ...(hasSheet && { has_sheet: true }),
  };
}

/** Returns the measured scores with the doctor's corrections, and the overall score computed from them. */
export function assess({ overall, scores }: MeasuredSkin, corrections: Corrections): Assessment {
  const judged = Object.fromEntries(
    scoreNames.map((name) => {
      const { value: measured, untold, error, confidence, isAppearanceEstimate } = scores[name];
      const value = rounded(corrections[name] ?? measured);
      return [name, { value, measured, untold, error, confidence, isEstimate: isAppearanceEstimate }] as const;
    }),
  ) as Record<ScoreName, JudgedScore>;
  const told = scoreNames.filter((name) => judged[name].value !== null).length;
  const mean = told < LEAST_SCORES ? null : weightedMean((name) => judged[name].value);
  return { overall: { value: rounded(mean), error: overall.error, told }, scores: judged };
}

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value));

export const isCorrected = ({ value, measured }: JudgedScore): boolean => value !== rounded(measured);

/**
 * Returns the corrections after the doctor entered a value. If the value equals the measured one, the correction is
 * removed. For a score that the photo does not show, null removes the doctor's value.
 */
export function corrected(
  corrections: Corrections,
  name: ScoreName,
  value: number | null,
  measured: number | null,
): Corrections {
  const { [name]: _, ...others } = corrections;
  if (value === null) return others;
  const next = Math.min(100, Math.max(0, Math.round(value)));
  return next === rounded(measured) ? others : { ...others, [name]: next };
}
