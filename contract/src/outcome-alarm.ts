import type { OutcomeEvents, ReportedSign, UrgentSigns } from './care.ts';
import { redFlagsIn } from './community/red-flags.ts';

type UrgentSign = (typeof UrgentSigns)[number];

interface Answers {
  readonly events: readonly (typeof OutcomeEvents)[number][];
  readonly note: string;
  /** The signs that the patient confirmed when asked about the note. Null if the patient was not asked. */
  readonly confirmed: readonly UrgentSign[] | null;
}

/**
 * Returns the signs in the answers to an outcome check that a doctor must know at once, the gravest first. The browser
 * then shows what to do, and the service alerts the team. Signs in the note that the patient did not confirm are left
 * out. Thoughts of suicide always count, because nobody should have to confirm them.
 */
export function alarmsIn({ events, note, confirmed }: Answers): ReportedSign[] {
  const signs = redFlagsIn(note).filter(
    (sign) => sign === 'distress' || confirmed === null || confirmed.includes(sign),
  );
  return [...signs, ...(events.includes('infection') ? (['infection'] as const) : [])];
}

/**
 * Returns the signs in the note that the patient must confirm or deny before the answers are sent. The search is wide,
 * so it also finds 'vision' in 'I cannot see any lines'. If the note mentions thoughts of suicide, the result is empty:
 * the browser sends the answers at once, without a question.
 */
export function doubtfulSigns(note: string): UrgentSign[] {
  const signs = redFlagsIn(note);
  const doubtful = signs.filter((sign) => sign !== 'distress');
  return doubtful.length < signs.length ? [] : doubtful;
}
