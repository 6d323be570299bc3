import {
  AppearanceEstimates,
  type GivenScores,
  type SavedScore,
  ScoreNames,
  type SignedScore,
} from '#contract/skin-score.ts';

import { errorOf } from '#engine/metrics/score-scale.ts';
import type { SkinScoreRow } from './skin-scores.queries.ts';

export const showSaved = (row: SkinScoreRow | undefined): SavedScore | null =>
  row?.photo_id
    ? {
        photo_id: row.photo_id,
        scores: row.scores,
        overall: Number(row.overall),
        saved_at: row.saved_at.toISOString(),
      }
    : null;

interface Signed {
  readonly photo_taken_at: Date;
  readonly signed_at: Date;
  readonly practitioner_name: string;
  readonly overall: number;
  readonly scores: GivenScores;
}

export function showSigned({ photo_taken_at, signed_at, practitioner_name, overall, scores }: Signed): SignedScore {
  const shown = ScoreNames.map((name) => {
    const { value, measured, untold = null } = scores[name];
    const is_appearance_estimate = AppearanceEstimates.some((estimate) => estimate === name);
    return [
      name,
      {
        value,
        band: errorOf(name, scores.has_sheet),
        untold,
        is_appearance_estimate,
        is_corrected: value !== measured,
      },
    ];
  });
  return {
    taken_at: photo_taken_at.toISOString(),
    signed_at: signed_at.toISOString(),
    practitioner_name,
    overall: { value: overall, band: errorOf('overall') },
    scores: Object.fromEntries(shown) as SignedScore['scores'],
  };
}
