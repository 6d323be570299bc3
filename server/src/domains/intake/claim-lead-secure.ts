import { findUser, type Person, requireCallerIs } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { isSecretOf } from './lead-cookie.ts';
import * as leads from './leads.queries.ts';
import type { LeadKey } from './open-lead.ts';

/**
 * Claims a lead for an account. A lead can be claimed by only one account. Lead and account must have the same email
 * address. A signed-in caller must claim for their own account, and must also have the lead's cookie, or an account
 * that was created from the lead (`lead_id`). Without a session, the browser must have the lead's cookie, and the
 * account must have been created from the lead. Photos and answers are attached later, when the email address is
 * confirmed.
 *
 * A sign-up with the address of an existing account returns an invented id. For such an id, a caller without a session
 * therefore gets the same answer as for a new account, and nothing is claimed. Otherwise this call would reveal who has
 * an account.
 */
export async function claimLeadSecure(
  ctx: Context,
  caller: Caller,
  key: LeadKey,
  userId: string,
): Promise<{ claimed: boolean }> {
  if (caller.kind === 'user') requireCallerIs(caller, userId);
  return withSystem(ctx.system, async (tx) => {
    const lead = await leads.findForUpdate(tx, key.leadId);
    const user = await findUser(tx, userId);
    const isHeld = lead !== undefined && isSecretOf(key.secret, lead.secret_hash);
    const isMadeFrom = user !== undefined && user.lead_id === key.leadId;
    if (!lead || !(isHeld || (caller.kind === 'user' && isMadeFrom))) throw new Refusal('LEAD_NOT_YOURS');
    if (!user || !isSamePerson(lead, user) || (caller.kind !== 'user' && !isMadeFrom)) {
      if (caller.kind === 'user') throw new Refusal('NOT_THE_CALLER');
      return { claimed: true };
    }
    if (lead.user_id && lead.user_id !== userId) throw new Refusal('LEAD_ALREADY_CLAIMED');
    if (!lead.user_id) await leads.update(tx, lead.id, { user_id: userId, claimed_at: ctx.clock.now() });
    return { claimed: true };
  });
}

export const isSamePerson = (lead: Pick<leads.LeadRow, 'email'>, user: Pick<Person, 'email'>): boolean =>
  lead.email !== null && lead.email === user.email;
