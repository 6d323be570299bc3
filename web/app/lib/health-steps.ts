import { type HistoryDraft, type HistoryQuestion, HistoryQuestions, type MedicalHistory } from '#contract/care.ts';

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

/**
 * Returns the answers as they are sent, without the details of answers that are now 'no'. Such details belong to an
 * earlier answer. The patient no longer sees them, and a doctor would read a contradiction.
 */
export const asSent = <T extends Answers>(answers: T): T =>
  Object.fromEntries(
    Object.entries(answers).map(([question, told]) => [
      question,
      told?.answer === 'no' ? { ...told, details: '' } : told,
    ]),
  ) as T;

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

type Unsent = Partial<HistoryDraft> & Pick<HistoryDraft, 'answers'>;

/**
 * Returns the answers and medicines that have changed since they were sent, or null if nothing has changed. Answers are
 * compared by identity, because every changed answer is a new object.
 */
export function unsentOf(now: ToldHealth, sent: HistoryDraft): Unsent | null {
  const changed = Object.entries(now.answers).filter(
    ([question, told]) => told !== sent.answers[question as HistoryQuestion],
  );
  const isSame = now.medicines === sent.medicines;
  if (isSame && changed.length === 0) return null;
  return { answers: asSent(Object.fromEntries(changed)), ...(!isSame && { medicines: now.medicines }) };
}

/** The answers and medicines that the service has, or that are being sent to it. */
export class SentHealth {
  #sent: HistoryDraft;

  constructor(told: ToldHealth) {
    this.#sent = told;
  }

  /** Returns what has changed since it was sent, or null. From now on it counts as sent. */
  take(now: ToldHealth): Unsent | null {
    const unsent = unsentOf(now, this.#sent);
    this.#sent = now;
    return unsent;
  }

  /** Records that a save has failed. The next `take` returns its answers and medicines again. */
  failed({ answers, medicines }: { readonly answers: object; readonly medicines?: string | null | undefined }) {
    const arrived = Object.entries(this.#sent.answers).filter(([question]) => !(question in answers));
    this.#sent = {
      answers: Object.fromEntries(arrived),
      medicines: medicines == null ? this.#sent.medicines : null,
    };
  }
}

export const openCount = (answers: Answers): number => HistoryQuestions.filter((question) => !answers[question]).length;
