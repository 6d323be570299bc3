import {
  type ClinicalClass,
  classOf,
  clinicalClasses,
  clinicalIntervals,
  clinicalTreatments,
  clinicalZones,
  contraindicationRules,
  concerns,
  groupOf,
  type HealthAnswers,
  type HealthQuestion,
  type TreatmentClass,
  type TreatmentGroup,
  type TreatmentName,
  treatmentNames,
} from './clinical.ts';
import type { InjectionPoint } from './injection-map.ts';
import { doseAmount } from './plan/planned.ts';
import { findPlanFaults, isVisitOf, type PlanFault, type ReceivedDose } from './plan/plan-faults.ts';
import type { Side } from './picture.ts';
import { type Dose, doseOn, isTreatmentName, type Recipe } from './recipe.ts';

/**
 * A condition that must be met before a doctor can sign a treatment plan. The gate is open while the condition is not
 * met. The last screen before signing shows the doctor each open gate as a line. The service refuses to sign while a
 * gate is open. Screen and service both call `openGates`. To add a gate, add an entry to `gates`.
 */
export interface Gate {
  readonly code: GateCode;
  /**
   * The health question, treatment, class, zone, image or kind of plan item that the gate concerns. Empty if the code
   * alone identifies the gate.
   */
  readonly about: string;
  /** Further treatments, groups of treatments, images or kinds of marks that the gate concerns. */
  readonly names?: string[];
  readonly style?: string;
  /**
   * `given` is the planned value, and `most` and `least` are its limits: doses in the treatment's unit, intervals in
   * weeks. For `dose_period`, `given` is the sum of the planned doses and `earlier`. For `points_unconfirmed`, `given`
   * is the number of points.
   */
  readonly given?: number;
  readonly most?: number;
  readonly least?: number;
  /** The dose that the patient received before the plan. */
  readonly earlier?: number;
  /**
   * A day, as YYYY-MM-DD. If the gate is about an interval or a dose, the first day on which the plan may start. If it
   * is `not_before`, the earliest day that the plan states.
   */
  readonly day?: string;
}

export type GateCode =
  | 'age_unknown'
  | 'under_age'
  | 'health_untold'
  | 'contraindicated'
  | 'reason_missing'
  | 'dose_area'
  | 'dose_map'
  | 'points_unconfirmed'
  | 'dose_session'
  | 'dose_period'
  | 'interval_course'
  | 'interval_since'
  | 'not_before'
  | 'zone'
  | 'pictures_unseen'
  | 'artefact';

/**
 * Everything that the gates check. The gates ignore unknown names of treatments and kinds. The kind `other` counts as
 * known.
 */
export interface Signing {
  /**
   * One recipe for each style of simulation (for example `natural`). The patient sees all styles, so all recipes are
   * checked.
   */
  readonly recipes: Readonly<Record<string, Pick<Recipe, 'treatments'>>>;
  readonly items: readonly { readonly kind: string; readonly sessions: number; readonly interval_weeks: number }[];
  /**
   * The sessions of the treatment plan. `treatment` is a treatment of the dataset, or a kind of plan item that has no
   * doses.
   */
  readonly sessions: readonly {
    readonly weeks_after: number;
    readonly items: readonly { readonly treatment: string; readonly dose: Dose | null }[];
  }[];
  /** The last day on which the plan is valid if it is signed now, as YYYY-MM-DD. */
  readonly last_day: string;
  /** `is_confirmed` is false if the doctor placed the point on an earlier photo of the pose. */
  readonly injections: readonly (Pick<InjectionPoint, 'treatment' | 'dose'> & {
    readonly side: Side;
    readonly pose: string;
    readonly is_confirmed: boolean;
  })[];
  /** Whether the patient is an adult today. Null if the birth date is unknown. */
  readonly is_adult: boolean | null;
  /** The patient's answers to the health questions; null if there are none. */
  readonly health: HealthAnswers | null;
  /** What the patient wrote about each answer. */
  readonly health_details: Readonly<Partial<Record<HealthQuestion, string>>>;
  readonly stated: {
    /** The day on which the doctor asked the patient the health questions. Null if the doctor did not ask them. */
    readonly asked: { readonly on: string } | null;
    readonly reasons: readonly {
      readonly question: string;
      readonly text: string;
      /** The answer that the doctor had read when they wrote the reason. */
      readonly given_to?: { readonly answer: string; readonly details: string } | undefined;
    }[];
    readonly zones: readonly string[];
    readonly not_before: string | null;
  };
  /**
   * Earlier treatments that the patient reported, or that a doctor recorded. `visit` and `visits` have the same meaning
   * as in `ReceivedDose`.
   */
  readonly earlier: readonly ({
    readonly on: string;
    readonly kinds: readonly string[];
    readonly treatments: readonly string[];
    /**
     * The treatments of the visit, if it was a visit of this plan. `amount` is the planned or the given amount, whichever
     * is larger.
     */
    readonly content?: readonly { readonly treatment: string; readonly amount: number; readonly is_given: boolean }[];
  } & Pick<ReceivedDose, 'visit' | 'visits'>)[];
  /** The amounts of each class that the patient received before. */
  readonly received: readonly ReceivedDose[];
  readonly pictures: readonly { readonly pose: string; readonly style: string; readonly is_seen: boolean }[];
  /**
   * The marks that the automatic check placed on the images. `kind` names the fault, or states that the check could not
   * run.
   */
  readonly artefacts: readonly {
    readonly pose: string;
    readonly style: string;
    readonly kind: string;
    readonly is_accepted: boolean;
  }[];
  /** The current day, as YYYY-MM-DD. */
  readonly today: string;
}

type GateOf = (signing: Signing) => Gate[];

export const openGates: GateOf = (signing) => gates.flatMap((gate) => gate(signing));

const groupByKind: Readonly<Record<string, TreatmentGroup>> = {
  botox: 'toxin',
  hyaluronic_acid: 'filler',
  laser: 'light',
  peeling: 'peel',
  thread_lift: 'threads',
  mesotherapy: 'mesotherapy',
  skincare: 'skincare',
};

/**
 * Returns every treatment that has a dose in a recipe or at an injection point, or that a session contains. The order
 * is that of the dataset.
 */
function usedIn({ recipes, injections, sessions }: Signing): TreatmentName[] {
  const isDosed = (name: TreatmentName) =>
    Object.values(recipes).some((recipe) => totalOf(recipe, name) > 0) ||
    injections.some(({ treatment, dose }) => treatment === name && dose > 0) ||
    sessions.some(({ items }) => items.some(({ treatment }) => treatment === name));
  return treatmentNames.filter(isDosed);
}

/**
 * Returns the kinds of all plan items, and the `treatment` of each item in the sessions. Some of these treatments are
 * kinds that have no doses. The others are treatments of the dataset: `groupsOf` ignores them, because `groupByKind`
 * contains only kinds, and `usedIn` returns them.
 */
const kindsOf = ({ items, sessions }: Signing): string[] => [
  ...items.map(({ kind }) => kind),
  ...sessions.flatMap((session) => session.items.map(({ treatment }) => treatment)),
];

/** Returns the sum of the doses of both sides. */
const totalOf = (recipe: Pick<Recipe, 'treatments'>, name: TreatmentName): number =>
  doseOn(recipe, name, 'right') + doseOn(recipe, name, 'left');

/** Returns the treatment groups of these kinds of plan items. */
const groupsOf = (kinds: readonly string[]): TreatmentGroup[] => [
  ...new Set(kinds.flatMap((kind) => groupByKind[kind] ?? [])),
];

/** Requires a patient who is certainly an adult. The doctor cannot override this gate. */
const adult: GateOf = ({ is_adult }) =>
  is_adult ? [] : [{ code: is_adult === null ? 'age_unknown' : 'under_age', about: '' }];

/**
 * Requires the patient's answers, or the doctor's note that the questions were asked. A note with a future date is not
 * accepted.
 */
const healthTold: GateOf = ({ health, stated, today }) =>
  health || (stated.asked && stated.asked.on <= today) ? [] : [{ code: 'health_untold', about: '' }];

/** The kind of a plan item that names its treatment only in the doctor's own words. */
const UNNAMED = 'other';

/**
 * Returns the treatments of this plan to which the rule of a health question applies. If a plan item names only a
 * group, such as fillers, the doctor may mean any treatment of the group. The group is then returned if the rule
 * applies to it or to one of its treatments. A treatment of the kind 'other' may be any treatment, so every question
 * applies to it.
 */
function concernedBy(question: HealthQuestion, signing: Signing): string[] {
  const rule = contraindicationRules[question];
  const used = usedIn(signing);
  const kinds = kindsOf(signing);
  const drawn = new Set(used.map(groupOf));
  const planned = groupsOf(kinds).filter((group) => !drawn.has(group));
  const touches = (group: TreatmentGroup) =>
    rule.groups.includes(group) || rule.treatments.some((name) => groupOf(name) === group);
  const unnamed = kinds.includes(UNNAMED) ? [UNNAMED] : [];
  return [...used.filter((name) => concerns(rule, name)), ...planned.filter(touches), ...unnamed];
}

/**
 * Returns whether the rule of this question applies to all treatments. The rule for pregnancy does. Such a rule also
 * applies to a treatment that the plan does not name.
 */
const speaksAgainstAll = (question: HealthQuestion): boolean =>
  treatmentNames.every((name) => concerns(contraindicationRules[question], name));

/**
 * Checks the contraindications. An absolute contraindication prevents the signature. A relative contraindication, or an
 * unsure answer, needs a typed reason. A reason counts only for the answer to which it was given, with the same
 * details. If an absolute contraindication concerns only a treatment of the kind `other`, a typed reason is enough. This
 * exception does not apply to a contraindication for all treatments.
 */
const contraindications: GateOf = (signing) => {
  const { health, health_details, stated } = signing;
  if (!health) return [];
  return (Object.keys(contraindicationRules) as HealthQuestion[]).flatMap((question): Gate[] => {
    const answer = health[question];
    const names = answer === 'no' ? [] : concernedBy(question, signing);
    if (names.length === 0) return [];
    const isCertain = speaksAgainstAll(question) || names.some((name) => name !== UNNAMED);
    if (answer === 'yes' && contraindicationRules[question].level === 'absolute' && isCertain)
      return [{ code: 'contraindicated', about: question, names }];
    const details = health_details[question] ?? '';
    const hasReason = stated.reasons.some(
      ({ question: about, text, given_to }) =>
        about === question && text.trim() !== '' && given_to?.answer === answer && given_to.details === details,
    );
    return hasReason ? [] : [{ code: 'reason_missing', about: question, names }];
  });
};

/** Returns whether a dose exceeds a limit. Rounding errors are ignored, because sums of decimals are not exact. */
const isAbove = (given: number, most: number): boolean => given > most + 1e-9;
const rounded = (dose: number): number => Number(dose.toFixed(2));

const sides = ['right', 'left'] as const;

const areaDoses: GateOf = ({ recipes }) =>
  Object.entries(recipes).flatMap(([style, recipe]) =>
    treatmentNames.flatMap((name): Gate[] => {
      const { per, max } = clinicalTreatments[name];
      const given =
        per === 'side' ? Math.max(...sides.map((side) => doseOn(recipe, name, side))) : totalOf(recipe, name);
      return isAbove(given, max) ? [{ code: 'dose_area', about: name, style, given: rounded(given), most: max }] : [];
    }),
  );

/**
 * Checks that the doses at the points of an area, or of one side of it, together stay within the limit of one session.
 * The injection map is checked separately from the recipes, because the plan prints this map.
 */
const mapDoses: GateOf = ({ injections }) =>
  treatmentNames.flatMap((about): Gate[] => {
    const { per, max } = clinicalTreatments[about];
    const [right, left] = sides.map((side) =>
      injections.reduce((sum, point) => (point.treatment === about && point.side === side ? sum + point.dose : sum), 0),
    ) as [number, number];
    const given = per === 'side' ? Math.max(right, left) : right + left;
    return isAbove(given, max) ? [{ code: 'dose_map', about, given: rounded(given), most: max }] : [];
  });

/**
 * Checks that the doctor placed or confirmed every injection point on the photo that the plan shows. The gate names the
 * poses that have unconfirmed points.
 */
const confirmedPoints: GateOf = ({ injections }) => {
  const old = injections.filter(({ is_confirmed }) => !is_confirmed);
  if (old.length === 0) return [];
  return [
    { code: 'points_unconfirmed', about: '', names: [...new Set(old.map(({ pose }) => pose))], given: old.length },
  ];
};

/**
 * Checks the sum of the doses of each class. It may be at most the limit of the class for one session, multiplied by
 * the number of sessions with this class. Percentages are not summed. The points of the injection map are summed
 * separately, because the plan prints them.
 */
const sessionDoses: GateOf = ({ recipes, items, injections, sessions: visits }) =>
  (Object.entries(clinicalClasses) as [TreatmentClass, ClinicalClass][]).flatMap(([about, { kind, session_max }]) => {
    const names = treatmentNames.filter(
      (name) => clinicalTreatments[name].class === about && clinicalTreatments[name].unit !== 'percent',
    );
    const carryOut = visits.filter((visit) =>
      visit.items.some(({ treatment }) => names.some((name) => name === treatment)),
    );
    const counts = items.filter((item) => item.kind === kind).map((item) => item.sessions);
    const sessions = Math.max(1, carryOut.length, ...counts);
    const most = session_max * sessions;
    const drawn = Object.entries(recipes).flatMap(([style, recipe]): Gate[] => {
      const given = names.reduce((sum, name) => sum + totalOf(recipe, name), 0);
      return isAbove(given, most) ? [{ code: 'dose_session', about, style, given: rounded(given), most }] : [];
    });
    const mapped = injections.reduce((sum, { treatment, dose }) => (names.includes(treatment) ? sum + dose : sum), 0);
    return isAbove(mapped, most) ? [...drawn, { code: 'dose_map', about, given: rounded(mapped), most }] : drawn;
  });

/**
 * Returns the minimum number of weeks before a kind of plan item may treat the same area again. If a kind has several
 * classes, the longest wait applies.
 */
const repeatWeeks = (kind: string): number =>
  Math.max(0, ...Object.values(clinicalClasses).map((one) => (one.kind === kind ? one.repeat_weeks : 0)));

const courses: GateOf = ({ items }) =>
  items.flatMap(({ kind, sessions, interval_weeks }): Gate[] => {
    const least = repeatWeeks(kind);
    if (sessions < 2 || interval_weeks >= least) return [];
    return [{ code: 'interval_course', about: kind, given: interval_weeks, least }];
  });

/** Checks the sessions of a plan against the dataset, together with the doses that the patient received before. */
const planFaults: GateOf = ({ sessions, received, earlier, stated, today }) => {
  const known = sessions.map(({ weeks_after, items }) => ({
    weeks_after,
    items: items.flatMap(({ treatment, dose }) =>
      dose !== null && isTreatmentName(treatment) ? [{ treatment, dose }] : [],
    ),
  }));
  const not_before = stated.not_before ?? '';
  const starts_on = not_before > today ? not_before : today;
  const faults = findPlanFaults(known, { received, visited: earlier, starts_on });
  return faults.filter((fault) => !isToldElsewhere(fault, faults)).map(gateOfFault);
};

/**
 * Returns whether the gate of another fault already covers this fault. A class may exceed the limit of its period in
 * several sessions, but only the fault with the latest day gets a gate. A fault without a day counts as the latest,
 * because a later start does not help against it.
 */
function isToldElsewhere(fault: PlanFault, faults: readonly PlanFault[]): boolean {
  if (fault.kind !== 'class_over_period') return false;
  const dayOf = ({ starts_on = '9999' }: typeof fault) => starts_on;
  const alike = faults.filter((other): other is typeof fault => other.kind === fault.kind && other.of === fault.of);
  const told = alike.reduce((worst, one) => (dayOf(one) > dayOf(worst) ? one : worst));
  return told !== fault;
}

function gateOfFault(fault: PlanFault): Gate {
  if (fault.kind === 'too_soon') {
    const { first, second, weeks, needed } = fault;
    return { code: 'interval_course', about: second, names: [first, second], given: weeks, least: needed };
  }
  if (fault.kind === 'dose_over_session')
    return { code: 'dose_area', about: fault.treatment, most: clinicalTreatments[fault.treatment].max };
  const { kind, of, amount, most } = fault;
  if (kind === 'class_over_session') return { code: 'dose_session', about: of, given: rounded(amount), most };
  const { earlier, starts_on } = fault;
  return {
    code: 'dose_period',
    about: of,
    given: rounded(amount),
    most,
    ...(earlier !== undefined && { earlier: rounded(earlier) }),
    ...(starts_on !== undefined && { day: starts_on }),
  };
}

/**
 * The kinds of plan items that treat the skin with light or a peel. Every one of them treats the same skin again, even
 * if the device differs (see `weeksBetween` in plan/intervals.ts).
 */
const skinKinds: ReadonlySet<string> = new Set(
  Object.values(clinicalClasses).flatMap(({ family, kind }) => (family === 'laser' ? [kind] : [])),
);

/** Returns the longest interval that the dataset requires between an earlier treatment and a planned one, in weeks. */
function weeksBetween(before: Pick<Signing['earlier'][number], 'kinds' | 'treatments'>, signing: Signing): number {
  const used = usedIn(signing);
  const kinds = new Set([...kindsOf(signing), ...used.map((name) => classOf(name).kind)]);
  const isAgain = (kind: string) =>
    kinds.has(kind) || (skinKinds.has(kind) && [...kinds].some((other) => skinKinds.has(other)));
  const repeats = before.kinds.filter(isAgain).map(repeatWeeks);
  const known = before.treatments.filter(isTreatmentName);
  const regions = (names: readonly TreatmentName[], group: TreatmentGroup) =>
    names.filter((name) => groupOf(name) === group).map((name) => clinicalTreatments[name].region);
  const [was, comes] = [groupsOf(before.kinds), groupsOf([...kinds])];
  const waits = clinicalIntervals
    .filter(({ first, second }) => was.includes(first) && comes.includes(second))
    .filter(({ first, second, same_region }) => {
      const [there, here] = [regions(known, first), regions(used, second)];
      // If the regions are unknown, they may be the same, so the rule applies.
      return !same_region || there.length === 0 || here.length === 0 || there.some((region) => here.includes(region));
    })
    .map(({ weeks }) => weeks);
  return Math.max(0, ...repeats, ...waits);
}

const DAY_MS = 86_400_000;
const dayAfter = (day: string, weeks: number): string =>
  new Date(Date.parse(day) + weeks * 7 * DAY_MS).toISOString().slice(0, 10);

/**
 * Returns the number of weeks that the plan must wait after an earlier treatment. `findPlanFaults` checks the intervals
 * between the visits of the plan. If the treatment was given at one of these visits, only two waits remain:
 * - The plan no longer contains a treatment that was given at the visit. Then the whole plan waits after this
 *   treatment.
 * - A treatment or a higher dose was added to the visit later. Then this addition waits after the treatments that were
 *   given at the visit.
 */
function weeksAfter(before: Signing['earlier'][number], signing: Signing): number {
  const { content = [], visit = 0 } = before;
  if (!isVisitOf(before, signing.sessions.length) || content.length === 0) return weeksBetween(before, signing);
  const items = signing.sessions[visit]?.items ?? [];
  const given = content.filter(({ is_given }) => is_given);
  const isKept = (name: string) => items.some(({ treatment }) => treatment === name);
  const added = items.filter(
    (item) => !content.some(({ treatment, amount }) => treatment === item.treatment && doseAmount(item) <= amount),
  );
  const rest = { ...signing, recipes: {}, items: [], injections: [], sessions: [{ weeks_after: 0, items: added }] };
  const dropped = given.filter(({ treatment }) => !isKept(treatment));
  return Math.max(weeksBetween(asEarlier(dropped), signing), weeksBetween(asEarlier(given), rest));
}

const asEarlier = (given: readonly { readonly treatment: string }[]): Parameters<typeof weeksBetween>[0] => {
  const treatments = given.map(({ treatment }) => treatment);
  return { kinds: treatments.map((name) => (isTreatmentName(name) ? classOf(name).kind : name)), treatments };
};

/**
 * Checks that the first visit is not too soon after earlier treatments. The plan can state the earliest day of this
 * visit (`not_before`).
 */
const sinceEarlier: GateOf = (signing) => {
  const { today, stated } = signing;
  const days = signing.earlier.map((one) => dayAfter(one.on, weeksAfter(one, signing))).sort();
  const day = days.at(-1);
  return day && day > today && day > (stated.not_before ?? '') ? [{ code: 'interval_since', about: '', day }] : [];
};

/** Checks that the first visit can take place while the plan is valid. */
const startsWhileValid: GateOf = ({ last_day, stated: { not_before } }) =>
  not_before && not_before > last_day ? [{ code: 'not_before', about: '', day: not_before }] : [];

const dangerZones: GateOf = (signing) => {
  const touched = usedIn(signing).map((name) => [clinicalTreatments[name].zone, name] as const);
  const zones = [...new Set(touched.flatMap(([zone]) => zone ?? []))];
  return zones
    .filter((zone) => clinicalZones[zone].danger !== 'usual' && !signing.stated.zones.includes(zone))
    .map((about) => ({
      code: 'zone',
      about,
      names: touched.flatMap(([zone, name]) => (zone === about ? name : [])),
    }));
};

const nameOf = ({ pose, style }: { pose: string; style: string }): string => `${pose} ${style}`;

const unseen: GateOf = ({ pictures }) => {
  const names = pictures.filter(({ is_seen }) => !is_seen).map(nameOf);
  return names.length > 0 ? [{ code: 'pictures_unseen', about: '', names }] : [];
};

/**
 * Returns one gate for each image with marks that the doctor has not accepted. The gate names the kinds of these marks.
 */
const artefactMarks: GateOf = ({ artefacts }) => {
  const open = artefacts.filter(({ is_accepted }) => !is_accepted);
  return [...new Set(open.map(nameOf))].map((about) => ({
    code: 'artefact',
    about,
    names: open.filter((mark) => nameOf(mark) === about).map(({ kind }) => kind),
  }));
};

const gates: readonly GateOf[] = [
  adult,
  healthTold,
  contraindications,
  areaDoses,
  mapDoses,
  confirmedPoints,
  sessionDoses,
  courses,
  planFaults,
  sinceEarlier,
  startsWhileValid,
  dangerZones,
  unseen,
  artefactMarks,
];
