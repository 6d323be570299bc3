import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from './viewer.ts';

type Sql = RawBuilder<unknown>;

/**
 * Verified doctors with the languages that they chose to read. A doctor who chose none has the language of the account.
 */
const doctors = sql`doctors as materialized (select d.user_id, coalesce(f.reads, array[u.language]) as reads
  from practitioners d join users u on u.id = d.user_id and u.suspended_at is null left join community_profiles f on f.user_id = d.user_id
  where d.verified_at is not null and d.profession = 'doctor')`;

/**
 * True if a doctor may be asked in a community. The doctor must be a member of the community. On a personal page, every
 * doctor may be asked.
 */
const isThere = (channelId: Sql, doctorId: Sql): Sql => sql`(
  exists (select from channel_members m where m.channel_id = ${channelId} and m.user_id = ${doctorId})
    or exists (select from channels pc where pc.id = ${channelId} and pc.kind <> 'community'))`;
/**
 * True if a doctor may be asked in a community and has not muted it. Only such doctors are notified of questions in
 * that community.
 */
const hears = (
  channelId: Sql,
): Sql => sql`${isThere(channelId, sql`d.user_id`)} and not exists (select from community_follows o
  where o.user_id = d.user_id and o.kind = 'channel' and o.target = (${channelId})::text and o.state = 'mute')`;

/**
 * Selects the doctors who are notified of a question: the community's doctors who read the language of the question. If
 * this language is unclear, or no doctor in the community reads it, all doctors of the community are notified.
 */
export const whoAnswers = (channelId: string, postId: string): Sql => sql`with ${doctors},
    there as materialized (select d.user_id, coalesce(p.lang = any(d.reads), false) as is_reader from doctors d, posts p
      where p.channel_id = ${channelId} and p.id = ${postId} and d.user_id is distinct from p.author_id and ${hears(sql`p.channel_id`)})
  select user_id from there where is_reader or not exists (select from there where is_reader)`;

/**
 * A condition on the question `p`: it appears in the list of this doctor. The doctor may be asked in its community and
 * is not its author. The doctor also reads its language, or no doctor who would be notified reads it. No doctor reads
 * an unclear language. With `all`, the language does not matter.
 */
export const isForDoctor = (
  { userId }: Viewer,
  languages: 'read' | 'all',
): Sql => sql`and p.author_id is distinct from ${userId}
  and ${isThere(sql`p.channel_id`, sql`${userId}::uuid`)}
  ${
    languages === 'all'
      ? sql``
      : sql`and (exists (select from doctors d where d.user_id = ${userId} and p.lang = any(d.reads))
        or not exists (select from doctors d where d.user_id is distinct from p.author_id and p.lang = any(d.reads) and ${hears(sql`p.channel_id`)}))`
  }`;

export const withDoctors = sql`with ${doctors}`;
