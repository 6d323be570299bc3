import aftercareTable from '../data/clinical/aftercare.json' with { type: 'json' };
import classTable from '../data/clinical/classes.json' with { type: 'json' };
import contraindicationTable from '../data/clinical/contraindications.json' with { type: 'json' };
import courseTable from '../data/clinical/courses.json' with { type: 'json' };
import intervalTable from '../data/clinical/intervals.json' with { type: 'json' };
import productTable from '../data/clinical/products.json' with { type: 'json' };
import riskTable from '../data/clinical/risks.json' with { type: 'json' };
import treatmentTable from '../data/clinical/treatments.json' with { type: 'json' };
import version from '../data/clinical/version.json' with { type: 'json' };
import zoneTable from '../data/clinical/zones.json' with { type: 'json' };

/**
 * The clinical dataset: every number and rule that a clinician should check, each with its source. Engine, studio and
 * service all use this module. docs/clinical.md shows the dataset as tables. A change of any value needs a new
 * `version`.
 */

export type TreatmentName = keyof typeof treatmentTable;
/** A family of products or devices with its own limits. */
export type TreatmentClass = keyof typeof classTable;
export type TreatmentFamily = 'botox' | 'filler' | 'laser';
/**
 * Doses of botulinum toxin are in units of onabotulinumtoxinA, doses of fillers in millilitres. For light and peels,
 * the dose is not clinical. It states how strongly the engine draws the change, in percent of the strongest change that
 * still looks real in an image.
 */
export type DoseUnit = 'units' | 'mL' | 'percent';
export type Region = 'upper_face' | 'eyes' | 'mid_face' | 'lips' | 'lower_face' | 'neck' | 'skin';
export type Zone = keyof typeof zoneTable;
export type RiskCode = keyof typeof riskTable;
/** A class of products or devices, never a brand. Lasers are named by their indication. */
export type ProductName = keyof typeof productTable;
export type AftercareCode = keyof typeof aftercareTable;
/** A question of the medical history. Its answer can rule out a treatment. */
export type HealthQuestion = keyof typeof contraindicationTable;
/**
 * How well the source supports a dose. 'label' and 'study': the source states the dose itself. 'practice': the dose is
 * commonly used, and the source supports only the effect.
 */
export type Evidence = 'label' | 'study' | 'practice';

export interface ClinicalTreatment {
  readonly class: TreatmentClass;
  readonly unit: DoseUnit;
  /** 'area': a dose is for the whole area. 'side': a dose is for each side of a paired area. */
  readonly per: 'area' | 'side';
  readonly region: Region;
  readonly min: number;
  /** The highest dose in one session, in `unit`, for the whole area or for each side (see `per`). */
  readonly max: number;
  /** Step of the arrow keys on the dose's slider. */
  readonly step: number;
  /** The smallest difference between two doses. `settleDose` rounds doses to a multiple of it. */
  readonly finest: number;
  /** The dose in the prescribing information. Null if there is none. */
  readonly label: number | null;
  readonly usual: readonly [number, number];
  /** The structure at risk under the area. Null if the treatment stays in the skin. */
  readonly zone: Zone | null;
  readonly basis: string;
  readonly evidence: Evidence;
  readonly reference: string;
}

export interface ClinicalClass {
  readonly family: TreatmentFamily;
  /** The kind of plan item that contains treatments of this class. */
  readonly kind: 'botox' | 'hyaluronic_acid' | 'laser' | 'peeling';
  /** The highest dose of the whole class in one session. */
  readonly session_max: number;
  readonly label_session: number | null;
  /** The highest dose of the whole class within this number of weeks. Null if there is no limit. */
  readonly period_max: { readonly dose: number; readonly weeks: number } | null;
  /** Minimum number of weeks before the same area is treated again. */
  readonly repeat_weeks: number;
  /** Weeks from the treatment until its result is reviewed. */
  readonly review_weeks: number;
  /** A usual course: the number of sessions, and the weeks between them. */
  readonly sessions: number;
  readonly session_weeks: number;
  readonly course: { readonly onset_days: number; readonly peak_days: number; readonly end_days: number };
  readonly risks: readonly RiskCode[];
  readonly evidence: Evidence;
  readonly reference: string;
}

/** The days after a treatment for which the dataset states the visible share of the effect. */
export type CourseDay = '3' | '14' | '30' | '90' | '180';
/** Signs that appear after a treatment and disappear within days without any care. */
export type PassingSign = 'swelling' | 'bruising' | 'redness' | 'crusts';

/**
 * The visible course of a treatment. Each share is the part of the full effect that is visible on a given day. The
 * three shares of a day are for people who respond less than usual, as usual and more than usual.
 */
export interface ClinicalCourse {
  readonly shares: Readonly<Record<CourseDay, readonly [low: number, likely: number, high: number]>>;
  readonly signs: readonly PassingSign[];
  /** The last day on which the signs are usual. */
  readonly signs_days: number;
  readonly evidence: Evidence;
  readonly reference: string;
}

/**
 * Groups of treatments in the rules for contraindications, intervals and aftercare. 'light' is every laser, 'peel'
 * every peel.
 */
export type TreatmentGroup = 'toxin' | 'filler' | 'light' | 'peel' | 'threads' | 'mesotherapy' | 'skincare';

export interface ContraindicationRule {
  /** 'absolute': do not treat. 'relative': treat with precautions and a reason. */
  readonly level: 'absolute' | 'relative';
  readonly groups: readonly TreatmentGroup[];
  /** Single treatments, in addition to the groups. */
  readonly treatments: readonly TreatmentName[];
  readonly reference: string;
}

export interface ClinicalProduct {
  readonly class: TreatmentClass;
  /** The treatments for which the product is proposed. A doctor may choose any product of the treatment's class. */
  readonly usual_for: readonly TreatmentName[];
  readonly alternatives: readonly Alternative[];
  readonly reference: string;
}

export const Alternatives = ['skincare', 'skin_boosters', 'peels', 'surgery', 'no_treatment'] as const;
export type Alternative = (typeof Alternatives)[number];

/**
 * An aftercare instruction for treatments of the listed groups. `time` is counted from the treatment; it is null if the
 * instruction has no time limit.
 */
export interface AftercareRule {
  readonly groups: readonly TreatmentGroup[];
  readonly time: { readonly amount: number; readonly unit: 'hour' | 'day' | 'week' } | null;
  readonly reference: string;
}

/** The minimum number of weeks between a treatment of the first group and a later treatment of the second group. */
export interface Interval {
  readonly first: TreatmentGroup;
  readonly second: TreatmentGroup;
  /** If true, the interval applies only if both treatments concern the same region of the face. */
  readonly same_region: boolean;
  readonly weeks: number;
  readonly reference: string;
}

/**
 * A structure that a treatment can injure. In a zone of the danger level 'usual', the ordinary care of an injection is
 * enough. An injury in a 'raised' or 'high' zone can be serious.
 */
export interface DangerZone {
  readonly danger: 'usual' | 'raised' | 'high';
  readonly reference: string;
}

/** The version of the dataset. Every new recipe and treatment plan stores this version. */
export const clinicalVersion: string = version.version;

/** The clinician who reviewed this version of the dataset. Null until a clinician has reviewed it. */
export const clinicalReview = version.reviewed_by as {
  readonly name: string;
  readonly registration: string;
  readonly date: string;
} | null;

export const clinicalTreatments = treatmentTable as unknown as Readonly<Record<TreatmentName, ClinicalTreatment>>;
export const clinicalClasses = classTable as unknown as Readonly<Record<TreatmentClass, ClinicalClass>>;
export const clinicalCourses = courseTable as unknown as Readonly<Record<TreatmentClass, ClinicalCourse>>;
export const contraindicationRules = contraindicationTable as unknown as Readonly<
  Record<HealthQuestion, ContraindicationRule>
>;
export const clinicalProducts = productTable as unknown as Readonly<Record<ProductName, ClinicalProduct>>;
export const aftercareRules = aftercareTable as unknown as Readonly<Record<AftercareCode, AftercareRule>>;
export const clinicalIntervals = intervalTable as unknown as readonly Interval[];
export const productNames = Object.keys(productTable) as ProductName[];
export const riskCodes = Object.keys(riskTable) as RiskCode[];
export const aftercareCodes = Object.keys(aftercareTable) as AftercareCode[];
export const clinicalZones = zoneTable as unknown as Readonly<Record<Zone, DangerZone>>;
/** The names in the order of treatments.json. Every list of treatments has this order. */
export const treatmentNames = Object.keys(treatmentTable) as TreatmentName[];

export const classOf = (name: TreatmentName): ClinicalClass => clinicalClasses[clinicalTreatments[name].class];

export function groupOf(name: TreatmentName): TreatmentGroup {
  const { kind } = classOf(name);
  return ({ botox: 'toxin', hyaluronic_acid: 'filler', laser: 'light', peeling: 'peel' } as const)[kind];
}

/** Returns whether a rule applies to this treatment. */
export const concerns = (rule: ContraindicationRule, name: TreatmentName): boolean =>
  rule.treatments.includes(name) || rule.groups.includes(groupOf(name));

export type HealthAnswers = Readonly<Record<HealthQuestion, 'yes' | 'no' | 'unsure'>>;

/** An answer of the patient that is a reason against a treatment. The level is 'ask' if the patient is not sure. */
export interface Verdict {
  readonly question: HealthQuestion;
  readonly level: 'absolute' | 'relative' | 'ask';
}

/** Returns every answer that is a reason against a treatment, in the order of the questions. */
export function verdictsOn(name: TreatmentName, answers: HealthAnswers): Verdict[] {
  return (Object.keys(contraindicationRules) as HealthQuestion[]).flatMap((question): Verdict[] => {
    const rule = contraindicationRules[question];
    if (answers[question] === 'no' || !concerns(rule, name)) return [];
    return [{ question, level: answers[question] === 'yes' ? rule.level : 'ask' }];
  });
}
