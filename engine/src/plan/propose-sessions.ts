import { classOf, clinicalClasses, clinicalTreatments, groupOf, treatmentNames } from '../clinical.ts';
import type { TreatmentName } from '../clinical.ts';
import type { Side } from '../picture.ts';
import { type Dose, doseOn, type Recipe } from '../recipe.ts';
import { isOrdered, mayShareSession, weeksBetween } from './intervals.ts';
import { type CheckedSession, findPlanFaults, isVisitOf, type Past, type ReceivedDose } from './plan-faults.ts';
import { amountOf, isWithinSession, mapDose, plannedItem, type PlannedSession, round, weeksOf } from './planned.ts';

/** A treatment and the week in which it is given, counted from the first session. */
interface Placed {
  readonly treatment: TreatmentName;
  readonly dose: Dose;
  readonly week: number;
}

/** The order of treatments with an interval rule between them: toxin, filler, light, peels. */
const groupOrder = ['toxin', 'filler', 'light', 'peel'];
const rankOf = (treatment: TreatmentName): number => groupOrder.indexOf(groupOf(treatment));

/** What a proposal starts from. */
interface Frame {
  /** The sessions that the patient already had, and their last week. They stay at the start of the plan. */
  readonly had: readonly CheckedSession[];
  readonly lastWeek: number;
  /** The treatments of these sessions. */
  readonly given: readonly Placed[];
  /** The first week in which a treatment may be placed. It begins on `starts_on` of `past`. */
  readonly start: number;
  readonly past?: Past | undefined;
}

/**
 * Proposes the sessions of a treatment plan for the doses of a recipe. It places each part of a dose in the earliest
 * visit that the dataset's limits and intervals allow. Later visits begin with a review of all results that are visible
 * by then. The plan ends when all results have been reviewed. The same recipe always gives the same sessions.
 *
 * If the patient received doses earlier, treatments of the same class wait until the limit of the period allows them.
 * If every open session would have to wait, the proposal ignores the earlier doses. The whole plan must then start
 * later, and `findPlanFaults` names the day. The sessions of the plan that the patient already `had` stay as they are,
 * and the proposal contains only the sessions after them.
 */
export function proposeSessions(recipe: Recipe, past?: Past, had: readonly CheckedSession[] = []): PlannedSession[] {
  const weeks = weeksOf(had);
  const lastWeek = weeks.at(-1) ?? 0;
  const given = had.flatMap(({ items }, at) => items.map((item) => ({ ...item, week: weeks[at] as number })));
  const frame: Frame = { had, lastWeek, given, start: had.length > 0 ? lastWeek + 1 : 0 };
  const atOnce = placeAll(recipe, frame);
  const start = weeksIn(atOnce)[0] ?? frame.start;
  const propose = (count: number) => {
    const placed = placeAll(recipe, { ...frame, start, past: past && pastOf(past, had.length, count) });
    const isAllLater = (weeksIn(placed)[0] ?? start) > start;
    return withReviews(isAllLater ? atOnce : placed, frame);
  };
  const proposed = propose(Infinity);
  // The first proposal shows how many sessions the plan has. The second one needs this number: doses that were given
  // under a plan with more sessions count in addition to this plan, as in `findPlanFaults`.
  return propose(had.length + proposed.length);
}

/**
 * Adapts the past to a plan with `count` sessions. A dose keeps its `visit` only if it was given at one of the first
 * `had` sessions. All other doses count in addition to the plan.
 */
function pastOf({ received, visited = [], starts_on }: Past, had: number, count: number): Past {
  const known = <One extends Pick<ReceivedDose, 'visit' | 'visits'>>(one: One): One =>
    isVisitOf(one, count) && (one.visit ?? had) < had ? { ...one, visits: 0 } : { ...one, visit: undefined };
  return { received: received.map(known), visited: visited.map(known), starts_on };
}

function placeAll(recipe: Recipe, frame: Frame): Placed[] {
  const placed: Placed[] = [];
  const used = treatmentNames.filter((name) => !isNothing(recipe.treatments[name]));
  for (const treatment of groupOrder.flatMap((group) => used.filter((name) => groupOf(name) === group))) {
    for (const dose of openParts(treatment, recipe.treatments[treatment] as Dose, frame.given)) {
      placed.push({ treatment, dose, week: earliestWeek(placed, { treatment, dose }, frame) });
    }
  }
  return placed;
}

/** Returns the parts of a dose that the patient has not had yet. `given` are the treatments of the earlier sessions. */
function openParts(treatment: TreatmentName, dose: Dose, given: readonly Placed[]): Dose[] {
  const before = given.filter((one) => one.treatment === treatment);
  if (clinicalTreatments[treatment].unit === 'percent') return partsOf(treatment, dose).slice(before.length);
  const rest = before.reduce((left, one) => lessBy(treatment, left, one.dose), dose);
  return isNothing(rest) ? [] : partsOf(treatment, rest);
}

function lessBy(treatment: TreatmentName, dose: Dose, less: Dose): Dose {
  const rest = (all: number, part: number) => Math.max(0, round(all - part));
  if (typeof dose === 'number' && typeof less === 'number') return rest(dose, less);
  const on = (side: Side) =>
    rest(
      doseOn({ treatments: { [treatment]: dose } }, treatment, side),
      doseOn({ treatments: { [treatment]: less } }, treatment, side),
    );
  return { right: on('right'), left: on('left') };
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

/** Ten years. The search for a free week ends here. The sessions for any valid dose end before it. */
const LAST_WEEK = 520;

function earliestWeek(placed: readonly Placed[], next: Omit<Placed, 'week'>, frame: Frame): number {
  const { start } = frame;
  for (let week = start; week < start + LAST_WEEK; week++) if (fits(placed, { ...next, week }, frame)) return week;
  throw new RangeError(`no session can hold ${next.treatment}`);
}

function fits(placed: readonly Placed[], next: Placed, frame: Frame): boolean {
  const { treatment, week } = next;
  const isFree = [...frame.given, ...placed].every((other) => {
    if (other.week === week) return mayShareSession(other.treatment, treatment);
    if (other.week > week) {
      const isEarlier = rankOf(other.treatment) < rankOf(treatment) && isOrdered(other.treatment, treatment);
      return !isEarlier && other.week - week >= weeksBetween(treatment, other.treatment);
    }
    return week - other.week >= Math.max(weeksBetween(other.treatment, treatment), courseWeeks(other, next));
  });
  return isFree && isWithinAmounts([...placed, next], next, frame);
}

/** Returns the weeks between sessions of one course. */
const courseWeeks = (a: Placed, b: Placed): number =>
  a.treatment === b.treatment ? classOf(a.treatment).session_weeks : 0;

/**
 * Returns whether the doses stay within the limits of a class after a part of a dose was placed. It checks only the
 * class of this part, because the sums of all other classes stay the same.
 */
function isWithinAmounts(placed: readonly Placed[], { treatment }: Placed, frame: Frame): boolean {
  const { had, lastWeek, start, past } = frame;
  const ofClass = placed.filter(
    (one) => clinicalTreatments[one.treatment].class === clinicalTreatments[treatment].class,
  );
  // `findPlanFaults` counts weeks from the first session that the patient has not had. An empty session in the week
  // `start` makes it count from `start`.
  const [first, ...others] = sessionsOf(ofClass);
  const begin = { weeks_after: start - lastWeek, items: [] };
  const sessions = first ? [...had, begin, { ...first, weeks_after: first.week - start }, ...others] : [];
  const faults = findPlanFaults(sessions, past);
  return !faults.some(
    ({ kind, session }) => session >= had.length && (kind === 'class_over_session' || kind === 'class_over_period'),
  );
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

function withReviews(placed: readonly Placed[], { had, lastWeek, given }: Frame): PlannedSession[] {
  let open = given.filter((one, at) => !given.slice(at + 1).some(({ treatment }) => treatment === one.treatment));
  const sessions = sessionsOf(placed).map(({ week, weeks_after, items }, at): PlannedSession => {
    const due = open.filter((one) => week - one.week >= reviewWeeks(one));
    // If a treatment is repeated, only its last session needs a review.
    const again = new Set(items.map(({ treatment }) => treatment));
    open = [...open.filter((one) => !due.includes(one) && !again.has(one.treatment)), ...items];
    return {
      weeks_after: at === 0 && had.length > 0 ? week - lastWeek : weeks_after,
      review: due.length > 0,
      items: items.map(({ treatment, dose }) => plannedItem(treatment, dose)),
    };
  });
  const last = weeksIn(placed).at(-1) ?? lastWeek;
  const reviewAt = Math.max(...open.map((one) => one.week + reviewWeeks(one)));
  return reviewAt > last ? [...sessions, { weeks_after: reviewAt - last, review: true, items: [] }] : sessions;
}

const reviewWeeks = ({ treatment }: Placed): number =>
  clinicalClasses[clinicalTreatments[treatment].class].review_weeks;
