import type { AuditKind } from '#contract/audit.ts';
import type { Selectable } from 'kysely';
import type { Product, SaveProduct } from '#contract/progress.ts';
import { ProgressLimits } from '#contract/progress.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import { once, requestHash } from '#server/platform/idempotency/once.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { ProductsTable } from './progress.table.ts';

export const listProducts = (ctx: Context, adminId: string): Promise<Product[]> =>
  withStaff(ctx.db, adminId, async (tx) => {
    const all = tx.selectFrom('products').selectAll().orderBy('position').orderBy('id');
    return (await all.limit(ProgressLimits.products).execute()).map(show);
  });

/**
 * Adds a product, or changes an existing product. The change is refused if the product has a newer version than the one
 * that the administrator has seen. A repeated click returns the result of the first click.
 */
export const saveProduct = (
  ctx: Context,
  adminId: string,
  { idempotency_key, ...product }: SaveProduct,
): Promise<Product> =>
  withStaff(ctx.db, adminId, (tx) => {
    const hash = requestHash('admin_save_product', product);
    return once(tx, { scope: adminId, key: idempotency_key, hash }, () => save(ctx, tx, adminId, product));
  });

async function save(
  ctx: Context,
  tx: Tx,
  adminId: string,
  { id, version, ...fields }: Omit<SaveProduct, 'idempotency_key'>,
) {
  const row = { ...fields, updated_at: ctx.clock.now() };
  const saved = id
    ? await change(tx, id, version, row)
    : await tx.insertInto('products').values(row).returningAll().executeTakeFirstOrThrow();
  await record(ctx, tx, adminId, saved.id, id ? 'product.changed' : 'product.added');
  return show(saved);
}

export const deleteProduct = (ctx: Context, adminId: string, id: string): Promise<{ deleted: boolean }> =>
  withStaff(ctx.db, adminId, async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('products').where('id', '=', id).executeTakeFirst();
    if (numDeletedRows > 0n) await record(ctx, tx, adminId, id, 'product.removed');
    return { deleted: numDeletedRows > 0n };
  });

async function change(
  tx: Tx,
  id: string,
  version: number,
  row: Omit<SaveProduct, 'id' | 'version' | 'idempotency_key'> & { updated_at: Date },
) {
  const changed = await tx
    .updateTable('products')
    .set({ ...row, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst();
  if (changed) return changed;
  const now = await tx.selectFrom('products').select('version').where('id', '=', id).executeTakeFirst();
  throw now ? new Refusal('PRODUCT_CHANGED', { version: now.version }) : new Refusal('NOT_FOUND');
}

const record = (ctx: Context, tx: Tx, adminId: string, id: string, action: AuditKind) =>
  ctx.audit.record(tx, {
    actor: adminId,
    actor_role: 'admin',
    action,
    subject: `product:${id}`,
    patient_id: null,
    reason: 'catalogue',
  });

const show = ({ updated_at, ...row }: Selectable<ProductsTable>): Product => ({
  ...row,
  updated_at: updated_at.toISOString(),
});
