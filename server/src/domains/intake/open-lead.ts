import { hasConsent } from '#server/domains/identity/index.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { isSecretOf } from './lead-cookie.ts';
import * as leads from './leads.queries.ts';

/** The id of a lead and the secret from the cookie. With both, a browser proves that the lead is its own. */
export interface LeadKey {
  readonly leadId: string;
  readonly secret: string | null;
}

/**
 * Returns the lead of this browser and locks it. The refusal is the same for a lead of another browser, a deleted lead
 * and an unknown id.
 */
export async function openLead(tx: Tx, { leadId, secret }: LeadKey): Promise<leads.LeadRow> {
  const lead = await leads.findForUpdate(tx, leadId);
  if (!lead || !isSecretOf(secret, lead.secret_hash)) throw new Refusal('LEAD_NOT_YOURS');
  return lead;
}

/**
 * Returns and locks the lead of this browser, like `openLead`. Refuses a lead whose photos and answers already belong
 * to an account, and a lead without consent.
 */
export async function openLeadToChange(tx: Tx, key: LeadKey): Promise<leads.LeadRow> {
  const lead = await openLead(tx, key);
  if (lead.attached_at) throw new Refusal('LEAD_ALREADY_CLAIMED');
  if (!(await hasConsent(tx, { leadId: lead.id }, 'simulation'))) throw new Refusal('CONSENT_REQUIRED');
  return lead;
}
