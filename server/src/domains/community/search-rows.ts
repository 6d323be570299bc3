import { type RawBuilder, sql } from 'kysely';
import { atMost } from '#server/platform/db/kept.ts';
import { cardColumns, cardJoins, type CardRow, labelColumns, type LabelRow } from './cards.ts';
import { rootOf } from './highlight.ts';
import { channelColumns, type ChannelRow, containing } from './list-channels.ts';
import { isReadOnly } from './may-write.ts';
import { joinPerson, personColumns, type PersonRow } from './people.sql.ts';
import { tagOf } from './slug.ts';
import { tiersOf } from './tiers.ts';
import { among, type Viewer } from './viewer.ts';

type Sql = RawBuilder<unknown>;

export interface Search {
  readonly q: string;
  readonly kind: 'all' | 'posts' | 'comments' | 'channels' | 'people';
  readonly channel?: string | undefined;
  readonly tag?: string | undefined;
  readonly author?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly sort: 'relevance' | 'newest';
  readonly languages?: 'read' | 'all' | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface Page {
  readonly limit: number;
  /**
   * The score and the id of the last row of the previous page, or null on the first page. For the order `newest`, only
   * the id matters.
   */
  readonly after: { readonly score: number | null; readonly id: string } | null;
  /** The time at which the search began. For the order `newest` on a later page, the time of the row in `after`. */
  readonly asOf: Date;
}

export interface Found {
  score: number;
  words: string;
  query: string | null;
}
export type PostRow = CardRow & Found;
export type CommentRow = LabelRow &
  PersonRow &
  Found & {
    id: string;
    post_id: string;
    post_title: string;
    post_lang: string | null;
    lang: string | null;
    created_at: string;
  };
export type PersonFound = PersonRow & { nearness: number };
export type ChannelFound = ChannelRow & { nearness: number };

/** The number of newest matches that are ranked. Ranking every match would become slower with every post. */
const WEIGHED = 40;
/**
 * If the last days and weeks (the near tiers in `tiers.ts`) have fewer matches than this, older tiers have few matches
 * too. All older tiers are then read at once.
 */
const FEW_NEAR = 26;

const UNSPACED_RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu;
/** Words with fewer letters are ignored, because they occur everywhere. */
const WORD = /[\p{L}\p{N}]{3,}/gu;

/**
 * Returns the search term that stands for a tag in the index (see community_marks()). With a condition on this term,
 * the database reads fewer rows and does not have to discard any.
 */
const tagMark = (tag: string | undefined): string => (tag ? `'=t:${(tagOf(tag) ?? '-').replaceAll("'", "''")}'` : '');

/**
 * Returns the search terms that stand for the languages that the reader chose, for an unclear language, and for the
 * reader's own texts.
 */
const languageMarks = ({ reads, userId }: Viewer): Sql =>
  reads ? sql`&& ${[...[...reads, ''].map((lang) => `'=l:${lang}'`), `'=a:${userId}'`].join(' | ')}::tsquery` : sql``;

/**
 * Selects the newest matches. It reads tier by tier backwards in time until it has enough matches. The index contains
 * the marks of each tier. The database therefore finds a word that occurs in a third of all posts as fast as a rare
 * word.
 */
function matchesOf(table: 'posts' | 'comments', echo: Sql, viewer: Viewer, search: Search, page: Page): Sql {
  const end = page.asOf.getTime() + 1000;
  const until = search.to ? Math.min(end, Date.parse(search.to) + 86_400_000) : end;
  const count = (search.q.match(WORD) ?? []).length > 1 ? 'several' : 'one';
  const tiers = tiersOf(new Date(until), search.from ? new Date(search.from) : null, count);
  const far = tiers.filter(({ isNear }) => !isNear);
  const [youngest, oldest] = [far[0], far.at(-1)];
  const rest = youngest && oldest ? [{ marks: [], from: oldest.from, to: youngest.to, kind: 'rest' }] : [];
  const rows = [...tiers.map((tier) => ({ ...tier, kind: tier.isNear ? 'near' : 'far' })), ...rest];
  const stretches = sql`select nth, kind, mark, least, beyond from unnest(${rows.map(({ kind }) => kind)}::text[],
    ${rows.map(({ marks }) => marks.map((mark) => `'${mark}'`).join('|'))}::text[], ${rows.map(({ from }) => from.toISOString())}::timestamptz[],
    ${rows.map(({ to }) => to.toISOString())}::timestamptz[]) with ordinality as tier (kind, mark, least, beyond, nth)`;
  const channel = search.channel
    ? sql`&& coalesce((select '''=c:' || id || '''' from channels where slug = ${search.channel.replace(/^fl@/, '')}), '''=c:none''')::tsquery`
    : sql``;
  const author = search.author
    ? sql`&& coalesce((select '''=a:' || user_id || '''' from community_profiles where handle = ${search.author.replace(/^@/, '').toLowerCase()}), '''=a:none''')::tsquery`
    : sql``;
  const tag = table === 'posts' ? tagMark(search.tag) : '';
  const behind = search.sort === 'newest' && page.after ? sql`and t.id < ${page.after.id}` : sql``;
  // The state of the thread is a column in parentheses and not a join, so that the database still reads the matches in
  // their order.
  const inThread =
    table === 'comments'
      ? sql`and (select p.state from posts p where p.channel_id = t.channel_id and p.id = t.post_id) = 'visible'`
      : sql``;
  const most = search.sort === 'newest' ? page.limit + 1 : WEIGHED;
  // Words and marks are two separate conditions. The database then reads the index entries of the rarest word in the
  // tier's period, and checks the marks only for the rows that it finds there. With a single condition, it would read
  // everything that was written in this period. The period is also limited by created_at. This column has no index,
  // because the database would otherwise read that index from one end of the period to the other.
  const walk = (
    which: Sql,
  ): Sql => sql`select t.* from (select * from tiers tier where ${which} order by nth) tier, query, lateral (
        select t.channel_id, t.id, t.search, t.created_at, ${echo} as echo from ${sql.table(table)} t
        where t.search @@ query.narrow and t.search @@ (case when tier.mark = '' then query.narrow else tier.mark::tsquery end) and t.created_at >= tier.least and t.created_at < tier.beyond and t.state = 'visible'
          and t.visibility = any(${among(viewer.visibilities)}) ${behind} ${inThread}
        order by t.created_at desc, t.id desc ${atMost(most)}) t
      where numnode(query.words) > 0 ${atMost(most)}`;
  return sql`query as materialized (select q.words, q.words && ${tag}::tsquery ${channel} ${author} ${languageMarks(viewer)} as narrow from (select community_query(${search.q}) as words offset 0) q),
    tiers as materialized (${stretches}),
    near as materialized (${walk(sql`tier.kind = 'near'`)}),
    enough as materialized (select count(*) from near),
    found as materialized (select * from (select * from near
      union all select * from (${walk(sql`tier.kind = case when (select count from enough) >= ${most} then 'none'
        when (select count from enough) < ${FEW_NEAR} then 'rest' else 'far' end`)}) far) f ${atMost(most)})`;
}

/**
 * The score of a match: its relevance, which is halved after sixty days. A hundred likes raise the score by about a
 * half. A comment on a post counts as two likes.
 */
const scoreOf = (now: Date): Sql => sql`(ts_rank('{0.1, 0.2, 0.4, 1}', t.search, query.words)
  / (1 + greatest(extract(epoch from ${now}::timestamptz - t.created_at)::float8, 0) / 5184000) * (1 + ln(1 + greatest(t.echo, 0)::float8) / 10))::float8`;

/** Selects a page of the matches, sorted by score. */
function weighed(search: Search, { asOf, after, limit }: Page): Sql {
  const score = search.sort === 'newest' ? sql`0::float8` : scoreOf(asOf);
  const behind =
    search.sort === 'relevance' && after ? sql`where (s.score, s.id) < (${after.score}, ${after.id}::uuid)` : sql``;
  return sql`best as (select * from (select t.channel_id, t.id, ${score} as score from found t, query) s
    ${behind} order by s.score desc, s.id desc ${atMost(limit + 1)})`;
}

/**
 * Returns the roots of the typed words as they may appear in a text: in lower case, and with a capital letter as at the
 * start of a sentence.
 */
const beginningsIn = (q: string): string[] => [
  ...(q.toLowerCase().match(WORD) ?? []).flatMap((word) => {
    const root = rootOf(word);
    return [` ${root}`, ` ${root.charAt(0).toUpperCase()}${root.slice(1)}`];
  }),
  // In scripts without spaces, a word has no space before it.
  ...(q.match(UNSPACED_RUN) ?? []),
];

/** The maximum size in bytes of a text that is returned whole. */
const SHORT = 1000;

/**
 * Returns the part of a long text around the first typed word, so that the database sends only this part to the
 * service. The part begins at the start of a word. Only the first 4,000 characters are searched. If they contain no
 * typed word, returns all of them.
 */
const stretchOf = (
  words: Sql,
  { q }: Search,
): Sql => sql`case when octet_length(${words}) <= ${SHORT} then ${words} else (select case when at is null then words when at <= 120 then left(words, 600)
    else '… ' || substr(words, at - 120 + strpos(substr(words, at - 120, 60), ' '), 600) end
  from (select left(${words}, 4000) as words offset 0) w,
    lateral (select min(nullif(strpos(w.words, beginning), 0)) as at from unnest(${beginningsIn(q)}::text[]) beginning) found) end`;

export const postRows = (
  viewer: Viewer,
  search: Search,
  page: Page,
): Sql => sql`with ${matchesOf('posts', sql`t.popularity`, viewer, search, page)}, ${weighed(search, page)}
  select ${cardColumns(viewer)}, b.score, ${stretchOf(sql`p.words`, search)} as words, (select querytree(query.words) from query) as query
  from best b join posts p on p.channel_id = b.channel_id and p.id = b.id ${cardJoins(viewer)} order by b.score desc, b.id desc`;

export const commentRows = (
  viewer: Viewer,
  search: Search,
  page: Page,
): Sql => sql`with ${matchesOf('comments', sql`t.likes_count`, viewer, search, page)}, ${weighed(search, page)}
  select c.id, c.post_id, p.title as post_title, p.lang as post_lang, c.lang, c.created_at, ${labelColumns}, ${personColumns}, b.score, ${stretchOf(sql`c.words`, search)} as words,
    (select querytree(query.words) from query) as query
  from best b join comments c on c.channel_id = b.channel_id and c.id = b.id
  join posts p on p.channel_id = c.channel_id and p.id = c.post_id
  join channels ch on ch.id = c.channel_id and ch.visibility = any(${among(viewer.visibilities)})
  ${joinPerson('c.author_id')} order by b.score desc, b.id desc`;

/**
 * The similarity between a name and the search words. Names that contain the words come before names that are only
 * similar.
 */
const nearness = (names: Sql, words: string): Sql =>
  sql`(word_similarity(fold(${words}), ${names}) + case when ${names} like ${containing(words)} then 1 else 0 end)::float8`;
const behindName = (id: Sql, { after }: Page): Sql =>
  after ? sql`where (x.nearness, ${id}) < (${after.score}, ${after.id}::uuid)` : sql``;

export function channelRows(viewer: Viewer, { q, kind }: Search, page: Page): Sql {
  const words = q.trim().replace(/^fl@/i, '');
  return sql`select * from (select ${channelColumns(viewer.userId)}, ${nearness(sql`ch.names`, words)} as nearness from channels ch
      where ch.visibility = any(${among(viewer.visibilities)}) and ch.kind = 'community'
        and (not ${isReadOnly} or exists (select from channel_members m where m.channel_id = ch.id and m.user_id = ${viewer.userId})) and ch.id in (select channel_id from community_channels_like(${words}, 200)
        union (select id from channels where names like ${containing(words)} limit 200))) x
    ${behindName(sql`x.channel_id`, kind === 'all' ? { ...page, after: null } : page)} order by x.nearness desc, x.channel_id desc ${atMost(page.limit + 1)}`;
}

export function personRows({ q, kind }: Search, page: Page): Sql {
  const words = q.trim().replace(/^@/, '');
  return sql`select * from (select ${personColumns}, ${nearness(sql`pf.names`, words)} as nearness from community_profiles pf
      left join practitioners dr on dr.user_id = pf.user_id and dr.verified_at is not null and dr.profession = 'doctor'
      where pf.user_id in (select user_id from community_people_like(${words}, 200)
        union (select user_id from community_profiles where names like ${containing(words)} limit 200))) x
    ${behindName(sql`x.person_id`, kind === 'all' ? { ...page, after: null } : page)} order by x.nearness desc, x.person_id desc ${atMost(page.limit + 1)}`;
}
