import type { MyAppointment } from '#contract/appointments.ts';
import type { TreatmentRecord } from '#contract/treatment-records.ts';
import { clinicalProducts, clinicalTreatments } from '#engine/clinical.ts';
import { dayIn } from '#web/lib/day.ts';

/**
 * The kinds of treatments that are followed by a recovery. The community's message catalogue has texts for each kind.
 */
export type RecoveryKind = 'toxin' | 'filler' | 'laser' | 'peel' | 'thread_lift' | 'mesotherapy';

export interface RecentTreatment {
  readonly kind: RecoveryKind;
  /** The number of days since the visit. Zero means the day of the visit. */
  readonly days: number;
}

/** The number of days after which the page no longer mentions a recovery. */
const LONGEST_DAYS = 60;
const DAY_MS = 86_400_000;

/**
 * Maps names to kinds of treatment. A key is the name of one of three things: a class in the clinical dataset, a
 * treatment without a dose, or the treatment that an appointment was requested for. Skincare and treatments without a
 * name have no kind.
 */
const kinds: Readonly<Record<string, RecoveryKind>> = {
  toxin: 'toxin',
  filler: 'filler',
  vascular: 'laser',
  pigment_light: 'laser',
  fractional: 'laser',
  light_peel: 'peel',
  thread_lift: 'thread_lift',
  mesotherapy: 'mesotherapy',
  Botox: 'toxin',
  'Baby Botox': 'toxin',
  'Full Botox': 'toxin',
  'Hyaluronic acid': 'filler',
  'Filler zone': 'filler',
  Laser: 'laser',
  Peeling: 'peel',
  'Thread lift': 'thread_lift',
  Mesotherapy: 'mesotherapy',
};

type Visit = Pick<TreatmentRecord, 'treated_on' | 'products' | 'points'>;
type Appointment = Pick<MyAppointment, 'requested_treatment' | 'scheduled_at' | 'timezone' | 'status_canonical'>;

/** A treatment: its day as YYYY-MM-DD, and its kind if it has one. */
type Done = readonly [day: string, kind: RecoveryKind | undefined];

/** The class of each product and treatment of the clinical dataset. Treatment records contain the names of both. */
const classes: Readonly<Record<string, { readonly class: string }>> = { ...clinicalTreatments, ...clinicalProducts };

const kindOf = (name: string): RecoveryKind | undefined => kinds[classes[name]?.class ?? name];

const inVisit = ({ treated_on, products, points }: Visit): Done[] =>
  points.map(({ treatment, product }) => {
    const used = product === null ? undefined : products[product]?.product;
    return [treated_on, (used === undefined ? undefined : kindOf(used)) ?? kindOf(treatment)];
  });

const inAppointment = ({ status_canonical, scheduled_at, timezone, requested_treatment }: Appointment): Done[] =>
  status_canonical === 'done' && scheduled_at
    ? [[dayIn(timezone ?? undefined, scheduled_at), kinds[requested_treatment]]]
    : [];

/**
 * Returns the treatments of the last `LONGEST_DAYS` days, from treatment records and appointments. The latest treatment
 * comes first, and each kind is listed once. `today` is YYYY-MM-DD.
 */
export function recentTreatments(
  visits: readonly Visit[],
  appointments: readonly Appointment[],
  today: string,
): RecentTreatment[] {
  const found = new Map<RecoveryKind, number>();
  for (const [day, kind] of [...visits.flatMap(inVisit), ...appointments.flatMap(inAppointment)]) {
    const days = Math.round((Date.parse(today) - Date.parse(day)) / DAY_MS);
    if (kind && days >= 0 && days <= LONGEST_DAYS) found.set(kind, Math.min(days, found.get(kind) ?? days));
  }
  return [...found].map(([kind, days]) => ({ kind, days })).sort((a, b) => a.days - b.days);
}
