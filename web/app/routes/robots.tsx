import { inLanguage, languages } from '#web/paths.ts';

/**
 * Private pages ask search engines with `noindex` not to list them. Search engines see `noindex` only if they may load
 * the page, so this file must not block these pages.
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
