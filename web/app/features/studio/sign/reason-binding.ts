import type { HistoryAnswer, HistoryQuestion, SafetyStatement } from '#contract/safety.ts';

/**
 * Binds the reason that a doctor types to the answer that the patient had given when the field got the focus. A change
 * of the answer while the doctor types therefore does not count as read. `answer` is the answer when the field appears.
 */
export function bindReason(question: HistoryQuestion, answer: HistoryAnswer | undefined) {
  let given_to = answer;
  return {
    onFocus(shown: HistoryAnswer | undefined) {
      given_to = shown;
    },
    reasonOf: (text: string): SafetyStatement['reasons'][number] => ({ question, text, ...(given_to && { given_to }) }),
  };
}
