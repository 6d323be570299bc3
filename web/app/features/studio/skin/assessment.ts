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
