import { createHash } from 'node:crypto';
import type { ReadingLanguage } from '#contract/base.ts';
import { type ConsentGiven, type ConsentPurpose, ConsentVersions } from '#contract/identity.ts';
import { messagesOf } from '#server/platform/messages.ts';
import { Refusal } from '#server/platform/refusal.ts';

const texts = messagesOf<ConsentPurpose>('consent');

/** Returns the SHA-256, in hex, of the consent text that is shown next to the checkbox. */
export const consentTextHash = (purpose: ConsentPurpose, language: ReadingLanguage): string =>
  createHash('sha256').update(texts[language][purpose]).digest('hex');

/** Refuses a consent to a version of the text that is not in force. */
export function assertTextInForce(given: ConsentGiven): void {
  if (given.version !== ConsentVersions[given.purpose]) throw new Refusal('CONSENT_TEXT_OUTDATED');
}
