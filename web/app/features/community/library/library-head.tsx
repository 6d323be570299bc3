import { JsonLd } from '#web/lib/json-ld.tsx';
import { useLocale } from '#web/lib/locale.tsx';
import { sharedPicture } from '#web/lib/shared-picture.ts';
import { inLanguage, type Language } from '#web/paths.ts';

interface Props {
  title: string;
  description: string;
  /** The canonical path, without a language prefix. */
  path: string;
  /** The address of the Atom feed with the content of this page. */
  feed?: string;
  type?: 'website' | 'article';
  /** False for the later pages of a list. Search engines must not list these pages. */
  isIndexed?: boolean;
  data?: Record<string, unknown>;
}

/**
 * The title, canonical and alternate URLs, preview card and structured data of a library page. React moves these
 * elements into the document's `head`.
 */
export function LibraryHead({ title, description, path, feed, type = 'website', isIndexed = true, data }: Props) {
  const locale = useLocale();
  const address = (language: Language) => __SITE_ORIGIN__ + inLanguage(path, language);
  const isFrench = locale === 'fr';
  return (
    <>
      <title>{`${title} · Flaira`}</title>
      <meta name="description" content={description} />
      {isIndexed ? <link rel="canonical" href={address(locale)} /> : <meta name="robots" content="noindex, follow" />}
      <link rel="alternate" hrefLang="en" href={address('en')} />
      <link rel="alternate" hrefLang="fr" href={address('fr')} />
      <link rel="alternate" hrefLang="x-default" href={address('en')} />
      {feed && <link rel="alternate" type="application/atom+xml" href={feed} />}
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content="Flaira" />
      <meta property="og:locale" content={isFrench ? 'fr_FR' : 'en_GB'} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address(locale)} />
      <meta property="og:image" content={sharedPicture(locale)} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
      <link rel="manifest" href={isFrench ? '/manifest.fr.webmanifest' : '/manifest.webmanifest'} />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      {data && <JsonLd data={data} />}
    </>
  );
}
