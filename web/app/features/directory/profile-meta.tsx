import { useLocale } from '#web/lib/locale.tsx';
import { sharedPicture } from '#web/lib/shared-picture.ts';

/** What the head of a practitioner's page says, filled by the service. React moves these elements into the head. */
export function ProfileMeta() {
  const isFrench = useLocale() === 'fr';
  return (
    <>
      <title data-fill="person.title">Flaira</title>
      <meta name="description" content="" data-put="content:person.description" />
      <link rel="canonical" href="/" data-put="href:person.here" />
      <link rel="alternate" hrefLang="en" href="/" data-put="href:person.english" />
      <link rel="alternate" hrefLang="fr" href="/" data-put="href:person.french" />
      <link rel="alternate" hrefLang="x-default" href="/" data-put="href:person.english" />
      <meta property="og:type" content="profile" />
      <meta property="og:site_name" content="Flaira" />
      <meta property="og:locale" content={isFrench ? 'fr_FR' : 'en_GB'} />
      <meta property="og:title" content="" data-put="content:person.name" />
      <meta property="og:description" content="" data-put="content:person.description" />
      <meta property="og:url" content="" data-put="content:person.here" />
      <meta property="og:image" content={sharedPicture(isFrench ? 'fr' : 'en')} />
      <link rel="manifest" href={isFrench ? '/manifest.fr.webmanifest' : '/manifest.webmanifest'} />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <script type="application/ld+json" data-json="person.data" />
    </>
  );
}
