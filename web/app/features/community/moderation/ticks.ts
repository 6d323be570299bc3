import type { ReportCase } from '#contract/community/moderation.ts';
import { CommunityLimits } from '#contract/community/terms.ts';

type Case = Pick<ReportCase, 'id' | 'is_own'> & { readonly subject: Pick<ReportCase['subject'], 'version'> };

/** The ids of the selected cases, each with the version of the text that the page showed at the selection. */
export type Ticks = ReadonlyMap<string, number | null>;

/**
 * Returns the selected cases. A case is no longer selected once it has left the queue, or once its text has changed,
 * because the moderator has not read the new text.
 */
export const chosenOf = <Some extends Case>(cases: readonly Some[], ticks: Ticks): Some[] =>
  cases.filter(({ id, subject }) => ticks.get(id) === subject.version);

/**
 * Whether the case can be selected. Cases about the moderator's own texts cannot, because they cannot be dismissed. One
 * decision accepts at most `together_max` cases.
 */
export const isTickable = ({ id, is_own }: Case, chosen: readonly Case[]): boolean =>
  !is_own && (chosen.length < CommunityLimits.together_max || chosen.some((one) => one.id === id));

/** Returns the selection with the case added or removed. */
export function toggled(cases: readonly Case[], ticks: Ticks, id: string): Ticks {
  const chosen = chosenOf(cases, ticks);
  const next = new Map(chosen.map(({ id: one, subject }) => [one, subject.version]));
  const found = cases.find((one) => one.id === id);
  if (found && !next.delete(id) && isTickable(found, chosen)) next.set(id, found.subject.version);
  return next;
}
