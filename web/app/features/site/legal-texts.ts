/**
 * The versions of the legal texts. Every change of a text needs a new version. `since` is the first day on which the
 * version applies. `legal-texts.test.ts` checks both.
 */
export const legalTexts = {
  privacy: { version: '1.7', since: '2026-11-27', sections: 13 },
  terms: { version: '1.6', since: '2026-11-23', sections: 12 },
  security: { version: '1.2', since: '2026-11-23', sections: 8 },
} as const;
export type LegalText = keyof typeof legalTexts;
