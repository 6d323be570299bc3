import { sql } from 'kysely';
import * as z from 'zod';
import type { LibraryCommunity, LibraryPage, LibraryThread, LibraryThreadCard } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import { instant, instantOrNull } from './cards.ts';
import { excerptOf, forTheWeb, withoutHandles, wordsOf } from './clean-html.ts';
import { listLibraryGuides } from './library-guides.ts';
import { isChannelOnWeb, isReviewerVerified, isThreadOnWeb } from './on-web.sql.ts';
import { joinPerson, personColumns, type PersonRow, toPerson } from './people.sql.ts';

const PAGE = 20;
const MOST_ANSWERS = 100;

/**
 * True if the answer `c` is public (readable without an account) with its thread `p` of the community `ch`. Answers
 * that were written before the thread or the community was last made public are not shown, because they were meant for
 * members only.
 */
const isAnswerOnWeb = sql`(c.post_id = p.id and c.channel_id = p.channel_id and c.state = 'visible'
  and c.created_at >= greatest(p.web_since, ch.web_since))`;
const webAnswers = sql`comments c where ${isAnswerOnWeb}`;

interface CommunityRow {
  slug: string;
  name: string | null;
  description: string | null;
  threads_count: number;
  latest_at: Date | null;
}

const communityColumns = sql`ch.slug, ch.name, ch.description,
  (select count(*)::int from posts p where p.channel_id = ch.id and ${isThreadOnWeb}) as threads_count,
  (select count(*)::int from guide_reviews r join guides g on g.id = r.guide_id where g.channel_id = ch.id and ${isReviewerVerified}) as guides_count,
  (select max(p.created_at) from posts p where p.channel_id = ch.id and ${isThreadOnWeb}) as latest_at`;

const toCommunity = ({ slug, name, description, ...row }: CommunityRow): z.infer<typeof LibraryCommunity> => ({
  slug,
  name: name || `fl@${slug}`,
  description: description ?? '',
  threads_count: row.threads_count,
  latest_at: instantOrNull(row.latest_at),
});

/** Returns the communities that have public threads or guides. */
export async function listLibrary({ db }: Context): Promise<z.infer<typeof LibraryCommunity>[]> {
  const { rows } =
    await sql<CommunityRow>`select * from (select ${communityColumns} from channels ch where ${isChannelOnWeb}) x
    where threads_count > 0 or guides_count > 0 order by threads_count desc, slug limit 200`.execute(db);
  return rows.map(toCommunity);
}

interface ThreadRow extends PersonRow {
  id: string;
  title: string;
  lang: string | null;
  excerpt: string;
  tags: string[];
  tag_titles: string[];
  created_at: Date;
  changed_at: Date;
  answers_count: number;
  is_answered: boolean;
}

const threadColumns = sql`p.id, p.title, p.lang, p.excerpt, p.tags, p.tag_titles, p.created_at, ${personColumns},
  greatest(p.created_at, p.edited_at, (select max(c.created_at) from ${webAnswers})) as changed_at,
  (select count(*)::int from ${webAnswers}) as answers_count,
  exists (select from ${webAnswers} and exists (
    select from practitioners w where w.user_id = c.author_id and w.verified_at is not null and w.profession = 'doctor')) as is_answered`;

const toAuthor = (row: PersonRow) => {
  const person = toPerson(row);
  return person && { name: person.display_name, practitioner: person.practitioner };
};

const toThreadCard = (row: ThreadRow): LibraryThreadCard => ({
  id: row.id,
  title: withoutHandles(row.title),
  lang: row.lang,
  excerpt: withoutHandles(row.excerpt),
  tags: row.tags.map((tag, at) => ({ tag, title: row.tag_titles[at] ?? tag })),
  author: toAuthor(row),
  created_at: instant(row.created_at),
  changed_at: instant(row.changed_at),
  answers_count: row.answers_count,
  is_answered_by_practitioner: row.is_answered,
});

const isId = (value: string): boolean => z.uuid().safeParse(value).success;

interface PageQuery {
  readonly slug: string;
  readonly tag?: string | undefined;
  readonly before?: string | undefined;
}

/**
 * Returns a page of a community's threads, newest first. Returns null if the community is not public, if no thread on
 * the page has the tag, or if `before` is not a valid id.
 */
export async function getLibraryPage(ctx: Context, { slug, tag, before }: PageQuery): Promise<LibraryPage | null> {
  const { db } = ctx;
  if (before !== undefined && !isId(before)) return null;
  const [community] = (
    await sql<
      CommunityRow & { id: string }
    >`select ch.id, ${communityColumns} from channels ch where ch.slug = ${slug} and ${isChannelOnWeb}`.execute(db)
  ).rows;
  if (!community) return null;
  const { rows } =
    await sql<ThreadRow>`select ${threadColumns} from posts p join channels ch on ch.id = p.channel_id ${joinPerson('p.author_id')}
    where p.channel_id = ${community.id} and ${isThreadOnWeb}
      ${tag === undefined ? sql`` : sql`and ${tag} = any(p.tags)`} ${before === undefined ? sql`` : sql`and p.id < ${before}`}
    order by p.id desc limit ${PAGE + 1}`.execute(db);
  const threads = rows.slice(0, PAGE).map(toThreadCard);
  const label = tag === undefined ? null : threads.flatMap(({ tags }) => tags).find((one) => one.tag === tag);
  if (label === undefined) return null;
  return {
    community: toCommunity(community),
    tag: label,
    threads,
    guides: tag === undefined && before === undefined ? await listGuideCards(ctx, community.id) : [],
    next: rows.length > PAGE ? (threads.at(-1)?.id ?? null) : null,
  };
}

const listGuideCards = async (ctx: Context, channelId: string): Promise<LibraryPage['guides']> =>
  (await listLibraryGuides(ctx, channelId)).map(({ id, text: { title, lang, body, review } }) => ({
    id,
    title,
    lang,
    excerpt: excerptOf(wordsOf(body)),
    reviewed_by: review.name,
    reviewed_at: review.at,
  }));

interface AnswerRow extends PersonRow {
  id: string;
  body: string;
  lang: string | null;
  created_at: Date;
  likes_count: number;
  cosigned: LibraryThread['answers'][number]['cosigned'];
}

/** The co-signatures of the answer `c`. A co-signature is shown only while the co-signer's registration is verified. */
const cosigned = sql`(select coalesce(json_agg(json_build_object('name', o.name, 'speciality', o.speciality,
    'registration_number', o.registration_number, 'registration_body', o.registration_body, 'at', o.signed_at) order by o.signed_at, o.user_id), '[]')
  from answer_cosignatures o join practitioners v on v.user_id = o.user_id and v.verified_at is not null and v.profession = 'doctor'
  where o.channel_id = c.channel_id and o.comment_id = c.id)`;

/** Returns one thread with its answers. Returns null if the thread is not public, or not in this community. */
export async function getLibraryThread(
  { db }: Context,
  { slug, post_id }: { readonly slug: string; readonly post_id: string },
): Promise<LibraryThread | null> {
  if (!isId(post_id)) return null;
  const [row] = (
    await sql<
      ThreadRow & { body: string; edited_at: Date | null; name: string | null }
    >`select ${threadColumns}, p.body, p.edited_at, ch.name from posts p
      join channels ch on ch.id = p.channel_id and ch.slug = ${slug} and ${isChannelOnWeb} ${joinPerson('p.author_id')}
      where p.id = ${post_id} and ${isThreadOnWeb}`.execute(db)
  ).rows;
  if (!row) return null;
  const answers =
    await sql<AnswerRow>`select c.id, c.body, c.lang, c.created_at, c.likes_count, ${personColumns}, ${cosigned} as cosigned
    from posts p join channels ch on ch.id = p.channel_id join comments c on ${isAnswerOnWeb} ${joinPerson('c.author_id')}
    where p.id = ${post_id} order by dr.user_id is not null desc, c.likes_count desc, c.id limit ${MOST_ANSWERS}`.execute(
      db,
    );
  return {
    ...toThreadCard(row),
    community: { slug, name: row.name || `fl@${slug}` },
    body: forTheWeb(row.body),
    edited_at: instantOrNull(row.edited_at),
    answers: answers.rows.map((answer) => ({
      id: answer.id,
      author: toAuthor(answer),
      body: forTheWeb(answer.body),
      lang: answer.lang,
      created_at: instant(answer.created_at),
      likes_count: answer.likes_count,
      cosigned: answer.cosigned.map((one) => ({ ...one, at: instant(one.at) })),
    })),
  };
}
