import type { Lead } from '#contract/intake.ts';

/** The number of days for which a lead is stored, with its photos and answers, if it is not attached to an account. */
export const LEAD_LIFE_DAYS = 30;
/**
 * The number of photos that a lead or an account may send within an hour. It allows ten photos of each of the six
 * kinds.
 */
export const UPLOADS_PER_HOUR = 60;
const HOUR_MS = 3_600_000;

export interface LeadFacts {
  readonly contact_at: Date | null;
  readonly attached_at: Date | null;
}

/**
 * Returns the state of a lead. A lead is first "received". It is "completed" when contact details and answers exist. It
 * is "claimed" when its photos and answers belong to an account. A claim before the email address is confirmed does not
 * count: it exists only for a new address, so the state would reveal who has an account.
 */
export function statusOf(lead: LeadFacts, hasAnswers: boolean): Lead['status'] {
  if (lead.attached_at) return 'claimed';
  return lead.contact_at && hasAnswers ? 'completed' : 'received';
}

/** Returns the number of seconds until another upload is allowed. The result is 0 if an upload is allowed now. */
export function uploadPause_s(uploads: number, since: Date, now: Date): number {
  const left_ms = since.getTime() + HOUR_MS - now.getTime();
  return left_ms > 0 && uploads >= UPLOADS_PER_HOUR ? Math.ceil(left_ms / 1000) : 0;
}

/** Returns true if the hour in which uploads are counted is over. */
export const isWindowOver = (since: Date, now: Date): boolean => now.getTime() - since.getTime() >= HOUR_MS;
