import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Languages, type ReadingLanguage, ReadingLanguages } from '#contract/languages.ts';
import { readCatalogues } from './messages.ts';

const domains = [
  'capture',
  'community',
  'community-ending',
  'community-reading',
  'community-reports',
  'community-since',
  'community-statements',
  'community-texts',
  'community-wizard',
  'community-writing',
  'content',
  'diagnostic',
  'moderation',
  'questionnaire',
  'simulation',
];
/** Text that is equal in all languages: names, and sentences that consist only of placeholders and punctuation. */
const everywhere = [
  'Free',
  'Essential',
  'Plus',
  'Elite',
  'Botox',
  'Enter',
  'Facebook',
  'Instagram',
  'LinkedIn',
  'TikTok',
  'YouTube',
  '{{percent}} %',
  '{{name}} ({{waiting}})',
];
/** Words that a language shares with English. */
const shared: Partial<Record<ReadingLanguage, readonly string[]>> = {
  de: [
    'Banner',
    'Community',
    'Community (fl@…)',
    'Facelift',
    'Laser',
    'Link',
    'Make-up',
    'Meditation',
    'Melasma',
    'Microneedling',
    'Moderation',
    'Name',
    'Normal',
    'Online',
    'Organisation',
    'Peeling',
    'Person',
    'Region',
    'Stress',
    'Text',
    'Video',
    'Vitamin C',
  ],
  es: [
    'Banner',
    'Error',
    'Error: {{message}}',
    'Melasma',
    'Microneedling',
    'No',
    'Normal',
    'Peeling',
    'Plan',
    'Skin boosters',
    'glamour',
    'natural',
    'visible',
  ],
  it: [
    'Acne',
    'Banner',
    'Canada',
    'Community',
    'Community (fl@…)',
    'Eczema',
    'Home',
    'Laser',
    'Link',
    'Melasma',
    'Menu',
    'Microneedling',
    'No',
    'Online',
    'Password',
    'Peeling',
    'Post',
    'Rosacea',
    'Routine',
    'Stress',
    'Tag',
    'Video',
    'glamour',
    '{{count}} community',
    '{{count}} post',
  ],
  pt: [
    'Acne',
    'Banner',
    'Eczema',
    'Laser',
    'Link',
    'Melasma',
    'Menu',
    'Normal',
    'Peeling',
    'Tag',
    'Tags',
    'glamour',
    'natural',
  ],
};
const catalogues = readCatalogues(join(import.meta.dirname, '../../messages'));
const sentences = (language: string) =>
  domains.flatMap((domain) =>
    [...(catalogues.get(language)?.get(domain) ?? [])].map(([key, words]) => ({ place: `${domain}: ${key}`, words })),
  );
const english = new Map(sentences('en').map(({ place, words }) => [place, words]));

test.each(ReadingLanguages.filter((language) => !Languages.some((own) => own === language)))(
  'community, questionnaire and photos contain no untranslated English sentence in %s',
  (language) => {
    const known = [...everywhere, ...(shared[language] ?? [])];
    const all = sentences(language);
    expect(all.length).toBeGreaterThan(700);
    expect(all.filter(({ place, words }) => english.get(place) === words && !known.includes(words))).toEqual([]);
  },
);
