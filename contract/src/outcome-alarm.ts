import type { OutcomeEvents, ReportedSign } from './care.ts';
import { redFlagIn } from './community/red-flags.ts';

interface Answers {
  readonly events: readonly (typeof OutcomeEvents)[number][];
  readonly note: string;
}

/**
 * Returns the signs in the answers to an outcome check that a doctor must know at once, the gravest first. The browser
 * then shows what to do, and the service alerts the team.
 */
export function alarmsIn({ events, note }: Answers): ReportedSign[] {
  const sign = redFlagIn(note);
  return [...(sign ? [sign] : []), ...(events.includes('infection') ? (['infection'] as const) : [])];
}
