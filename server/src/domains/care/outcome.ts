import { OutcomeKinds } from '#contract/care.ts';

export type OutcomeKind = (typeof OutcomeKinds)[number];
const DAY_MS = 86_400_000;
/**
 * The number of days from the treatment to each check. After two weeks botulinum toxin has its full effect. After three
 * months the swelling has gone and the effect is still visible.
 */
const daysAfter: Readonly<Record<OutcomeKind, number>> = { two_weeks: 14, three_months: 90 };

/** Returns the first day (YYYY-MM-DD) on which the check can be answered. */
export const dueOn = (treatedOn: string, kind: OutcomeKind): string => moved(treatedOn, daysAfter[kind]);

/** Returns the latest day of treatment for which the check is due on `day`. */
export const treatedBy = (day: string, kind: OutcomeKind): string => moved(day, -daysAfter[kind]);

const moved = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the checks that are not answered yet, each with the first day on which it can be answered. */
export const openChecks = (
  treatedOn: string,
  answered: readonly OutcomeKind[],
): { kind: OutcomeKind; due_on: string }[] =>
  OutcomeKinds.filter((kind) => !answered.includes(kind)).map((kind) => ({ kind, due_on: dueOn(treatedOn, kind) }));
