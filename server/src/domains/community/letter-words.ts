import { dateFormat } from '#contract/dates.ts';
import type { ReadingLanguage } from '#contract/languages.ts';
import type { Visibility } from '#contract/community.ts';
import { messagesOf } from '#server/platform/messages.ts';

const catalogues = messagesOf<string>('mail');

/**
 * Returns a sentence for an email about communities. It is the message `community.<key>` of mail.json with its values
 * filled in.
 */
export const say = (language: ReadingLanguage, key: string, values: Readonly<Record<string, string>> = {}): string =>
  (catalogues[language][`community.${key}`] ?? '').replace(
    /\{\{(\w+)\}\}/g,
    (_whole, name: string) => values[name] ?? '',
  );

/** Returns lines of the form `Label: value`, each in its own paragraph. Lines without a value are left out. */
export const factsOf = (
  language: ReadingLanguage,
  lines: readonly (readonly [label: string, value: string | null])[],
) => lines.flatMap(([label, value]) => (value ? [say(language, `line.${label}`, { value })] : [])).join('\n\n');

/** Returns a date and time in the person's time zone, such as "3 December 2026 at 14:00 CET". */
export const momentIn = (language: ReadingLanguage, at: Date, timeZone: string): string =>
  dateFormat(language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(at);

export const dayIn = (language: ReadingLanguage, at: Date, timeZone: string): string =>
  dateFormat(language, { dateStyle: 'long', timeZone }).format(at);

/** The post, comment, community or person that an email is about. */
export interface Spoken {
  readonly kind: 'post' | 'comment' | 'channel' | 'person';
  readonly written_at: Date | null;
  readonly place: string | null;
  readonly visibility: Visibility | null;
}

/**
 * Returns the name of the community if the community is open to all, otherwise null. The name of another community
 * would reveal the person's plan, so emails must not contain it.
 */
export const openName = ({ place, visibility }: Pick<Spoken, 'place' | 'visibility'>): string | null =>
  visibility === 'open' ? place : null;

/**
 * Returns a description of a text, such as "your comment of 12 November 2026 in Skincare Science". Titles and texts may
 * contain health data, so these emails do not contain them. Kind, day and community are enough to find the text.
 * @param whose `of` for a text by the recipient of the email, `their` for another person's text
 */
export function nameText(language: ReadingLanguage, whose: 'of' | 'their', about: Spoken, timeZone: string): string {
  const community = openName(about);
  const isPlaced = community !== null && !(whose === 'their' && about.kind === 'person');
  const day = about.written_at ? dayIn(language, about.written_at, timeZone) : '';
  return say(language, `${whose}.${about.kind}${isPlaced ? 'In' : ''}`, { day, community: community ?? '' });
}
