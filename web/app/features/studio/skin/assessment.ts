import type { GivenScores, SavedScore } from '#contract/skin-score.ts';
import { type ScoreName, scoreNames, weightedMean } from '#engine/metrics/score-scale.ts';
import type { SkinScore as MeasuredSkin } from '#engine/metrics/score-skin.ts';

/** A score as the doctor judges it. */
export interface JudgedScore {
  /** What holds, 0–100. */
  value: number;
  /** What the photo gave. */
  measured: number;
  /** ± points within which two photos of unchanged skin differ. */
  band: number;
  /** 0–1. */
  confidence: number;
  isEstimate: boolean;
}

export interface Assessment {
  overall: { value: number; band: number };
  scores: Readonly<Record<ScoreName, JudgedScore>>;
}

/** Values by which a doctor corrected what was measured. */
export type Corrections = Readonly<Partial<Record<ScoreName, number>>>;

/** What the doctor says about one photo. */
export interface SkinJudgement {
  photo_id: string;
  corrections: Corrections;
  /** What is confirmed and will be signed; null while it is only tried out. */
  given: GivenScores | null;
}

/** What the service keeps, as the draft has it. */
export function judgementIn(kept: Pick<SavedScore, 'photo_id' | 'scores'> | null): SkinJudgement | null {
  if (!kept) return null;
  const { photo_id, scores } = kept;
  const changed = scoreNames.filter((name) => scores[name].value !== scores[name].measured);
  const corrections = Object.fromEntries(changed.map((name) => [name, scores[name].value]));
  return { photo_id, corrections, given: scores };
}

const tenths = (value: number) => Math.round(value * 10) / 10;

/** What is signed: the measured value where the doctor did not correct it. */
export function givenScores({ scores }: MeasuredSkin, corrections: Corrections): GivenScores {
  const given = scoreNames.map((name) => {
    const measured = tenths(scores[name].value);
    return [name, { value: corrections[name] ?? measured, measured }] as const;
  });
  return Object.fromEntries(given) as GivenScores;
}

/** What was measured, with the doctor's corrections; the overall score follows them. */
export function assess({ overall, scores }: MeasuredSkin, corrections: Corrections): Assessment {
  const judged = Object.fromEntries(
    scoreNames.map((name) => {
      const { value: measured, band, confidence, isAppearanceEstimate } = scores[name];
      const value = Math.round(corrections[name] ?? measured);
      return [name, { value, measured, band, confidence, isEstimate: isAppearanceEstimate }] as const;
    }),
  ) as Record<ScoreName, JudgedScore>;
  return {
    overall: { value: Math.round(weightedMean((name) => judged[name].value)), band: overall.band },
    scores: judged,
  };
}

export const isCorrected = ({ value, measured }: JudgedScore): boolean => value !== Math.round(measured);

/** A correction to the measured value is none. */
export function corrected(corrections: Corrections, name: ScoreName, value: number, measured: number): Corrections {
  const { [name]: _, ...others } = corrections;
  const next = Math.min(100, Math.max(0, Math.round(value)));
  return next === Math.round(measured) ? others : { ...others, [name]: next };
}
