import type { Lead } from '#contract/intake.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { findLatestOfLead } from './answers.queries.ts';
import { statusOf } from './lead.ts';
import type { LeadRow } from './leads.queries.ts';
import { type LeadKey, openLead } from './open-lead.ts';
import { toPhotoEntries } from './photo-entry.ts';
import { listOfLead } from './photos.queries.ts';

/**
 * Returns the state and photos of this browser's lead, and whether it has answers. If the lead is attached to an
 * account, only that account shows the photos.
 */
export const getLead = (ctx: Context, key: LeadKey): Promise<Lead> =>
  withSystem(ctx.system, async (tx) => showLead(ctx, tx, await openLead(tx, key)));

export async function showLead(ctx: Context, tx: Tx, lead: LeadRow): Promise<Lead> {
  const answers = await findLatestOfLead(tx, lead.id);
  const photos = lead.attached_at ? [] : await listOfLead(tx, lead.id);
  return {
    lead_id: lead.id,
    status: statusOf(lead, answers !== undefined),
    photos: await toPhotoEntries(ctx, tx, photos),
    has_answers: answers !== undefined,
  };
}
