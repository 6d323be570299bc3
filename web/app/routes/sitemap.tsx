import { inLanguage, type Language, languageOf, languages, pages } from '#web/paths.ts';

const address = (path: string, language: Language) => __SITE_ORIGIN__ + inLanguage(path, language);

/**
 * Returns the sitemap of one language. Each entry lists the page's address in every language in which the page is
 * indexed.
 */
export function loader({ request }: { request: Request }) {
  const language = languageOf(new URL(request.url).pathname);
  const entries = pages.flatMap(({ path, indexed }) => {
    const own = indexed === true ? languages : (indexed ?? []);
    if (!own.includes(language)) return [];
    const others = own.map(
      (other) => `<xhtml:link rel="alternate" hreflang="${other}" href="${address(path, other)}"/>`,
    );
    return `<url><loc>${address(path, language)}</loc>${others.join('')}</url>`;
  });
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`;
  return new Response(text, { headers: { 'Content-Type': 'application/xml' } });
}
