import type { Language } from '#contract/base.ts';
import type { Context } from '#server/platform/context.ts';
import type { PageData } from '#server/platform/http/page-template.ts';
import { findShown, type PlaceRow, placesOf, type ProfileRow } from './directory.queries.ts';
import { profilePath } from './fill-search.ts';
import { wordsIn } from './words.ts';

/** The page of one practitioner; undefined when nobody who is shown has this address. */
export async function fillProfile(ctx: Context, slug: string, language: Language): Promise<PageData | undefined> {
  const profile = await findShown(ctx.db, slug);
  if (!profile) return undefined;
  const places = (await placesOf(ctx.db, [profile.user_id])).get(profile.user_id) ?? [];
  const words = wordsIn(language);
  const specialities = profile.specialities.map(words.speciality);
  const verified = words.date(profile.verified_at ?? profile.updated_at);
  const { name, registration_number: number } = profile;
  const city = places[0]?.city ?? '';
  const said = { name, specialities: words.list(specialities), city, number, date: verified };
  const address = (of: Language): string => ctx.config.publicUrl + profilePath(of, slug);
  return {
    person: {
      name,
      title: `${[name, specialities[0]].filter(Boolean).join(', ')} · Flaira`,
      description: words.text('profile.description', said),
      introduction: introductionOf(profile, language).split('\n').filter(Boolean),
      specialities,
      languages: profile.languages.map(words.language),
      registration: number,
      body: profile.registration_body,
      verified: words.text('profile.verified', { date: verified }),
      listed: words.text('profile.listed', { name }),
      places: places.map((place) => ({ ...place, town: townOf(place), land: words.country(place.country) })),
      here: address(language),
      english: address('en'),
      french: address('fr'),
      data: machineData(profile, places, specialities, address(language)),
    },
  };
}

/** Whoever wrote in one language only is read in that one. */
const introductionOf = ({ introduction_en, introduction_fr }: ProfileRow, language: Language): string =>
  language === 'fr' ? introduction_fr || introduction_en : introduction_en || introduction_fr;

const townOf = ({ postal_code, city }: PlaceRow): string => `${postal_code} ${city}`;

const machineData = (
  { name, languages, registration_number, registration_body }: ProfileRow,
  places: readonly PlaceRow[],
  specialities: readonly string[],
  url: string,
): PageData => ({
  '@context': 'https://schema.org',
  '@type': 'Person',
  name,
  url,
  jobTitle: specialities[0] ?? null,
  knowsLanguage: [...languages],
  identifier: { '@type': 'PropertyValue', propertyID: registration_body, value: registration_number },
  workLocation: places.map((place) => ({
    '@type': 'Place',
    name: place.name || name,
    address: {
      '@type': 'PostalAddress',
      streetAddress: place.street,
      postalCode: place.postal_code,
      addressLocality: place.city,
      addressCountry: place.country,
    },
  })),
});
