import { clinicalClasses, clinicalTreatments, type TreatmentClass, type TreatmentName } from '../clinical.ts';
import type { Dose } from '../recipe.ts';
import { mayShareSession, weeksBetween } from './intervals.ts';
import { amountOf, isWithinSession, round, weeksOf } from './planned.ts';

/** The checked part of a session. Callers remove items that are not treatments of the dataset (threads, skincare). */
export interface CheckedSession {
  readonly weeks_after: number;
  readonly items: readonly { readonly treatment: TreatmentName; readonly dose: Dose }[];
}

/** A fault in a plan. `session` is the index of the session with the fault. */
export type PlanFault =
  /** The dose of one treatment is above its limit for one session. */
  | { readonly kind: 'dose_over_session'; readonly session: number; readonly treatment: TreatmentName }
  /** The sum of the doses of a whole class is above its limit for one session or one period. */
  | {
      readonly kind: 'class_over_session' | 'class_over_period';
      readonly session: number;
      readonly of: TreatmentClass;
      readonly amount: number;
      readonly most: number;
    }
  /** The treatment `second` is too soon after `first`. `weeks` is 0 if both are in the same session. */
  | {
      readonly kind: 'too_soon';
      readonly session: number;
      readonly first: TreatmentName;
      readonly second: TreatmentName;
      readonly weeks: number;
      readonly needed: number;
    };

/** Finds the doses and intervals of a plan that contradict the clinical dataset, session by session. */
export function findPlanFaults(sessions: readonly CheckedSession[]): PlanFault[] {
  const weeks = weeksOf(sessions);
  const visits = sessions.map(({ items }, at): Visit => ({ items, week: weeks[at] as number }));
  return visits.flatMap((visit, at) => {
    const before = visits.slice(0, at);
    return [...dosesOver(visit, at), ...classesOver(before, visit, at), ...tooSoon(before, visit, at)];
  });
}

interface Visit extends Pick<CheckedSession, 'items'> {
  readonly week: number;
}

const dosesOver = ({ items }: Visit, session: number): PlanFault[] =>
  items
    .filter(({ treatment, dose }) => !isWithinSession(treatment, dose))
    .map(({ treatment }) => ({ kind: 'dose_over_session', session, treatment }));

function classesOver(before: readonly Visit[], visit: Visit, session: number): PlanFault[] {
  const used = new Set(visit.items.map(({ treatment }) => clinicalTreatments[treatment].class));
  return [...used].flatMap((of): PlanFault[] => {
    const { session_max, period_max } = clinicalClasses[of];
    const amount = amountIn(visit, of);
    const over: PlanFault[] =
      amount > session_max ? [{ kind: 'class_over_session', session, of, amount, most: session_max }] : [];
    if (!period_max) return over;
    const within = [...before, visit].filter(({ week }) => week > visit.week - period_max.weeks);
    const sum = round(within.reduce((all, each) => all + amountIn(each, of), 0));
    if (sum > period_max.dose)
      over.push({ kind: 'class_over_period', session, of, amount: sum, most: period_max.dose });
    return over;
  });
}

const amountIn = ({ items }: Visit, of: TreatmentClass): number =>
  round(
    items
      .filter(({ treatment }) => clinicalTreatments[treatment].class === of)
      .reduce((all, { treatment, dose }) => all + amountOf(treatment, dose), 0),
  );

function tooSoon(before: readonly Visit[], { items, week }: Visit, session: number): PlanFault[] {
  const faults: PlanFault[] = [];
  for (const [index, { treatment: second }] of items.entries()) {
    for (const { treatment: first } of items.slice(0, index)) {
      if (!mayShareSession(first, second))
        faults.push({ kind: 'too_soon', session, first, second, weeks: 0, needed: apart(first, second) });
    }
    for (const earlier of before) {
      for (const { treatment: first } of earlier.items) {
        const between = week - earlier.week;
        const needed = weeksBetween(first, second);
        if (between < needed) faults.push({ kind: 'too_soon', session, first, second, weeks: between, needed });
      }
    }
  }
  return faults;
}

/**
 * Returns the minimum number of weeks between two treatments that may not share a session. Either treatment may be the
 * first, so the result is the shorter of the two intervals.
 */
const apart = (first: TreatmentName, second: TreatmentName): number =>
  Math.min(weeksBetween(first, second), weeksBetween(second, first));
