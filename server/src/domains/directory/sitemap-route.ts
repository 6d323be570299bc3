import type { Context } from '#server/platform/context.ts';
import { isRead, type Route, send } from '#server/platform/http/exchange.ts';
import { listShown } from './directory.queries.ts';

const ADDRESS = '/sitemap-practitioners.xml';

/** Serves the sitemap of the public pages of practitioners. A profile that is hidden disappears from it at once. */
export function sitemapRoute({ db, config }: Context): Route {
  return {
    access: 'visitor',
    matches: (exchange) => isRead(exchange) && exchange.url.pathname === ADDRESS,
    async answer(exchange) {
      const rows = await listShown(db, { speciality: null, language: null });
      const entries = rows.flatMap(({ slug, updated_at }) => {
        const [en, fr] = ['', '/fr'].map((language) => `${config.publicUrl}${language}/practitioners/${slug}`);
        const others = `<xhtml:link rel="alternate" hreflang="en" href="${en}"/><xhtml:link rel="alternate" hreflang="fr" href="${fr}"/>`;
        const changed = `<lastmod>${updated_at.toISOString().slice(0, 10)}</lastmod>`;
        return [en, fr].map((address) => `<url><loc>${address}</loc>${changed}${others}</url>`);
      });
      const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`;
      return send(exchange, 200, 'application/xml', xml, { 'Cache-Control': 'no-cache' });
    },
  };
}
