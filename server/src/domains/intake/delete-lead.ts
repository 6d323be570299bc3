import { deleteLeadConsents } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import * as leads from './leads.queries.ts';

/**
 * Deletes a lead, with its photos, answers, consents and encryption key. The row of the lead is deleted last. Therefore
 * no data can remain without the row.
 */
export async function deleteLead(ctx: Context, tx: Tx, id: string): Promise<void> {
  await ctx.photos.erase(tx, { leadId: id });
  await deleteLeadConsents(tx, id);
  await leads.remove(tx, id);
}
