import { useTranslation } from 'react-i18next';
import type { PublicProfile } from '#contract/directory.ts';
import { JsonLd } from '#web/lib/json-ld.tsx';
import { useLocale } from '#web/lib/locale.tsx';
import { sharedPicture } from '#web/lib/shared-picture.ts';
import { inLanguage, type Language } from '#web/paths.ts';
import { useWords } from './use-words.ts';

/** The metadata of a practitioner's page. React moves these elements into the head of the document. */
export function ProfileMeta({ profile }: { profile: PublicProfile }) {
  const { t } = useTranslation('directory');
  const words = useWords();
  const locale = useLocale();
  const { name, slug, registration_number: number, places, verified_at } = profile;
  const specialities = profile.specialities.map(words.speciality);
  const description = t('profile.description', {
    name,
    specialities: words.list(specialities),
    city: places[0]?.city ?? '',
    number,
    date: words.day(verified_at),
  });
  const address = (language: Language) => __SITE_ORIGIN__ + inLanguage(`/practitioners/${slug}`, language);
  const isFrench = locale === 'fr';
  return (
    <>
      <title>{`${[name, specialities[0]].filter(Boolean).join(', ')} · Flaira`}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address(locale)} />
      <link rel="alternate" hrefLang="en" href={address('en')} />
      <link rel="alternate" hrefLang="fr" href={address('fr')} />
      <link rel="alternate" hrefLang="x-default" href={address('en')} />
      <meta property="og:type" content="profile" />
      <meta property="og:site_name" content="Flaira" />
      <meta property="og:locale" content={isFrench ? 'fr_FR' : 'en_GB'} />
      <meta property="og:title" content={name} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address(locale)} />
      <meta property="og:image" content={sharedPicture(locale)} />
      <link rel="manifest" href={isFrench ? '/manifest.fr.webmanifest' : '/manifest.webmanifest'} />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <JsonLd data={machineData(profile, specialities, address(locale))} />
    </>
  );
}

const machineData = (profile: PublicProfile, specialities: readonly string[], url: string) => ({
  '@type': 'Person',
  name: profile.name,
  url,
  jobTitle: specialities[0] ?? null,
  knowsLanguage: profile.languages,
  identifier: {
    '@type': 'PropertyValue',
    propertyID: profile.registration_body,
    value: profile.registration_number,
  },
  workLocation: profile.places.map((place) => ({
    '@type': 'Place',
    name: place.name || profile.name,
    address: {
      '@type': 'PostalAddress',
      streetAddress: place.street,
      postalCode: place.postal_code,
      addressLocality: place.city,
      addressCountry: place.country,
    },
  })),
});
