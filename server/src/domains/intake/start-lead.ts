import type { ConsentGiven } from '#contract/identity.ts';
import type { Lead } from '#contract/intake.ts';
import { countTry, recordConsent } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { networkOf } from '#server/platform/limits/network-of.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { hashOf, isSecretOf, newSecret } from './lead-cookie.ts';
import * as leads from './leads.queries.ts';
import type { LeadKey } from './open-lead.ts';
import { showLead } from './show-lead.ts';

/**
 * The maximum number of leads that can be started from one network address within an hour. All patients in a clinic's
 * waiting room together start fewer leads.
 */
const STARTS = { max: 120, window_s: 3600 };

export interface StartedLead {
  readonly lead: Lead;
  /** The secret for the browser's cookie. */
  readonly secret: string;
}

/**
 * Starts a lead after the visitor has consented to the processing of photos and answers. Without this consent there is
 * no lead. If a browser starts its own lead again, the function returns that lead, unless it is attached to an account.
 * The id of another browser's lead is refused with the same code as an unknown id in `openLead`. The number of new
 * leads is limited for each network address (`address`).
 */
export async function startLead(
  ctx: Context,
  key: LeadKey,
  consent: ConsentGiven,
  address: string,
): Promise<StartedLead> {
  if (consent.purpose !== 'simulation') throw new Refusal('CONSENT_REQUIRED');
  return withSystem(ctx.system, async (tx) => {
    const now = ctx.clock.now();
    const secret = newSecret();
    const isNew = await leads.insert(tx, {
      id: key.leadId,
      secret_hash: hashOf(secret),
      uploads_since: now,
      created_at: now,
    });
    const retry_after_s = isNew ? await countTry(tx, 'start-lead', networkOf(address), STARTS) : 0;
    if (retry_after_s > 0) throw new Refusal('RATE_LIMITED', { retry_after_s });
    const lead = isNew ? await leads.findForUpdate(tx, key.leadId) : await findHeld(tx, key);
    if (!lead) throw new Refusal('LEAD_NOT_YOURS');
    await recordConsent(tx, { leadId: lead.id }, consent, now);
    return { lead: await showLead(ctx, tx, lead), secret: isNew ? secret : (key.secret ?? '') };
  });
}

async function findHeld(tx: Tx, { leadId, secret }: LeadKey): Promise<leads.LeadRow | undefined> {
  const lead = await leads.findForUpdate(tx, leadId);
  if (!lead || !isSecretOf(secret, lead.secret_hash)) return undefined;
  if (lead.attached_at) throw new Refusal('LEAD_ALREADY_CLAIMED');
  return lead;
}
