import type { Channel, ChannelCard, Comment, Post, PostCard, PostPage } from '#contract/community.ts';
import { regions } from '#contract/languages.ts';
import type { PageData } from '#server/platform/http/page-template.ts';
import { foundGroups } from './first-view-found.ts';
import { channelLabel, momentOf, pathIn, personLabel, type Reader, termIn, wordsFor } from './first-view-parts.ts';
import { blocksOf } from './text-blocks.ts';
import type { searchCommunity } from './search.ts';

/** The number of posts in a first view. It is more than a window shows before the scripts have rendered the page. */
const POSTS = 8;
const CHANNELS = 10;
const COMMENTS = 4;

/**
 * For each procedure, a function that returns the part of its answer that a first view shows
 * (`web/app/features/community/first-view/`).
 */
export const firstViews = {
  listFeed: toPosts,
  listExpertArticles: toPosts,
  listSavedPosts: toPosts,
  listRecentlyViewed: toPosts,
  listChannelPosts: toPosts,
  listTagPosts: (page: PostPage & { tag: { tag: string; title: string } }, reader: Reader): PageData => ({
    ...toPosts(page, reader),
    ...tagLabel(page.tag, reader),
  }),
  listHotTopics: (topics: readonly { id: string; title: string; posts_last7: number }[], reader: Reader): PageData => ({
    topics: topics.map(({ id, title, posts_last7 }, index) => ({
      rank: index + 1,
      name: `#${termIn(reader, 'topic', id, title)}`,
      tag_path: pathIn(reader, `t/${encodeURIComponent(id)}`),
      count: wordsFor(reader).counted('trending.posts', posts_last7),
    })),
  }),
  listChannels: ({ rows, total }: { rows: readonly ChannelCard[]; total: number }, reader: Reader): PageData => ({
    channels_count: wordsFor(reader).counted('explore.count', total),
    channels: rows.slice(0, CHANNELS).map((row) => toChannel(row, reader)),
  }),
  getChannel: (channel: Channel, reader: Reader): PageData => ({
    ...toChannel(channel, reader),
    can_join: channel.kind === 'community' && !channel.is_member,
    can_post: channel.can_post,
  }),
  getPost: ({ post, comments }: { post: Post; comments: { rows: readonly Comment[] } }, reader: Reader): PageData => ({
    ...toThread(post, reader),
    answers: comments.rows
      .filter(({ depth, state }) => depth === 0 && state === 'visible')
      .slice(0, COMMENTS)
      .map((comment) => ({ ...written(comment, reader), blocks: blocksOf(comment.body) })),
  }),
  searchCommunity: (found: Awaited<ReturnType<typeof searchCommunity>>, reader: Reader): PageData => ({
    ...foundGroups(found, reader),
  }),
};

function tagLabel({ tag, title }: { tag: string; title: string }, reader: Reader): PageData {
  const name = termIn(reader, 'topic', tag, title);
  return {
    tag_name: `#${termIn(reader, 'topic', tag)}`,
    tag_title: name,
    lead: wordsFor(reader).text('tag.lead', { tag: name }),
  };
}

function toPosts({ rows }: PostPage, reader: Reader): PageData {
  return { posts: rows.slice(0, POSTS).map((post) => toPost(post, reader)) };
}

function toPost(post: PostCard, reader: Reader): PageData {
  const unread = post.unread_comments_count;
  return {
    ...channelLabel(post.channel, reader),
    ...written(post, reader),
    path: pathIn(reader, `p/${post.id}`),
    title: post.title,
    excerpt: post.excerpt,
    image: post.image_url,
    is_read: post.is_read || undefined,
    sign: signsOf(post, reader, '')[0],
    unread: unread ? wordsFor(reader).counted('post.unread', unread) : undefined,
    comments_count: post.comments_count,
    tags: post.tags.map(({ tag, title }) => ({
      name: `#${title}`,
      tag_path: pathIn(reader, `t/${encodeURIComponent(tag)}`),
    })),
  };
}

function toThread(post: Post, reader: Reader): PageData {
  const registration = post.author?.practitioner;
  const words = wordsFor(reader);
  return {
    ...toPost(post, reader),
    registration:
      registration &&
      `${words.text('person.registered', { body: registration.registration_body, number: registration.registration_number })} · `,
    edited: post.edited_at ? ` · ${words.text('post.edited')}` : undefined,
    signs: signsOf(post, reader, '.text'),
    blocks: blocksOf(post.body),
    comments:
      post.comments_count === 0
        ? words.text('post.comments_zero')
        : words.counted('post.comments', post.comments_count),
    can_comment: post.can_comment,
  };
}

function toChannel(channel: ChannelCard, reader: Reader): PageData {
  return {
    ...channelLabel(channel, reader),
    name: channel.name || channel.slug,
    description: channel.description ?? '',
    banner: channel.banner_url,
    is_exclusive: channel.is_exclusive,
    is_member: channel.is_member,
    members: wordsFor(reader).counted('channel.membersCount', channel.members_count),
  };
}

/** Returns author, time and likes of a text, and its detected language. */
const written = (
  { author, created_at, likes_count, lang }: Pick<PostCard, 'author' | 'created_at' | 'likes_count' | 'lang'>,
  reader: Reader,
): PageData => ({
  ...personLabel(author, reader),
  ...momentOf(created_at, reader),
  likes_count: likes_count.toLocaleString(regions[reader.language]),
  text_lang: lang,
});

function signsOf(post: PostCard, reader: Reader, form: '' | '.text'): string[] {
  const { text } = wordsFor(reader);
  const signs = [
    post.is_pinned && text('post.pinned'),
    post.is_locked && text(`post.locked${form}`),
    post.is_asking_practitioner && text(`post.asking${form}`),
    post.state === 'held' && text(`post.held${form}`),
    post.state === 'removed' && form && text(`post.removed${form}`),
  ];
  return signs.filter((sign) => typeof sign === 'string' && sign !== '') as string[];
}
