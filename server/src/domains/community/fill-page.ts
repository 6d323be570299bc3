import type { PostCard } from '#contract/community.ts';
import { agoUnits } from '#contract/ago.ts';
import type { Language } from '#contract/base.ts';
import { regions } from '#contract/languages.ts';
import en from '#messages/en/ago.json' with { type: 'json' };
import fr from '#messages/fr/ago.json' with { type: 'json' };
import type { Context } from '#server/platform/context.ts';
import type { FillPage } from '#server/platform/http/pages.ts';
import type { PageData } from '#server/platform/http/page-template.ts';
import { listFeed } from './list-posts.ts';

/** More than any window shows before the scripts have drawn the feed. */
const POSTS = 8;

/** The newest posts, as the reader's feed shows them, in the document itself. An address with a query asks for another list. */
export function fillPageWith(ctx: Context): FillPage {
  return async ({ path, language, query, caller }) => {
    if (path !== '/community' || query.size > 0) return undefined;
    try {
      const reader = await caller();
      if (reader.kind !== 'user') return undefined;
      const { rows } = await listFeed(ctx, reader, { view: 'all', sort: 'latest', scope: 'everywhere', limit: POSTS });
      return { data: { posts: rows.map((post) => toData(post, language, ctx.clock.now())) }, isPrivate: true };
    } catch (error) {
      // The document is worth sending without its posts: the page then says itself what is wrong.
      ctx.log.warn({ err: error }, 'first view left out');
      return undefined;
    }
  };
}

function toData(post: PostCard, language: Language, now: Date): PageData {
  const under = (path: string): string => `${language === 'fr' ? '/fr' : ''}/community/${path}`;
  const { channel, author } = post;
  return {
    path: under(`p/${post.id}`),
    title: post.title,
    excerpt: post.excerpt,
    is_read: post.is_read || undefined,
    channel_path: under(`f/${encodeURIComponent(channel.slug)}`),
    channel_name: `fl@${channel.slug}`,
    channel_letter: [...channel.name][0]?.toLocaleUpperCase() ?? '',
    author_path: author && under(`u/${encodeURIComponent(author.handle)}`),
    author_name: author?.display_name,
    speciality: author?.practitioner?.speciality,
    created_at: post.created_at,
    ago: agoIn(language, post.created_at, now),
    likes_count: post.likes_count.toLocaleString(regions[language]),
    comments_count: post.comments_count,
    tags: post.tags.map(({ tag, title }) => ({ name: `#${title}`, tag_path: under(`t/${encodeURIComponent(tag)}`) })),
  };
}

const words = { en, fr };

/** As the feed writes it. */
function agoIn(language: Language, moment: string, now: Date): string {
  const ms = now.getTime() - Date.parse(moment);
  if (ms < agoUnits[0].unit_ms) return words[language].now;
  const near = agoUnits.find(({ below_ms }) => ms < below_ms);
  if (near)
    return new Intl.RelativeTimeFormat(regions[language], { style: 'short' }).format(
      -Math.floor(ms / near.unit_ms),
      near.unit,
    );
  return new Date(moment).toLocaleDateString(regions[language], {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
