import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import { type Exchange, isRead, type Route, send } from '#server/platform/http/exchange.ts';
import { escapeHtml } from '#server/platform/http/html.ts';
import { getLibraryPage } from './library.ts';
import { isChannelOnWeb, isReviewOnWeb, isThreadOnWeb } from './on-web.sql.ts';

const SITEMAP = '/sitemap-library.xml';
/** A sitemap may contain 50,000 addresses, and each thread has two. */
const MOST_IN_SITEMAP = 20_000;
const MOST_GUIDES_IN_SITEMAP = 4000;
const FEED = /^\/library\/([a-z0-9-]{1,200})\/feed\.xml$/;
const headers = { 'Cache-Control': 'no-cache' };

// XML allows no control characters except tab, line feed and carriage return.
// oxlint-disable-next-line no-control-regex -- these are what is removed
const escapeXml = (text: string): string => escapeHtml(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, ''));

/** Answers with a sitemap for search engines. It lists the public guides and threads. */
export function librarySitemapRoute({ db, config }: Context): Route {
  return {
    access: 'visitor',
    matches: (exchange) => isRead(exchange) && exchange.url.pathname === SITEMAP,
    async answer(exchange) {
      const { rows } = await sql<{ slug: string; id: string; changed_at: Date }>`select ch.slug, p.id,
          greatest(p.created_at, p.edited_at, (select max(c.created_at) from comments c
            where c.channel_id = p.channel_id and c.post_id = p.id and c.state = 'visible' and c.created_at >= greatest(p.web_since, ch.web_since))) as changed_at
        from channels ch join posts p on p.channel_id = ch.id and ${isThreadOnWeb}
        where ${isChannelOnWeb} order by p.id desc limit ${MOST_IN_SITEMAP}`.execute(db);
      const guides = await sql<{
        slug: string;
        id: string;
        changed_at: Date;
      }>`select ch.slug, 'guides/' || g.id as id, r.reviewed_at as changed_at
        from guide_reviews r join guides g on g.id = r.guide_id join channels ch on ch.id = g.channel_id and ${isReviewOnWeb}
        order by r.reviewed_at desc, g.id limit ${MOST_GUIDES_IN_SITEMAP}`.execute(db);
      const entries = [...guides.rows, ...rows].flatMap(({ slug, id, changed_at }) => {
        const [en, fr] = ['', '/fr'].map((language) => `${config.publicUrl}${language}/library/${slug}/${id}`);
        const others = `<xhtml:link rel="alternate" hreflang="en" href="${en}"/><xhtml:link rel="alternate" hreflang="fr" href="${fr}"/>`;
        const changed = `<lastmod>${changed_at.toISOString().slice(0, 10)}</lastmod>`;
        return [en, fr].map((address) => `<url><loc>${address}</loc>${changed}${others}</url>`);
      });
      const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`;
      return send(exchange, 200, 'application/xml', xml, headers);
    },
  };
}

/** Answers GET /library/{slug}/feed.xml with the newest threads as Atom (RFC 4287). `?tag=` selects one topic. */
export function libraryFeedRoute(ctx: Context): Route {
  return {
    access: 'visitor',
    matches: (exchange) => isRead(exchange) && FEED.test(exchange.url.pathname),
    answer: async (exchange) => {
      const feed = await feedOf(ctx, exchange);
      return feed
        ? send(exchange, 200, 'application/atom+xml', feed, headers)
        : send(exchange, 404, 'text/plain', 'Not found', headers);
    },
  };
}

async function feedOf(ctx: Context, { url }: Exchange): Promise<string | null> {
  const slug = FEED.exec(url.pathname)?.[1] ?? '';
  const tag = url.searchParams.get('tag') ?? undefined;
  const page = await getLibraryPage(ctx, { slug, tag });
  if (!page) return null;
  const { community, threads } = page;
  const { publicUrl } = ctx.config;
  const list = `${publicUrl}/library/${slug}${tag === undefined ? '' : `?tag=${encodeURIComponent(tag)}`}`;
  const self = `${publicUrl}${url.pathname}${tag === undefined ? '' : `?tag=${encodeURIComponent(tag)}`}`;
  const updated =
    threads
      .map(({ changed_at }) => changed_at)
      .sort()
      .at(-1) ?? ctx.clock.now().toISOString();
  const entries = threads.map(
    (thread) => `<entry>
<id>urn:uuid:${thread.id}</id>
<title>${escapeXml(thread.title)}</title>
<link href="${publicUrl}/library/${slug}/${thread.id}"/>
<published>${thread.created_at}</published>
<updated>${thread.changed_at}</updated>
<author><name>${escapeXml(thread.author?.name ?? 'Flaira')}</name></author>
${thread.tags.map(({ tag: term, title }) => `<category term="${escapeXml(term)}" label="${escapeXml(title)}"/>`).join('')}
<summary>${escapeXml(thread.excerpt)}</summary>
</entry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${escapeXml(self)}</id>
<title>${escapeXml(page.tag ? `${community.name}: ${page.tag.title}` : community.name)}</title>
<link rel="self" href="${escapeXml(self)}"/>
<link href="${escapeXml(list)}"/>
<updated>${updated}</updated>
${entries.join('\n')}
</feed>
`;
}
