import type { SkinScoreCard } from '#contract/progress.ts';
import { type GivenScores, type ScoreName, ScoreNames } from '#contract/skin-score.ts';
import { changeOf, overallChange, scaleOf, showSigned } from '#server/domains/simulation/index.ts';
import type { Facts, ScoredPhoto } from './facts.ts';

type State = Pick<Facts, 'scores' | 'poses' | 'has_open_case' | 'has_signed_case'>;

/**
 * Returns the card of the skin score. The card has a number only if a doctor has signed a score. Otherwise it states
 * why there is no number.
 */
export function skinCard(facts: State): SkinScoreCard {
  const [current] = facts.scores.toReversed();
  const comparable = facts.scores.filter(({ scores }) => current && scaleOf(scores) === scaleOf(current.scores));
  const before = comparable.at(-2);
  return {
    state: current ? 'scored' : stateWithout(facts),
    current: current ? showSigned({ ...current, ...datesOf(current) }) : null,
    trend: current && before ? trendOf(before, current) : null,
    is_new_scale: comparable.length < facts.scores.length,
    history: comparable.map((one) => ({
      taken_at: datesOf(one).photo_taken_at.toISOString(),
      overall: one.overall,
      scores: valuesOf(one.scores),
    })),
  };
}

function stateWithout({ poses, has_open_case, has_signed_case }: State): SkinScoreCard['state'] {
  if (has_open_case) return 'with_doctor';
  if (has_signed_case) return 'not_scored';
  return poses > 0 ? 'no_case' : 'no_photos';
}

function trendOf(before: ScoredPhoto, current: ScoredPhoto): SkinScoreCard['trend'] {
  const overall = overallChange(before.scores, current.scores);
  if (!overall) return null;
  const changes = ScoreNames.flatMap((name) => {
    const [was, is] = [before.scores[name].value, current.scores[name].value];
    return was === null || is === null ? [] : [[name, changeOf(name, was, is)] as const];
  });
  return { since: datesOf(before).photo_taken_at.toISOString(), overall, scores: Object.fromEntries(changes) };
}

const valuesOf = (scores: GivenScores): Record<ScoreName, number | null> => bySix((name) => scores[name].value);

const bySix = <T>(of: (name: ScoreName) => T): Record<ScoreName, T> =>
  Object.fromEntries(ScoreNames.map((name) => [name, of(name)])) as Record<ScoreName, T>;

const datesOf = ({ photo_taken_at, signed_at }: ScoredPhoto) => ({
  photo_taken_at: new Date(photo_taken_at),
  signed_at: new Date(signed_at),
});
