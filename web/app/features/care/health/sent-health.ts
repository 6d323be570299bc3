import type { HistoryDraft, HistoryQuestion } from '#contract/care.ts';
import type { ToldHealth } from '#web/lib/health-steps.ts';

/**
 * Returns the answers as they are sent, without the details of answers that are now 'no'. Such details belong to an
 * earlier answer. The patient no longer sees them, and a doctor would read a contradiction.
 */
export const asSent = <T extends HistoryDraft['answers']>(answers: T): T =>
  Object.fromEntries(
    Object.entries(answers).map(([question, told]) => [
      question,
      told?.answer === 'no' ? { ...told, details: '' } : told,
    ]),
  ) as T;

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
