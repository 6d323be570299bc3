import type {
  CaseRecord,
  RecordContent,
  TreatedPoint,
  TreatmentPhoto,
  TreatmentRecord,
} from '#contract/treatment-records.ts';
import { type PlanSession, UndosedKinds } from '#contract/sessions.ts';
import { clinicalProducts, clinicalTreatments, type DoseUnit } from '#engine/clinical.ts';
import { needsLot } from '#engine/plan/carried-out.ts';
import { placesOf } from '#engine/plan/compare-doses.ts';
import { isTreatmentName } from '#engine/recipe.ts';

/**
 * A product in a treatment record that the doctor is typing. All values are texts. A treated point refers to its
 * product by the product's `key`.
 */
export interface ProductDraft {
  readonly key: string;
  readonly product: string;
  readonly name: string;
  readonly manufacturer: string;
  readonly lot: string;
  readonly expires_on: string;
  readonly gtin: string | null;
  readonly serial: string;
}
export interface PointDraft {
  readonly key: string;
  readonly treatment: string;
  readonly side: TreatedPoint['side'];
  /** The key of the product, or an empty text if the point has no product. */
  readonly product: string;
  readonly amount: string;
  readonly instrument: TreatedPoint['instrument'];
  readonly events: TreatedPoint['events'];
}
export interface RecordDraft {
  /** The signed plan that the page showed when the doctor began, or that it has shown since a refusal. */
  readonly plan_version: number;
  readonly visit: number | null;
  readonly treated_on: string;
  readonly products: readonly ProductDraft[];
  readonly points: readonly PointDraft[];
  readonly events: RecordContent['events'];
  readonly note: string;
  readonly photos: readonly TreatmentPhoto[];
}

const newKey = (): string => crypto.randomUUID();
/**
 * The classes of products that a record may contain. First come the classes of the dataset, and then the kinds of
 * treatment without doses.
 */
export const productClasses: readonly string[] = [...Object.keys(clinicalProducts), ...UndosedKinds];
export const recordableTreatments: readonly string[] = [...Object.keys(clinicalTreatments), ...UndosedKinds];

export const unitOf = (treatment: string): DoseUnit | null =>
  isTreatmentName(treatment) ? clinicalTreatments[treatment].unit : null;

export const emptyProduct = (product: string): ProductDraft => ({
  key: newKey(),
  product,
  name: '',
  manufacturer: '',
  lot: '',
  expires_on: '',
  gtin: null,
  serial: '',
});
export const emptyPoint = (treatment: string, product: string): PointDraft => ({
  key: newKey(),
  treatment,
  side: null,
  product,
  amount: '',
  instrument: unitOf(treatment) === 'units' ? 'needle' : null,
  events: [],
});

type Recorded = Pick<CaseRecord, 'visit' | 'is_current'>;

/**
 * Returns the first visit of the plan that has no treatment record yet. A record from before a correction of the plan
 * counts. A record from before a redo names a visit of another plan, so it does not count.
 */
export function nextVisit({
  sessions,
  records,
}: {
  sessions: readonly PlanSession[];
  records: readonly Recorded[];
}): number | null {
  const done = records.filter(({ is_current }) => is_current);
  const at = sessions.findIndex(({ items }, visit) => items.length > 0 && !done.some((one) => one.visit === visit));
  return at < 0 ? null : at;
}

interface SignedPlan {
  readonly sessions: readonly PlanSession[];
  readonly plan_version: number;
}

/**
 * Returns a new treatment record with the values of one visit of the signed plan. It has one product of each class, and
 * each dose at its place. If `visit` is null, the record has no products and no points.
 */
export function draftFrom({ sessions, plan_version }: SignedPlan, visit: number | null, today: string): RecordDraft {
  const items = visit === null ? [] : (sessions[visit]?.items ?? []);
  const classes = [...new Set(items.flatMap(({ product }) => product ?? []))];
  const products = classes.map(emptyProduct);
  const keyOf = (product: string | null) => products.find((one) => one.product === product)?.key ?? '';
  const points = items.flatMap((item) =>
    placesOf(item).map(({ side, amount }) => ({
      ...emptyPoint(item.treatment, keyOf(item.product)),
      side,
      amount: amount === null ? '' : String(amount),
    })),
  );
  return { plan_version, visit, treated_on: today, products, points, events: [], note: '', photos: [] };
}

/** Returns the draft without its visit if the plan has no such visit. The draft may have been begun for another plan. */
export const withinPlan = (draft: RecordDraft, sessions: readonly PlanSession[]): RecordDraft =>
  draft.visit === null || sessions[draft.visit]?.items.length ? draft : { ...draft, visit: null };

/** Returns the draft of a correction. It has the values of the newest version of the record. */
export function draftOf(record: TreatmentRecord): RecordDraft {
  const products = record.products.map((product) => ({
    ...product,
    key: newKey(),
    lot: product.lot ?? '',
    expires_on: product.expires_on ?? '',
    serial: product.serial ?? '',
  }));
  return {
    plan_version: record.plan_version,
    visit: record.visit,
    treated_on: record.treated_on,
    products,
    points: record.points.map((point) => ({
      ...point,
      key: newKey(),
      product: point.product === null ? '' : (products[point.product]?.key ?? ''),
      amount: point.amount === null ? '' : String(point.amount),
    })),
    events: record.events,
    note: record.note,
    photos: record.photos,
  };
}

/** Converts a typed number. The decimal mark may be a comma or a point. Returns NaN if the text is not a number. */
export const amountOf = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed.replace(',', '.')));

/**
 * Returns the record in the form that the service expects. Values that are not valid are null, and `missingIn` reports
 * them.
 */
export function contentOf(draft: RecordDraft): RecordContent {
  const places = draft.products.map(({ key }) => key);
  return {
    visit: draft.visit,
    treated_on: draft.treated_on,
    products: draft.products.map((product) => ({
      product: product.product,
      gtin: product.gtin,
      name: product.name.trim(),
      manufacturer: product.manufacturer.trim(),
      lot: product.lot.trim() || null,
      expires_on: product.expires_on || null,
      serial: product.serial.trim() || null,
    })),
    points: draft.points.map((point) => {
      const unit = unitOf(point.treatment);
      const amount = unit === null ? Number.NaN : amountOf(point.amount);
      const at = places.indexOf(point.product);
      const { treatment, side, instrument, events } = point;
      return {
        treatment,
        side,
        instrument,
        events,
        product: at < 0 ? null : at,
        amount: amount > 0 ? amount : null,
        unit,
      };
    }),
    events: [...draft.events],
    note: draft.note.trim(),
    photo_ids: draft.photos.map(({ id }) => id),
  };
}

export type Fault = 'required' | 'bad_amount' | 'bad_day';

/** Returns the error of each invalid field, in the order of the form. The keys are the ids of the fields. */
export function missingIn(draft: RecordDraft, today: string): Map<string, Fault> {
  const faults = new Map<string, Fault>();
  const require = (id: string, value: string) => value.trim() === '' && faults.set(id, 'required');
  if (draft.treated_on === '' || draft.treated_on > today) faults.set('treated_on', 'bad_day');
  for (const { key, product, name, manufacturer, lot, expires_on } of draft.products) {
    require(`${key}-name`, name);
    require(`${key}-manufacturer`, manufacturer);
    if (!needsLot(product)) continue;
    require(`${key}-lot`, lot);
    require(`${key}-expires`, expires_on);
  }
  for (const { key, treatment, product, amount } of draft.points) {
    if (unitOf(treatment) === null) continue;
    require(`${key}-product`, product);
    const value = amountOf(amount);
    if (!(value > 0 && value <= 200)) faults.set(`${key}-amount`, 'bad_amount');
  }
  return faults;
}
