import { usePathname } from '#web/lib/locale.tsx';
import { sharedPicture } from '#web/lib/shared-picture.ts';
import { inLanguage, languageOf } from '#web/paths.ts';

interface Props {
  title: string;
  description?: string;
  /** Whether search engines may list the page. The default is false. */
  indexed?: boolean;
}

/**
 * The metadata of a page. If search engines may list the page, the metadata contains the page's URLs in both languages
 * and a preview for other sites. Otherwise the metadata asks search engines not to list the page. React moves these
 * elements into the head of the document.
 */
export function PageMeta({ title, description, indexed = false }: Props) {
  const pathname = usePathname();
  const address = (language: 'en' | 'fr') => __SITE_ORIGIN__ + inLanguage(pathname, language);
  return (
    <>
      <title>{`${title} · Flaira`}</title>
      {description && <meta name="description" content={description} />}
      {indexed ? (
        <>
          <link rel="canonical" href={__SITE_ORIGIN__ + pathname} />
          <link rel="alternate" hrefLang="en" href={address('en')} />
          <link rel="alternate" hrefLang="fr" href={address('fr')} />
          <link rel="alternate" hrefLang="x-default" href={address('en')} />
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content="Flaira" />
          <meta property="og:locale" content={languageOf(pathname) === 'fr' ? 'fr_FR' : 'en_GB'} />
          <meta property="og:title" content={title} />
          {description && <meta property="og:description" content={description} />}
          <meta property="og:url" content={__SITE_ORIGIN__ + pathname} />
          <meta property="og:image" content={sharedPicture(languageOf(pathname))} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      ) : (
        <meta name="robots" content="noindex" />
      )}
      <link
        rel="manifest"
        href={languageOf(pathname) === 'fr' ? '/manifest.fr.webmanifest' : '/manifest.webmanifest'}
      />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    </>
  );
}
