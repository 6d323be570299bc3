import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { deleteLead } from './delete-lead.ts';
import { type LeadKey, openLead } from './open-lead.ts';

/**
 * Withdraws the consent of a visitor, and deletes the lead with its photos and answers at once. After the lead is
 * attached to an account, the call is refused: the person withdraws the consent in the account. A claimed lead that is
 * not attached yet can be deleted, because the account shows neither its photos nor its consent until the person has
 * confirmed the email address.
 */
export const withdrawLead = (ctx: Context, key: LeadKey): Promise<{ withdrawn: boolean }> =>
  withSystem(ctx.system, async (tx) => {
    const lead = await openLead(tx, key);
    if (lead.attached_at) throw new Refusal('LEAD_ALREADY_CLAIMED');
    await deleteLead(ctx, tx, lead.id);
    return { withdrawn: true };
  });
