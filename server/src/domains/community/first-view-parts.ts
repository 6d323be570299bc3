import { agoUnits } from '#contract/ago.ts';
import type { Language } from '#contract/base.ts';
import type { ChannelLabel, Person } from '#contract/community.ts';
import { regions } from '#contract/languages.ts';
import ago from '#messages/en/ago.json' with { type: 'json' };
import en from '#messages/en/community.json' with { type: 'json' };
import agoInFrench from '#messages/fr/ago.json' with { type: 'json' };
import fr from '#messages/fr/community.json' with { type: 'json' };
import type { PageData } from '#server/platform/http/page-template.ts';
import { sentencesOf } from '#server/platform/sentences.ts';
import { initialsOf, letterOf, tintOf } from './signs.ts';

/** For whom it is written. */
export interface Reader {
  readonly language: Language;
  readonly now: Date;
}

const now = { en: ago.now, fr: agoInFrench.now };
const sentences = { en: sentencesOf(en, regions.en), fr: sentencesOf(fr, regions.fr) };
export const wordsFor = ({ language }: Reader) => sentences[language];

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
  speciality: person?.practitioner?.speciality,
});

/** As the page writes it. */
export function momentOf(created_at: string, { language, now: at }: Reader): PageData {
  const ms = at.getTime() - Date.parse(created_at);
  const near = agoUnits.find(({ below_ms }) => ms < below_ms);
  const words =
    ms < agoUnits[0].unit_ms
      ? now[language]
      : near
        ? new Intl.RelativeTimeFormat(regions[language], { style: 'short' }).format(
            -Math.floor(ms / near.unit_ms),
            near.unit,
          )
        : new Date(created_at).toLocaleDateString(regions[language], {
            day: 'numeric',
            month: 'short',
            year: 'numeric',
            timeZone: 'UTC',
          });
  return { created_at, ago: words };
}
