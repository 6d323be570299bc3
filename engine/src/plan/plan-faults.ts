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
  /** The sum of the doses of a whole class is above its limit for one session. */
  | (ClassFault & { readonly kind: 'class_over_session' })
  /**
   * The sum of the doses of a whole class is above its limit for one period. `earlier` is the part of `amount` that the
   * patient received before the plan. `starts_on` is the first day on which the plan can start, because enough of the
   * earlier doses are then outside the period. It is absent if the doses of the plan alone are above the limit, because
   * a later start does not help then.
   */
  | (ClassFault & { readonly kind: 'class_over_period'; readonly earlier?: number; readonly starts_on?: string })
  /** The treatment `second` is too soon after `first`. `weeks` is 0 if both are in the same session. */
  | {
      readonly kind: 'too_soon';
      readonly session: number;
      readonly first: TreatmentName;
      readonly second: TreatmentName;
      readonly weeks: number;
      readonly needed: number;
    };

interface ClassFault {
  readonly session: number;
  readonly of: TreatmentClass;
  readonly amount: number;
  readonly most: number;
}

/**
 * An amount of a class, in units or millilitres, that the patient received on a day (YYYY-MM-DD). If the dose was given
 * at a session of the signed plan, `visit` is the index of this session. `visits` is the number of sessions of that
 * plan.
 */
export interface ReceivedDose {
  readonly on: string;
  readonly of: TreatmentClass;
  readonly amount: number;
  readonly visit?: number | undefined;
  readonly visits?: number | undefined;
}

/** What the patient received before the plan, and the day on which the plan starts. */
export interface Past {
  readonly received: readonly ReceivedDose[];
  /** The earlier treatments of any kind. They also show which sessions without toxin or filler have taken place. */
  readonly visited?: readonly VisitIndex[];
  readonly starts_on: string;
}
type VisitIndex = Pick<ReceivedDose, 'visit' | 'visits'>;

/** Returns the number of sessions at the start of the plan that the patient already had. */
export const visitsHad = ({ received, visited = [] }: Omit<Past, 'starts_on'>): number =>
  1 + Math.max(-1, ...[...received, ...visited].map(({ visit = -1 }) => visit));

/**
 * Finds the doses and intervals of a plan that contradict the clinical dataset, session by session. The limits of a
 * period also count the doses of the past. Sessions that the patient already had count once, with the larger one of the
 * planned and the received amount. Without a past, only the plan itself is checked.
 */
export function findPlanFaults(sessions: readonly CheckedSession[], past?: Past): PlanFault[] {
  const weeks = weeksOf(sessions);
  const visits = sessions.map(({ items }, at): Visit => ({ items, week: weeks[at] as number }));
  const known = past && withSessions(past, sessions.length);
  return visits.flatMap((visit, at) => {
    const before = visits.slice(0, at);
    return [...dosesOver(visit, at), ...classesOver([...before, visit], at, known), ...tooSoon(before, visit, at)];
  });
}

/**
 * Returns whether a treatment was given at one of the `count` sessions of the plan. False if a session has been removed
 * from the plan since then, because the index may now mean another session. In this case, the treatment counts in
 * addition to all doses of the plan.
 */
export const isVisitOf = ({ visit, visits = 0 }: VisitIndex, count: number): boolean =>
  visit !== undefined && visits <= count;

const withSessions = (past: Past, count: number): Past => {
  const known = <One extends VisitIndex>(one: One): One => (isVisitOf(one, count) ? one : { ...one, visit: undefined });
  return { ...past, received: past.received.map(known), visited: (past.visited ?? []).map(known) };
};

interface Visit extends Pick<CheckedSession, 'items'> {
  readonly week: number;
}

const dosesOver = ({ items }: Visit, session: number): PlanFault[] =>
  items
    .filter(({ treatment, dose }) => !isWithinSession(treatment, dose))
    .map(({ treatment }) => ({ kind: 'dose_over_session', session, treatment }));

/** Checks the doses of the last visit in `visits` against the limits of their classes. */
function classesOver(visits: readonly Visit[], session: number, past: Past | undefined): PlanFault[] {
  const visit = visits[session] as Visit;
  const used = new Set(visit.items.map(({ treatment }) => clinicalTreatments[treatment].class));
  return [...used].flatMap((of): PlanFault[] => {
    const { session_max } = clinicalClasses[of];
    const amount = amountIn(visit, of);
    const over: PlanFault[] =
      amount > session_max ? [{ kind: 'class_over_session', session, of, amount, most: session_max }] : [];
    return [...over, ...overPeriod(visits, { session, of }, past)];
  });
}

const DAY_MS = 86_400_000;
const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/**
 * Checks the doses in the period that ends with the last visit in `visits`. A dose is in the period if it was given
 * fewer than `weeks` weeks before this visit. Only the part of each visit that the patient has not received yet counts
 * as a dose of the plan.
 */
function overPeriod(
  visits: readonly Visit[],
  { session, of }: Pick<ClassFault, 'session' | 'of'>,
  past: Past | undefined,
): PlanFault[] {
  const { period_max } = clinicalClasses[of];
  if (!period_max) return [];
  const { dose: most, weeks } = period_max;
  const open = stillOpen(visits, of, past);
  const { week, amount: added } = open[session] as OpenDose;
  if (added === 0) return [];
  const own = round(open.reduce((all, one) => (one.week > week - weeks ? all + one.amount : all), 0));
  if (own > most) return [{ kind: 'class_over_period', session, of, amount: own, most }];
  if (!past) return [];
  const received = receivedWithin(past, of, weeks - week);
  const sums = received.map((_, at) => received.slice(0, at + 1).reduce((all, { amount }) => all + amount, 0));
  const last = received[sums.findIndex((sum) => round(own + sum) > most)];
  if (!last) return [];
  const earlier = round(sums.at(-1) ?? 0);
  const amount = round(own + earlier);
  const starts_on = daysLater(last.on, 7 * (weeks - week));
  return [{ kind: 'class_over_period', session, of, amount, most, earlier, starts_on }];
}

interface OpenDose {
  readonly week: number;
  readonly amount: number;
}

/**
 * Returns the amount of a class that each visit still adds. The first visit after those that the patient had is in week
 * 0, because it may take place on the day on which the plan starts.
 */
function stillOpen(visits: readonly Visit[], of: TreatmentClass, past: Past | undefined): OpenDose[] {
  const received = past?.received ?? [];
  const begin = visits[past ? visitsHad(past) : 0]?.week ?? Infinity;
  return visits.map((visit, at) => {
    const given = received.filter((one) => one.of === of && one.visit === at);
    const amount = amountIn(visit, of) - given.reduce((sum, one) => sum + one.amount, 0);
    return { week: Math.max(0, visit.week - begin), amount: Math.max(0, round(amount)) };
  });
}

/**
 * Returns the doses of the given number of weeks before the start of the plan, newest first. If the plan starts later,
 * the oldest dose is the first that is outside the period.
 */
const receivedWithin = ({ received, starts_on }: Past, of: TreatmentClass, weeks: number): ReceivedDose[] =>
  received
    .filter((one) => one.of === of && daysLater(one.on, 7 * weeks) > starts_on)
    .sort((a, b) => b.on.localeCompare(a.on));

/** Returns the amount of a class that the patient received in the period before the start of the plan. */
export function amountBefore(past: Past, of: TreatmentClass): number {
  const received = receivedWithin(past, of, clinicalClasses[of].period_max?.weeks ?? 0);
  return round(received.reduce((sum, { amount }) => sum + amount, 0));
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
 * Returns the minimum number of weeks between two treatments that may not share a session. The plan may give either
 * treatment first, so the order with the shorter interval is enough.
 */
const apart = (first: TreatmentName, second: TreatmentName): number =>
  Math.min(weeksBetween(first, second), weeksBetween(second, first));
