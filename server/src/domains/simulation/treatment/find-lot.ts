import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { AuditKind } from '#contract/audit.ts';
import type { RecalledPatient, UsedProduct } from '#contract/treatment-records.ts';
import type { Context } from '#server/platform/context.ts';
import { csvFile, csvLine, withDay } from '#contract/csv.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';

interface LotRow {
  readonly patient_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly is_closed: boolean;
  readonly number: string;
  readonly record_id: string;
  readonly treated_on: string;
  readonly practitioner_name: string;
  readonly product: UsedProduct;
}

/**
 * Returns every patient who was treated with a product of this lot, according to the newest version of each treatment
 * record. The result also contains patients of lots whose numbers differ from this one only in O and 0, or in I, L and
 * 1.
 */
export const findLot = (ctx: Context, admin: SignedIn, lot: string): Promise<RecalledPatient[]> =>
  onLot(ctx, admin, lot, 'lot.searched', async (found) => found);

const columns = [
  'patient_name',
  'email',
  'phone',
  'is_closed',
  'case_number',
  'treated_on',
  'practitioner_name',
  'product',
  'manufacturer',
  'lot',
  'expires_on',
  'serial',
] as const satisfies readonly (keyof RecalledPatient)[];

/** Returns the patients who were treated with a product of this lot, as a CSV file. */
export const exportLot = (ctx: Context, admin: SignedIn, lot: string): Promise<File> =>
  onLot(ctx, admin, lot, 'lot.exported', async (found) => {
    const lines = found.map((row) => csvLine(columns.map((column) => shown(row[column]))));
    return csvFile(withDay(`recall-${lot.replace(/[^A-Za-z0-9]+/g, '-')}`, ctx.clock.now()), columns, lines);
  });

const shown = (value: string | boolean | null): string | null =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;

/**
 * Finds the patients who were treated with a product of this lot, and logs the search. Each of these patients sees the
 * search in their own access log.
 */
const onLot = <T>(
  ctx: Context,
  admin: SignedIn,
  lot: string,
  action: AuditKind,
  fn: (found: RecalledPatient[]) => Promise<T>,
): Promise<T> =>
  withStaff(ctx.db, admin.userId, async (tx) => {
    const found = await list(tx, lot);
    const answer = await fn(found);
    const entry = {
      actor: admin.userId,
      actor_role: admin.role,
      action,
      // The log contains no health data. A hash of the lot number is logged, so that searches for different lots can be
      // distinguished.
      subject: `lot:${createHash('sha256').update(keyOf(lot)).digest('hex').slice(0, 16)}`,
      reason: 'recall',
    } as const;
    await ctx.audit.record(tx, { ...entry, patient_id: null, details: { rows: found.length } });
    for (const patient_id of new Set(found.map((row) => row.patient_id)))
      await ctx.audit.record(tx, { ...entry, patient_id });
    return answer;
  });

async function list(tx: Tx, lot: string): Promise<RecalledPatient[]> {
  const { rows } = await sql<LotRow>`
    select patient_id, first_name, last_name, email, phone, is_closed, number, record_id,
      to_char(treated_on, 'YYYY-MM-DD') as treated_on, practitioner_name, product
    from patients_of_lot(${lot})`.execute(tx);
  return rows.map(({ first_name, last_name, number, product, ...row }) => ({
    ...row,
    patient_name: `${first_name} ${last_name}`.trim(),
    case_number: number,
    product: product.name,
    manufacturer: product.manufacturer,
    lot: product.lot ?? '',
    expires_on: product.expires_on,
    serial: product.serial,
    is_exact: keyOf(product.lot ?? '') === keyOf(lot),
  }));
}

/**
 * Returns only the letters and digits of a lot number. When the database compares lot numbers, it additionally treats O
 * as 0, and I and L as 1.
 */
const keyOf = (lot: string): string => lot.toUpperCase().replace(/[^A-Z0-9]/g, '');
