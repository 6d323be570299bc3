import { parseFragment } from 'parse5';
import type { PageData } from '#server/platform/http/page-template.ts';
import { channelLabel, momentOf, pathIn, personLabel, termIn, type Reader, wordsFor } from './first-view-parts.ts';
import type { searchCommunity } from './search.ts';
import { wordsOf } from './text-blocks.ts';

type Found = Awaited<ReturnType<typeof searchCommunity>>;

/** Returns the search results by kind, in the order of the page. */
export function foundGroups({ channels, people, posts, comments }: Found, reader: Reader): PageData {
  const { text, counted } = wordsFor(reader);
  const groups = [
    {
      heading: text('search.kind.channels'),
      rows: channels.rows.map((channel) => ({
        ...channelLabel(channel, reader),
        name: partsOf(channel.name_snippet),
        note: `fl@${channel.slug}`,
      })),
    },
    {
      heading: text('search.kind.people'),
      rows: people.rows.map(({ person, name_snippet }) => ({
        ...personLabel(person, reader),
        name: partsOf(name_snippet),
        note: [`@${person.handle}`, person.practitioner && termIn(reader, 'speciality', person.practitioner.speciality)]
          .filter(Boolean)
          .join(' · '),
      })),
    },
    {
      heading: text('search.kind.posts'),
      rows: posts.rows.map(({ post, title_snippet, snippet }) => ({
        ...channelLabel(post.channel, reader),
        ...personLabel(post.author, reader),
        ...momentOf(post.created_at, reader),
        path: pathIn(reader, `p/${post.id}`),
        title: partsOf(title_snippet),
        snippet: partsOf(snippet),
        text_lang: post.lang,
      })),
    },
    {
      heading: text('search.kind.comments'),
      rows: comments.rows.map((comment) => ({
        ...channelLabel(comment.channel, reader),
        ...personLabel(comment.author, reader),
        ...momentOf(comment.created_at, reader),
        snippet: partsOf(comment.snippet),
        post_title: comment.post_title,
        text_lang: comment.lang,
        post_lang: comment.post_lang,
      })),
    },
  ].filter(({ rows }) => rows.length > 0);
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  return { groups, found_count: count > 0 ? counted('search.count', count) : '' };
}

/** Returns the parts of a snippet, each as a plain text or as a match. */
const partsOf = (snippet: string): PageData[] =>
  parseFragment(snippet).childNodes.map((part) => {
    const words = wordsOf(part);
    return part.nodeName === 'mark' ? { words: false, hit: words } : { words, hit: false };
  });
