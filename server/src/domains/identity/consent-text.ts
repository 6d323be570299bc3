import { createHash } from 'node:crypto';
import type { Language } from '#contract/base.ts';
import { type ConsentGiven, type ConsentPurpose, ConsentVersions } from '#contract/identity.ts';
import en from '#messages/en/consent.json' with { type: 'json' };
import fr from '#messages/fr/consent.json' with { type: 'json' };
import { Refusal } from '#server/platform/refusal.ts';

const texts: Record<Language, Record<ConsentPurpose, string>> = { en, fr };

/** SHA-256, in hex, of what stood beside the box. */
export const consentTextHash = (purpose: ConsentPurpose, language: Language): string =>
  createHash('sha256').update(texts[language][purpose]).digest('hex');

/** Nobody can agree to a text that is no longer, or not yet, shown. */
export function assertTextInForce(given: ConsentGiven): void {
  if (given.version !== ConsentVersions[given.purpose]) throw new Refusal('CONSENT_TEXT_OUTDATED');
}
