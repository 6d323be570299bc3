import type { OwnWords, PlanSession, SessionItem, UndosedKinds } from '#contract/sessions.ts';
import { clinicalTreatments, type TreatmentName } from '#engine/clinical.ts';
import { type CheckedSession, findPlanFaults, type Past, type PlanFault, visitsHad } from '#engine/plan/plan-faults.ts';
import { amountOf, plannedItem } from '#engine/plan/planned.ts';
import { proposeSessions } from '#engine/plan/propose-sessions.ts';
import { isTreatmentName } from '#engine/recipe.ts';
import type { ReadingLanguage } from '#contract/languages.ts';
import type { Recipe } from '../draft/recipes.ts';
import { drawable } from '../treatment/treatments.ts';
import type { Reason } from '../treatment/reasons.ts';

/**
 * The sessions of a plan. The first session is always the start of the plan. The functions of this module return
 * changed copies.
 */

export type Sessions = readonly PlanSession[];
/** The position of an item in the plan. */
export interface Place {
  session: number;
  item: number;
}

type Reasons = ReadonlyMap<TreatmentName, readonly Reason[]>;

/**
 * Returns a proposed plan for a recipe. The proposal takes account of the doses that the patient has already received.
 * Visits that the patient already had stay as they are. If the doctor has written a sentence about a treatment, the
 * first session with that treatment gets the sentence.
 */
export function proposedSessions(recipe: Recipe, reasons: Reasons, before: Sessions, past?: Past): PlanSession[] {
  const sentences = new Map<string, OwnWords>();
  for (const { treatment, sentence } of before.flatMap(({ items }) => items))
    if (sentence && !sentences.has(treatment)) sentences.set(treatment, sentence);
  const had = before.slice(0, past ? visitsHad(past) : 0);
  const taken = new Set(had.flatMap(({ items }) => items.map(({ treatment }): string => treatment)));
  const sentenceOf = (treatment: string) => {
    const sentence = taken.has(treatment) ? null : (sentences.get(treatment) ?? null);
    taken.add(treatment);
    return sentence;
  };
  const proposed = proposeSessions(drawable(recipe), past, checkedSessions(had)).map((session) => ({
    ...session,
    items: session.items.map((item) => ({
      ...item,
      reasons: [...(reasons.get(item.treatment) ?? [])],
      sentence: sentenceOf(item.treatment),
    })),
  }));
  return [...had, ...proposed];
}

/** Returns the sessions with only the treatments that the dataset contains. */
const checkedSessions = (sessions: Sessions): CheckedSession[] =>
  sessions.map(({ weeks_after, items }) => ({
    weeks_after,
    items: items.flatMap(({ treatment, dose }) =>
      isTreatmentName(treatment) && dose !== null ? [{ treatment, dose }] : [],
    ),
  }));

/** Returns a new item for a treatment, with its usual product and aftercare, and the lowest usual dose. */
export const newItem = (treatment: TreatmentName): SessionItem => ({
  ...plannedItem(treatment, clinicalTreatments[treatment].usual[0]),
  reasons: [],
  sentence: null,
});

/**
 * Returns a new item for a kind of treatment without a dose in the dataset. The doctor's sentence describes the
 * treatment.
 */
export const newUndosed = (treatment: (typeof UndosedKinds)[number], language: ReadingLanguage): SessionItem => ({
  treatment,
  area: 'skin',
  product: null,
  dose: null,
  unit: null,
  per: null,
  reasons: [],
  risks: [],
  alternatives: [],
  aftercare: [],
  sentence: { text: '', language },
});

const fromStart = (sessions: Sessions): PlanSession[] =>
  sessions.map((session, at) => (at === 0 && session.weeks_after !== 0 ? { ...session, weeks_after: 0 } : session));

export const changeSession = (sessions: Sessions, at: number, change: Partial<PlanSession>): PlanSession[] =>
  fromStart(sessions.map((session, index) => (index === at ? { ...session, ...change } : session)));

export const addSession = (sessions: Sessions): PlanSession[] =>
  fromStart([...sessions, { weeks_after: 2, review: sessions.length > 0, items: [] }]);

export const removeSession = (sessions: Sessions, at: number): PlanSession[] =>
  fromStart(sessions.filter((_, index) => index !== at));

/**
 * Swaps a session with its neighbour. The intervals stay in their positions, so the timing of the plan does not change.
 */
export function moveSession(sessions: Sessions, at: number, step: 1 | -1): PlanSession[] {
  const moved = [...sessions];
  const [one, other] = [moved[at], moved[at + step]];
  if (!one || !other) return moved;
  moved[at] = { ...other, weeks_after: one.weeks_after };
  moved[at + step] = { ...one, weeks_after: other.weeks_after };
  return fromStart(moved);
}

const itemsOf = (sessions: Sessions, at: number): SessionItem[] => sessions[at]?.items ?? [];

export const changeItem = (sessions: Sessions, { session, item }: Place, change: Partial<SessionItem>): PlanSession[] =>
  changeSession(sessions, session, {
    items: itemsOf(sessions, session).map((each, index) => (index === item ? { ...each, ...change } : each)),
  });

export const addItem = (sessions: Sessions, at: number, item: SessionItem): PlanSession[] =>
  changeSession(sessions, at, { items: [...itemsOf(sessions, at), item] });

export const removeItem = (sessions: Sessions, { session, item }: Place): PlanSession[] =>
  changeSession(sessions, session, { items: itemsOf(sessions, session).filter((_, index) => index !== item) });

/**
 * Returns the position of an item after it has moved up or down by one. From the end of a session, the item moves to
 * the neighbouring session. Returns null if the item would leave the plan.
 */
export function placeBeside(sessions: Sessions, { session, item }: Place, step: 1 | -1): Place | null {
  const to = item + step;
  if (to >= 0 && to < itemsOf(sessions, session).length) return { session, item: to };
  const next = session + step;
  if (!sessions[next]) return null;
  return { session: next, item: step === 1 ? 0 : itemsOf(sessions, next).length };
}

export function moveItem(sessions: Sessions, from: Place, to: Place): PlanSession[] {
  const moved = itemsOf(sessions, from.session)[from.item];
  if (!moved) return [...sessions];
  const rest = removeItem(sessions, from);
  const items = itemsOf(rest, to.session);
  return changeSession(rest, to.session, { items: [...items.slice(0, to.item), moved, ...items.slice(to.item)] });
}

/** Whether an item is complete and can be sent. Incomplete items stay on the screen. */
export function isItemComplete({ treatment, dose, sentence }: SessionItem): boolean {
  if (!isTreatmentName(treatment)) return (sentence?.text.trim() ?? '') !== '';
  return dose !== null && amountInAll(dose) > 0;
}
const amountInAll = (dose: NonNullable<SessionItem['dose']>): number =>
  typeof dose === 'number' ? dose : dose.right + dose.left;

const isVisit = ({ items, review }: PlanSession): boolean => items.length > 0 || review;
export const isPlanComplete = (sessions: Sessions): boolean =>
  sessions.every((session) => isVisit(session) && session.items.every(isItemComplete));

/** Returns the item with its keys in a fixed order, because contents are compared as JSON text. */
function savableItem(item: SessionItem): SessionItem {
  const { treatment, area, product, dose, unit, per, reasons, risks, alternatives, aftercare, sentence } = item;
  const own = sentence && sentence.text.trim() !== '' ? { text: sentence.text, language: sentence.language } : null;
  return { treatment, area, product, dose, unit, per, reasons, risks, alternatives, aftercare, sentence: own };
}

/**
 * Returns the sessions to send. Incomplete items, empty visits and empty sentences are left out. If a visit is left
 * out, the weeks before it are added to the weeks before the next visit.
 */
export function savableSessions(sessions: Sessions): PlanSession[] {
  const kept: PlanSession[] = [];
  let skipped = 0;
  for (const session of sessions) {
    const items = session.items.filter(isItemComplete).map(savableItem);
    const visit = { weeks_after: Math.min(104, session.weeks_after + skipped), review: session.review, items };
    if (isVisit(visit)) kept.push(visit);
    skipped = isVisit(visit) ? 0 : visit.weeks_after;
  }
  return fromStart(kept);
}

/**
 * Returns the conflicts of the plan with the clinical dataset and with the doses that the patient has already received.
 * Only treatments that are in the dataset are checked.
 */
export const faultsOf = (sessions: Sessions, past?: Past): PlanFault[] =>
  findPlanFaults(checkedSessions(sessions), past);

/**
 * Corrects an interval between two treatments that is too short. If the treatments are in different visits, the later
 * visit is delayed. If they are in one visit, the second treatment is moved to a new visit. Doses are not changed,
 * because only the doctor decides them. Returns null if the fault has no such correction.
 */
export function mended(sessions: Sessions, fault: PlanFault): PlanSession[] | null {
  if (fault.kind === 'too_soon' && fault.weeks === 0 && isInOneVisit(sessions, fault)) {
    const at = itemsOf(sessions, fault.session).findLastIndex(({ treatment }) => treatment === fault.second);
    const item = itemsOf(sessions, fault.session)[at];
    if (!item) return null;
    const rest = removeItem(sessions, { session: fault.session, item: at });
    const visit = { weeks_after: fault.needed, review: false, items: [item] };
    return [...rest.slice(0, fault.session + 1), visit, ...rest.slice(fault.session + 1)];
  }
  if (fault.kind !== 'too_soon') return null;
  const weeks_after = (sessions[fault.session]?.weeks_after ?? 0) + fault.needed - fault.weeks;
  return changeSession(sessions, fault.session, { weeks_after });
}

const isInOneVisit = (sessions: Sessions, { session, first, second }: PlanFault & { kind: 'too_soon' }): boolean => {
  const names = itemsOf(sessions, session).map(({ treatment }) => treatment);
  return first === second ? names.filter((name) => name === first).length > 1 : names.includes(first);
};

/**
 * Returns the total doses for the heading of a session, for example 24 U and 1.5 mL. The doses of both sides are added.
 */
export function totalsOf({ items }: PlanSession): { units: number; mL: number } {
  const sum = (unit: 'units' | 'mL') =>
    items.reduce(
      (all, { treatment, dose, unit: own }) =>
        own === unit && dose !== null && isTreatmentName(treatment) ? all + amountOf(treatment, dose) : all,
      0,
    );
  return { units: Number(sum('units').toFixed(2)), mL: Number(sum('mL').toFixed(2)) };
}
