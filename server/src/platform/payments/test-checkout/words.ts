import type { Language } from '#contract/base.ts';
import en from '#messages/en/test-checkout.json' with { type: 'json' };
import fr from '#messages/fr/test-checkout.json' with { type: 'json' };

export type Words = Readonly<Record<keyof typeof en, string>>;
const catalogues: Record<Language, Words> = { en, fr };

export const wordsIn = (language: Language): Words => catalogues[language];
