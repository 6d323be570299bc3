import type { ConsentGiven } from '#contract/identity.ts';
import { deleteUnconfirmedOfLead, recordConsent } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import { findLatestOfLead } from './answers.queries.ts';
import { isAdult, isBirthDatePossible } from '#contract/age.ts';
import * as leads from './leads.queries.ts';
import { type LeadKey, openLeadToChange } from './open-lead.ts';

export interface Contact {
  readonly first_name: string;
  readonly last_name: string;
  /** The email address, trimmed and in lower case. */
  readonly email: string;
  readonly phone: string;
  /** Date as YYYY-MM-DD. */
  readonly birth_date: string;
}

/**
 * Stores contact details and consents of a lead. People under 18 are refused, and these details are not stored. The
 * questionnaire signs a person up before this call, so the account is deleted, too. Otherwise a minor could confirm the
 * email and send photos from the account, and no doctor would know the age.
 *
 * A visitor who mistyped the email address signs up again with the right one, and this call replaces the address. The
 * unconfirmed account with the old address is deleted together with its links, and its claim ends. The owner of the old
 * address can then neither confirm the account nor receive the photos.
 */
export async function upsertLeadOpen(
  ctx: Context,
  key: LeadKey,
  contact: Contact,
  consents: readonly ConsentGiven[],
): Promise<{ lead_id: string; status: 'received' | 'completed' }> {
  const now = ctx.clock.now();
  if (!isBirthDatePossible(contact.birth_date, now)) throw invalidInput({ birth_date: ['impossible'] });
  if (!isAdult(contact.birth_date, now)) {
    await withSystem(ctx.system, async (tx) => deleteUnconfirmedOfLead(tx, (await openLeadToChange(tx, key)).id, null));
    throw new Refusal('UNDER_AGE');
  }
  return withSystem(ctx.system, async (tx) => {
    const lead = await openLeadToChange(tx, key);
    const { first_name, last_name, email, phone, birth_date } = contact;
    await deleteUnconfirmedOfLead(tx, lead.id, email);
    const claim = lead.email === email ? {} : { user_id: null, claimed_at: null };
    await leads.update(tx, lead.id, { first_name, last_name, email, phone, birth_date, contact_at: now, ...claim });
    for (const consent of consents) await recordConsent(tx, { leadId: lead.id }, consent, now);
    const hasAnswers = (await findLatestOfLead(tx, lead.id)) !== undefined;
    return { lead_id: lead.id, status: hasAnswers ? 'completed' : 'received' };
  });
}
