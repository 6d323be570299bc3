import type { Answers } from '#contract/intake.ts';
import type { DraftAnswers } from './draft.ts';
import type { Account } from './rules.ts';

/**
 * The account that an earlier attempt created. A retry needs it, even after a reload. The password is never part of it.
 */
export interface Submission {
  lead_id: string;
  email: string;
  user_id: string;
}

/** The five calls that submit the questionnaire. */
export interface SubmitCalls {
  signUp(): Promise<{ user_id: string }>;
  insertAnswers(): Promise<unknown>;
  upsertLeadOpen(): Promise<unknown>;
  claimLeadSecure(userId: string): Promise<unknown>;
  attachLeadFilesToUser(userId: string): Promise<unknown>;
}

interface Keeping {
  /** The account of an earlier attempt, if there was one. */
  earlier: Submission | null;
  /** Stores the id of the account. It is called as soon as the account exists, before a later call can fail. */
  keep(userId: string): void;
  warn(what: string, error: unknown): void;
}

/**
 * Makes the five calls in order. Sign-up, answers and lead must succeed. The claim and the move of the photos may fail,
 * because both are repeated when the person confirms the email address. A second attempt uses the account of the first
 * attempt. It sends answers and lead again, because the person may have corrected them.
 */
export async function submitInOrder(calls: SubmitCalls, { earlier, keep, warn }: Keeping): Promise<void> {
  const userId = earlier?.user_id ?? (await signedUp(calls, keep));
  await calls.insertAnswers().catch(tolerateDuplicate);
  await calls.upsertLeadOpen();
  if (!userId) return;
  await calls.claimLeadSecure(userId).catch((error: unknown) => warn('claim_lead_secure', error));
  await calls.attachLeadFilesToUser(userId).catch((error: unknown) => warn('attach_lead_files_to_user', error));
}

async function signedUp(calls: SubmitCalls, keep: Keeping['keep']): Promise<string> {
  const { user_id } = await calls.signUp();
  if (user_id) keep(user_id);
  return user_id;
}

/** Ignores PostgreSQL's error for a unique violation, which means that the answers are already stored. */
function tolerateDuplicate(error: unknown) {
  if ((error as { code?: unknown } | null)?.code !== '23505') throw error;
}

/**
 * Returns the answers to send. A text for 'other' is emptied if 'other' is not chosen, because a text that is not
 * visible must not be sent.
 */
export function answersOf(draft: DraftAnswers): Answers {
  return {
    ...draft,
    facial_areas_other: draft.facial_areas.includes('other') ? draft.facial_areas_other.trim() : '',
    avoid_other: draft.avoid_treatments.includes('other') ? draft.avoid_other.trim() : '',
  } as Answers;
}

/** Returns the telephone number with dial code, a space and the digits, for example '+33 612345678'. */
export function phoneOf(dialCode: string, number: string): string {
  return `+${dialCode.replace(/\D/g, '')} ${number
    .replace(/[^\d ]/g, '')
    .replace(/ {2,}/g, ' ')
    .trim()}`;
}

export function emailOf(account: Pick<Account, 'email'>): string {
  return account.email.trim().toLowerCase();
}

const storageKey = 'flaira.submission';

/** Loads the account of an earlier attempt with this lead. */
export function loadSubmission(leadId: string | null): Submission | null {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Partial<Submission> | null;
    const isWhole =
      typeof stored?.email === 'string' && typeof stored.user_id === 'string' && stored.lead_id === leadId;
    return isWhole ? (stored as Submission) : null;
  } catch {
    return null;
  }
}

export function keepSubmission(submission: Submission | null) {
  try {
    if (submission) localStorage.setItem(storageKey, JSON.stringify(submission));
    else localStorage.removeItem(storageKey);
  } catch {
    // If the browser allows no storage, a retry on the same page still has the account in memory.
  }
}
