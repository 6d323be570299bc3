import type { Answers } from '#contract/intake.ts';
import { refusalOf } from '#web/lib/refusal.ts';
import type { DraftAnswers } from './draft.ts';
import { submissionKey } from './forget-draft.ts';
import type { Account } from './rules.ts';

/**
 * The account that an earlier attempt created. A retry needs this account, even after a reload. The password is never
 * stored.
 */
export interface Submission {
  lead_id: string;
  email: string;
  /** The birth date that was sent, as YYYY-MM-DD. The draft on this device has it, too. */
  birth_date: string;
  user_id: string;
}

/** Thrown before the sign-up if the service does not have the photos of this browser's lead. */
export class PhotosMissing extends Error {}

/** The five calls that submit the questionnaire, and the check before them. */
export interface SubmitCalls {
  /**
   * Returns true if an account already has the photos and answers of this lead, because the response to an earlier
   * attempt was lost. Throws `PhotosMissing` if the service has no photos of this lead. Another tab may have submitted
   * the previous lead of this browser since the page was opened. The photos then belong to the account of that sign-up.
   * A second sign-up with the same address would replace that account while the address is unconfirmed.
   */
  isSubmitted(): Promise<boolean>;
  signUp(): Promise<{ user_id: string }>;
  insertAnswers(): Promise<unknown>;
  upsertLeadOpen(): Promise<unknown>;
  claimLeadSecure(userId: string): Promise<unknown>;
  attachLeadFilesToUser(userId: string): Promise<unknown>;
}

interface Keeping {
  /** The account of an earlier attempt, if there was one. */
  earlier: Submission | null;
  /** Stores the id of the account. `keep` is called as soon as the account exists, before a later call can fail. */
  keep(userId: string): void;
  warn(what: string, error: unknown): void;
}

/**
 * Checks the photos, then makes the five calls in order. Returns false without making a call if an earlier attempt has
 * submitted everything. The sign-up, the answers and the lead must succeed. The calls that claim the lead and move the
 * photos may fail, because both are repeated when the person confirms the email address, or at the next sign-in in this
 * tab. A second attempt uses the account of the first attempt. It sends the answers and the lead again, because the
 * person may have corrected them.
 */
export async function submitInOrder(calls: SubmitCalls, { earlier, keep, warn }: Keeping): Promise<boolean> {
  if (await calls.isSubmitted()) return false;
  const userId = earlier?.user_id ?? (await signedUp(calls, keep));
  try {
    await calls.insertAnswers().catch(tolerateDuplicate);
    await calls.upsertLeadOpen();
  } catch (error) {
    // The account of an earlier attempt already has the photos and answers, but the check above got no response.
    if (refusalOf(error)?.code === 'LEAD_ALREADY_CLAIMED') return false;
    throw error;
  }
  if (!userId) return true;
  await calls.claimLeadSecure(userId).catch((error: unknown) => warn('claim_lead_secure', error));
  await calls.attachLeadFilesToUser(userId).catch((error: unknown) => warn('attach_lead_files_to_user', error));
  return true;
}

async function signedUp(calls: SubmitCalls, keep: Keeping['keep']): Promise<string> {
  const { user_id } = await calls.signUp();
  if (user_id) keep(user_id);
  return user_id;
}

/** Ignores the PostgreSQL error for a unique violation. This error means that the answers are already stored. */
function tolerateDuplicate(error: unknown) {
  if ((error as { code?: unknown } | null)?.code !== '23505') throw error;
}

/**
 * Returns the answers to send. If the person did not choose 'other', the text for 'other' is emptied, because text that
 * the person cannot see must not be sent.
 */
export function answersOf(draft: DraftAnswers): Answers {
  return {
    ...draft,
    facial_areas_other: draft.facial_areas.includes('other') ? draft.facial_areas_other.trim() : '',
    avoid_other: draft.avoid_treatments.includes('other') ? draft.avoid_other.trim() : '',
  } as Answers;
}

/** Returns the phone number: the dial code, a space and the digits, for example '+33 612345678'. */
export function phoneOf(dialCode: string, number: string): string {
  return `+${dialCode.replace(/\D/g, '')} ${number
    .replace(/[^\d ]/g, '')
    .replace(/ {2,}/g, ' ')
    .trim()}`;
}

export function emailOf(account: Pick<Account, 'email'>): string {
  return account.email.trim().toLowerCase();
}

/**
 * Returns the account of an earlier attempt if it was created from this lead and has the email address and the birth
 * date that are sent now. Otherwise the person must sign up again. An account of another lead never gets these photos.
 * A sign-up with another address replaces the account. The service deletes the account of a minor, even if the response
 * with the refusal is lost.
 */
export function usableAccount(
  earlier: Submission | null,
  leadId: string,
  account: Pick<Account, 'email' | 'birth_date'>,
): Submission | null {
  const isSame =
    earlier?.lead_id === leadId && earlier.email === emailOf(account) && earlier.birth_date === account.birth_date;
  return isSame ? earlier : null;
}

/** Returns the account that an earlier attempt with this lead created, or null if there was none. */
export function loadSubmission(leadId: string | null): Submission | null {
  try {
    const stored = JSON.parse(localStorage.getItem(submissionKey) ?? 'null') as Partial<Submission> | null;
    const texts = [stored?.email, stored?.birth_date, stored?.user_id];
    const isWhole = texts.every((text) => typeof text === 'string') && stored?.lead_id === leadId;
    return isWhole ? (stored as Submission) : null;
  } catch {
    return null;
  }
}

export function keepSubmission(submission: Submission | null) {
  try {
    if (submission) localStorage.setItem(submissionKey, JSON.stringify(submission));
    else localStorage.removeItem(submissionKey);
  } catch {
    // The browser allows no storage. A retry on the same page still has the account in memory.
  }
}
