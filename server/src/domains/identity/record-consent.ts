import { createHash } from 'node:crypto';
import type { ReadingLanguage } from '#contract/base.ts';
import { type ConsentGiven, type ConsentPurpose, ConsentVersions } from '#contract/identity.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { messagesOf } from '#server/platform/messages.ts';
import { Refusal } from '#server/platform/refusal.ts';
import {
  type Consent,
  type Consenting,
  findConsentInForce,
  insertConsent,
  withdrawConsentOf,
} from './consents.queries.ts';

const texts = messagesOf<ConsentPurpose>('consent');

/**
 * Returns true if this person consents to the purpose. A lead is a person without an account. The transaction must act
 * for the person, for staff or for the service.
 */
export const hasConsent = async (tx: Db | Tx, who: Consenting, purpose: ConsentPurpose): Promise<boolean> =>
  (await findConsentInForce(tx, who, purpose)) !== undefined;

/**
 * Stores a consent with the hash of its text, the language and the time. If the person consents to the same text again,
 * the first record is returned. A consent to a newer text, or in another language, ends the old record and creates a
 * new record.
 *
 * @throws Refusal CONSENT_TEXT_OUTDATED
 */
export async function recordConsent(tx: Tx, who: Consenting, given: ConsentGiven, at: Date): Promise<Consent> {
  assertTextInForce(given);
  const text_hash = consentTextHash(given.purpose, given.language);
  const before = await findConsentInForce(tx, who, given.purpose);
  if (before?.text_hash === text_hash && before.version === given.version) return before;
  if (before) await withdrawConsentOf(tx, who, given.purpose, at);
  return insertConsent(tx, {
    user_id: 'userId' in who ? who.userId : null,
    lead_id: 'leadId' in who ? who.leadId : null,
    purpose: given.purpose,
    version: given.version,
    text_hash,
    language: given.language,
    given_at: at,
    withdrawn_at: null,
  });
}

/** Throws a refusal if the person consented to a version of the text that is not in force. */
function assertTextInForce(given: ConsentGiven): void {
  if (given.version !== ConsentVersions[given.purpose]) throw new Refusal('CONSENT_TEXT_OUTDATED');
}

/** Returns the SHA-256, in hex, of the consent text that is shown next to the checkbox. */
const consentTextHash = (purpose: ConsentPurpose, language: ReadingLanguage): string =>
  createHash('sha256').update(texts[language][purpose]).digest('hex');
