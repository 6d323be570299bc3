/** The number of a text rises with every change of its words; the date is the day from which it applies. Held to it by the test beside. */
export const legalTexts = {
  privacy: { version: '1.4', since: '2026-11-22', sections: 13 },
  terms: { version: '1.4', since: '2026-11-22', sections: 12 },
  security: { version: '1.1', since: '2026-11-22', sections: 8 },
} as const;
export type LegalText = keyof typeof legalTexts;
