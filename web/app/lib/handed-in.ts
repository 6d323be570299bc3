import { refusalOf } from './refusal.ts';

/**
 * The id of the lead that this tab submitted last. If the account is new, the photos are attached when the person
 * confirms the email address. A person who already had an account has nothing to confirm. Their next sign-in in this
 * tab attaches the photos. The tab's storage is used, because nothing must remain on a shared device. A sign-out
 * deletes the id.
 */
const storageKey = 'flaira.handed_in';

export function keepHandedIn(leadId: string) {
  try {
    sessionStorage.setItem(storageKey, leadId);
  } catch {
    // The browser allows no storage. A new account still gets the photos when its email is confirmed.
  }
}

interface LeadCalls {
  claimLeadSecure(input: { lead_id: string; user_id: string }): Promise<unknown>;
  attachLeadFilesToUser(input: { user_id: string }): Promise<{ attached: number }>;
}

/** Refusals after which a later attempt cannot succeed. The lead was deleted, or an account already has the photos. */
const final = ['LEAD_NOT_YOURS', 'LEAD_ALREADY_CLAIMED'];

/**
 * Attaches the submitted photos and answers to the signed-in person, if they have the same email address. Returns the
 * number of attached photos.
 */
export async function attachHandedIn(userId: string, calls: LeadCalls): Promise<number> {
  const leadId = read();
  if (!leadId) return 0;
  try {
    await calls.claimLeadSecure({ lead_id: leadId, user_id: userId });
    const { attached } = await calls.attachLeadFilesToUser({ user_id: userId });
    forgetHandedIn();
    return attached;
  } catch (error) {
    if (final.includes(refusalOf(error)?.code ?? '')) forgetHandedIn();
    return 0;
  }
}

function read(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

export function forgetHandedIn() {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // The browser allows no storage, so nothing was stored.
  }
}
