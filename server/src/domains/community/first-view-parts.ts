import { dateFormat } from '#contract/dates.ts';
import { distance } from '#contract/ago.ts';
import type { ChannelLabel, Person } from '#contract/community.ts';
import { initialsOf, letterOf, tintOf } from '#contract/community/signs.ts';
import { type ReadingLanguage, ReadingLanguages, regions } from '#contract/languages.ts';
import { termKey } from '#contract/term-key.ts';
import en from '#messages/en/community.json' with { type: 'json' };
import { messagesOf } from '#server/platform/messages.ts';
import type { PageData } from '#server/platform/http/page-template.ts';
import { sentencesOf } from '#server/platform/sentences.ts';

/** The language of the reader, and the time at which the document is made. */
export interface Reader {
  readonly language: ReadingLanguage;
  readonly now: Date;
}

const ago = messagesOf<'now'>('ago');
const community = messagesOf<keyof typeof en>('community');
const sentencesIn = (language: ReadingLanguage) => sentencesOf(community[language], regions[language]);
const sentences = Object.fromEntries(ReadingLanguages.map((language) => [language, sentencesIn(language)])) as Record<
  ReadingLanguage,
  ReturnType<typeof sentencesIn>
>;
export const wordsFor = ({ language }: Pick<Reader, 'language'>) => sentences[language];

const terms = messagesOf<string>('terms');
/** Returns the name of a speciality or topic. A name without a translation is returned as it was typed. */
export const termIn = (
  { language }: Reader,
  kind: 'speciality' | 'topic',
  code: string,
  written: string = code,
): string => terms[language][termKey(kind, code)] ?? written;

export const pathIn = ({ language }: Reader, path: string): string =>
  `${language === 'fr' ? '/fr' : ''}/community/${path}`;

export const channelLabel = ({ slug, name, icon_url }: ChannelLabel, reader: Reader): PageData => ({
  channel_path: pathIn(reader, `f/${encodeURIComponent(slug)}`),
  channel_name: `fl@${slug}`,
  channel_icon: icon_url,
  channel_letter: letterOf(name),
  channel_tint: tintOf(name),
});

export const personLabel = (person: Person | null, reader: Reader): PageData => ({
  author_path: person && pathIn(reader, `u/${encodeURIComponent(person.handle)}`),
  author_name: person?.display_name,
  author_initials: initialsOf(person?.display_name ?? '?'),
  speciality: person?.practitioner && termIn(reader, 'speciality', person.practitioner.speciality),
});

export const momentOf = (created_at: string, reader: Reader): PageData => ({
  created_at,
  ago: agoOf(created_at, reader),
});

/** Returns the age of a moment in the same format as on the page. */
function agoOf(moment: string, { language, now: at }: Reader): string {
  const far = distance(moment, at.getTime());
  if (far.unit === 'now') return ago[language].now;
  if (far.unit !== 'date')
    return new Intl.RelativeTimeFormat(regions[language], { style: 'short' }).format(-far.count, far.unit);
  return dateFormat(language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(moment));
}
