import type { ExpectationAnswers } from '#contract/care.ts';

/**
 * Returns whether a doctor should talk with the person first. This is the case if the person is preoccupied with their
 * looks for an hour a day or more, and distressed or hindered by it. The questions follow the screening questionnaires
 * for body dysmorphic disorder (Phillips, The Broken Mirror, 2005; Dufresne et al., Dermatologic Surgery 2001). The
 * result is a screening, not a diagnosis.
 */
export const needsTalk = ({ is_preoccupied, is_distressed, is_hindered, time_a_day }: ExpectationAnswers): boolean =>
  is_preoccupied && (is_distressed || is_hindered) && time_a_day !== 'under_1h';
