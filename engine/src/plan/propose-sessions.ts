import { classOf, clinicalClasses, clinicalTreatments, groupOf, treatmentNames } from '../clinical.ts';
import type { TreatmentName } from '../clinical.ts';
import type { Dose, Recipe } from '../recipe.ts';
import { isOrdered, mayShareSession, weeksBetween } from './intervals.ts';
import { findPlanFaults, type Past } from './plan-faults.ts';
import { amountOf, isWithinSession, mapDose, plannedItem, type PlannedSession, round } from './planned.ts';

/** A treatment and the week in which it is given, counted from the first session. */
interface Placed {
  readonly treatment: TreatmentName;
  readonly dose: Dose;
  readonly week: number;
}

/** The order of treatments with an interval rule between them: toxin, filler, light, peels. */
const groupOrder = ['toxin', 'filler', 'light', 'peel'];
const rankOf = (treatment: TreatmentName): number => groupOrder.indexOf(groupOf(treatment));

/**
 * Proposes the sessions of a treatment plan for the doses of a recipe. It places each part of a dose in the earliest
 * visit that the dataset's limits and intervals allow. Later visits begin with a review of all results that are visible
 * by then. The plan ends when all results have been reviewed. The same recipe always gives the same sessions.
 *
 * Doses that the patient received before delay treatments of their class until the limit of the period allows them. If
 * this would delay the whole plan, the plan starts later instead, so its weeks stay the same.
 */
export function proposeSessions(recipe: Recipe, past?: Past): PlannedSession[] {
  // Doses at a visit of the current plan belong to a session that is proposed again, so they are not counted twice.
  const before = past && { ...past, received: past.received.filter(({ visit }) => visit === undefined) };
  const placed: Placed[] = [];
  const used = treatmentNames.filter((name) => !isNothing(recipe.treatments[name]));
  for (const treatment of groupOrder.flatMap((group) => used.filter((name) => groupOf(name) === group))) {
    for (const dose of partsOf(treatment, recipe.treatments[treatment] as Dose)) {
      placed.push({ treatment, dose, week: earliestWeek(placed, { treatment, dose }, before) });
    }
  }
  return withReviews(placed);
}

const isNothing = (dose: Dose | undefined): boolean =>
  dose === undefined || (typeof dose === 'number' ? dose <= 0 : dose.right <= 0 && dose.left <= 0);

/**
 * Returns the dose for each session. A dose in percent is the same in every session. Any other dose above the limit of
 * a session is divided as evenly as its steps allow.
 */
function partsOf(treatment: TreatmentName, dose: Dose): Dose[] {
  const { unit, finest } = clinicalTreatments[treatment];
  const { sessions, session_max } = classOf(treatment);
  if (unit === 'percent') return Array.from({ length: sessions }, () => dose);
  for (let count = 1; count < LAST_WEEK; count++) {
    const upTo = (value: number, part: number) =>
      Math.min(value, round(Math.ceil(round((value * part) / count / finest)) * finest));
    const parts = Array.from({ length: count }, (_, at) =>
      mapDose(dose, (value) => round(upTo(value, at + 1) - upTo(value, at))),
    );
    const fits = (part: Dose) => isWithinSession(treatment, part) && amountOf(treatment, part) <= session_max;
    if (parts.every(fits)) return parts;
  }
  throw new RangeError(`no session can hold ${treatment}`);
}

/** Ten years. The sessions for any valid dose end earlier. */
const LAST_WEEK = 520;

function earliestWeek(placed: readonly Placed[], next: Omit<Placed, 'week'>, past: Past | undefined): number {
  for (let week = 0; week < LAST_WEEK; week++) if (fits(placed, { ...next, week }, past)) return week;
  throw new RangeError(`no session can hold ${next.treatment}`);
}

function fits(placed: readonly Placed[], next: Placed, past: Past | undefined): boolean {
  const { treatment, week } = next;
  const isFree = placed.every((other) => {
    if (other.week === week) return mayShareSession(other.treatment, treatment);
    if (other.week > week) {
      const isEarlier = rankOf(other.treatment) < rankOf(treatment) && isOrdered(other.treatment, treatment);
      return !isEarlier && other.week - week >= weeksBetween(treatment, other.treatment);
    }
    return week - other.week >= Math.max(weeksBetween(other.treatment, treatment), courseWeeks(other, next));
  });
  return isFree && isWithinAmounts([...placed, next], next, past);
}

/** Returns the weeks between sessions of one course. */
const courseWeeks = (a: Placed, b: Placed): number =>
  a.treatment === b.treatment ? classOf(a.treatment).session_weeks : 0;

/**
 * Returns whether the doses stay within the limits of a class after a part of a dose was placed. It checks only the
 * class of this part, because the sums of all other classes stay the same.
 */
function isWithinAmounts(placed: readonly Placed[], { treatment }: Placed, past: Past | undefined): boolean {
  const ofClass = placed.filter(
    (one) => clinicalTreatments[one.treatment].class === clinicalTreatments[treatment].class,
  );
  // Weeks count from the first session, so an empty session marks the start of the plan.
  const [first, ...others] = sessionsOf(ofClass);
  const sessions = first ? [{ weeks_after: 0, items: [] }, { ...first, weeks_after: first.week }, ...others] : [];
  const faults = findPlanFaults(sessions, past);
  return !faults.some(({ kind }) => kind === 'class_over_session' || kind === 'class_over_period');
}

const weeksIn = (placed: readonly Placed[]): number[] =>
  [...new Set(placed.map(({ week }) => week))].sort((a, b) => a - b);

function sessionsOf(placed: readonly Placed[]) {
  const weeks = weeksIn(placed);
  return weeks.map((week, at) => ({
    week,
    weeks_after: week - (weeks[at - 1] ?? week),
    items: placed.filter((one) => one.week === week),
  }));
}

function withReviews(placed: readonly Placed[]): PlannedSession[] {
  let open: Placed[] = [];
  const sessions = sessionsOf(placed).map(({ week, weeks_after, items }): PlannedSession => {
    const due = open.filter((one) => week - one.week >= reviewWeeks(one));
    // If a treatment is repeated, only its last session needs a review.
    const again = new Set(items.map(({ treatment }) => treatment));
    open = [...open.filter((one) => !due.includes(one) && !again.has(one.treatment)), ...items];
    return {
      weeks_after,
      review: due.length > 0,
      items: items.map(({ treatment, dose }) => plannedItem(treatment, dose)),
    };
  });
  const last = weeksIn(placed).at(-1);
  if (last === undefined) return [];
  const reviewAt = Math.max(...open.map((one) => one.week + reviewWeeks(one)));
  return [...sessions, { weeks_after: reviewAt - last, review: true, items: [] }];
}

const reviewWeeks = ({ treatment }: Placed): number =>
  clinicalClasses[clinicalTreatments[treatment].class].review_weeks;
