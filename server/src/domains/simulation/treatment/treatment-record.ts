import { createHash } from 'node:crypto';
import type { PlanSession } from '#contract/sessions.ts';
import { UndosedKinds } from '#contract/sessions.ts';
import type { RecordContent, TreatedPoint, UsedProduct } from '#contract/treatment-records.ts';
import { clinicalProducts, clinicalTreatments } from '#engine/clinical.ts';
import { needsLot } from '#engine/plan/carried-out.ts';
import { isTreatmentName } from '#engine/recipe.ts';
import { newestDay, oldestDay } from '#server/platform/calendar/zone-time.ts';
import { invalidInput } from '#server/platform/refusal.ts';
import { canonicalJson } from '../seal.ts';
import type { NewRecord, RecordRow } from './records.queries.ts';

/** Returns the newest version of each record. */
export function newestOf<T extends { readonly id: string; readonly version: number }>(rows: readonly T[]): T[] {
  return rows.filter((row) => !rows.some((other) => other.id === row.id && other.version > row.version));
}

const isUndosed = (name: string): boolean => UndosedKinds.some((kind) => kind === name);

/**
 * Checks whether a record agrees with the clinical dataset and with itself. The check does not judge the treatment.
 * Even a dose that was too high must be recorded, because the record must be true.
 * @throws Refusal that names every wrong part.
 */
export function assertRecord(
  { visit, treated_on, products, points }: RecordContent,
  { sessions, signed_at, now }: { sessions: readonly PlanSession[]; signed_at: Date; now: Date },
): void {
  const fields: Record<string, string[]> = {};
  // `treated_on` is the date at the place of the treatment. Its time zone is unknown here.
  if (treated_on > newestDay(now)) fields['treated_on'] = ['in_future'];
  else if (treated_on < oldestDay(signed_at)) fields['treated_on'] = ['too_early'];
  if (visit !== null && !sessions[visit]) fields['visit'] = ['unknown'];
  for (const [at, product] of products.entries()) {
    if (!Object.hasOwn(clinicalProducts, product.product) && !isUndosed(product.product))
      fields[`products.${at}.product`] = ['unknown'];
    else if (needsLot(product.product)) {
      if (product.lot === null) fields[`products.${at}.lot`] = ['required'];
      if (product.expires_on === null) fields[`products.${at}.expires_on`] = ['required'];
    }
  }
  for (const [at, point] of points.entries()) {
    const wrong = wrongIn(point, products);
    if (wrong) fields[`points.${at}.${wrong}`] = ['out_of_range'];
  }
  if (Object.keys(fields).length > 0) throw invalidInput(fields);
}

function wrongIn(
  { treatment, product, amount, unit }: TreatedPoint,
  products: readonly UsedProduct[],
): keyof TreatedPoint | null {
  if (product !== null && !products[product]) return 'product';
  if (!isTreatmentName(treatment)) {
    if (!isUndosed(treatment)) return 'treatment';
    return amount !== null ? 'amount' : unit !== null ? 'unit' : null;
  }
  if (product === null) return 'product';
  if (amount === null) return 'amount';
  return unit === clinicalTreatments[treatment].unit ? null : 'unit';
}

type Sealed = Omit<NewRecord, 'seal' | 'recorded_by' | 'photo_ids'> | RecordRow;

/** Returns the SHA-256, in hex, of everything that a reader sees and of the hashes of the stored photos. */
export function sealOfRecord(caseNumber: string, row: Sealed, photoHashes: readonly string[]): string {
  const content = {
    case_number: caseNumber,
    id: row.id,
    version: row.version,
    plan_version: row.plan_version,
    visit: row.visit,
    treated_on: row.treated_on,
    products: row.products,
    points: row.points,
    events: row.events,
    note: row.note,
    photos: photoHashes,
    correction: row.correction,
    practitioner_name: row.practitioner_name,
    registration_number: row.registration_number,
    registration_body: row.registration_body,
    recorded_at: new Date(row.recorded_at).toISOString(),
  };
  return createHash('sha256').update(canonicalJson(content)).digest('hex');
}
