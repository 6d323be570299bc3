import type { ExpectationAnswers } from '#contract/care.ts';

/**
 * Whether a doctor should talk with the person first: preoccupied, for an hour a day or more, and distressed or
 * hindered by it. The structure is that of the screening questionnaires for body dysmorphic disorder (Phillips, The
 * Broken Mirror, 2005; Dufresne et al., Dermatologic Surgery 2001). It screens, but diagnoses nothing.
 */
export const needsTalk = ({ is_preoccupied, is_distressed, is_hindered, time_a_day }: ExpectationAnswers): boolean =>
  is_preoccupied && (is_distressed || is_hindered) && time_a_day !== 'under_1h';
