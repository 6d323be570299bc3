import { inLanguage, languages } from '#web/paths.ts';

/**
 * Private pages ask search engines not to list them. This file must not block those pages. Otherwise search engines
 * could not read this request.
 */
export function loader() {
  const files = [
    ...languages.map((language) => inLanguage('/sitemap.xml', language)),
    '/sitemap-practitioners.xml',
    '/sitemap-library.xml',
  ];
  const maps = files.map((file) => `Sitemap: ${__SITE_ORIGIN__}${file}`);
  const lines = ['User-agent: *', 'Disallow: /rpc/', 'Disallow: /api/', '', ...maps, ''];
  return new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
