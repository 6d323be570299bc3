import { type HistoryDraft, HistoryQuestions, type MedicalHistory } from '#contract/care.ts';

/** The number of steps. There is one step for each question, and one for the medicines. */
export const stepCount = HistoryQuestions.length + 1;

type Answers = HistoryDraft['answers'];

/**
 * Returns the step at which the patient continues. It is the step of the first unanswered question. If all are
 * answered, it is the step of the medicines. Steps are counted from 1.
 */
export function firstOpenStep(answers: Answers): number {
  const open = HistoryQuestions.findIndex((question) => !answers[question]);
  return open === -1 ? stepCount : open + 1;
}

/**
 * Returns the step that the address names. If it names none, or a step after the first open one, returns the first open
 * step.
 */
export function stepAt(asked: string | null, answers: Answers): number {
  const open = firstOpenStep(answers);
  const step = /^\d{1,2}$/.test(asked ?? '') ? Number(asked) : open;
  return step >= 1 && step <= open ? step : open;
}

/** The answers that the patient sees, with medicines. */
export type ToldHealth = HistoryDraft & { readonly medicines: string };

/**
 * Returns the answers of the draft. For a question that the draft does not answer, returns the answer that was
 * submitted last. If the patient has emptied the field for medicines, it stays empty.
 */
export const toldHealth = (submitted: MedicalHistory | undefined, draft: HistoryDraft): ToldHealth => ({
  answers: { ...submitted?.questions, ...draft.answers },
  medicines: draft.medicines ?? submitted?.medicines ?? '',
});

export const openCount = (answers: Answers): number => HistoryQuestions.filter((question) => !answers[question]).length;
