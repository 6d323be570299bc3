import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { Leaver, PersonalData } from '#server/platform/personal/personal-data.ts';
import { changeState } from './change-state.ts';
import { listContentOf } from './content.queries.ts';

export const communityData: PersonalData = {
  tables: {
    // A page of somebody's own goes with them; a community is handed on.
    channels: { of: 'page_of', hidden: ['page_of', 'created_by', 'names'] },
    posts: { of: 'author_id', hidden: ['author_id', 'search', 'words', 'hot', 'popularity'] },
    comments: { of: 'author_id', hidden: ['author_id', 'search', 'words'] },
    community_profiles: { of: 'user_id', hidden: ['user_id'] },
    community_drafts: { of: 'user_id', hidden: ['user_id'] },
    community_follows: { of: 'user_id', hidden: ['user_id'] },
    community_images: { of: 'uploaded_by', hidden: ['uploaded_by'], picture: 'id' },
    community_presence: { of: 'user_id', hidden: 'all' },
    channel_members: { of: 'user_id', hidden: ['user_id'] },
    channel_invites: { of: 'user_id', hidden: ['user_id', 'invited_by'] },
    channel_join_requests: { of: 'user_id', hidden: ['user_id'] },
    content_likes: { of: 'user_id', hidden: ['user_id'] },
    post_marks: { of: 'user_id', hidden: ['user_id'] },
    decisions: { of: 'person_id', hidden: ['person_id', 'decided_by', 'appeal_by'] },
    suspensions: { of: 'user_id', hidden: ['user_id'] },
    report_voices: { of: 'reporter_id', hidden: ['reporter_id'] },
  },
  mentions: {
    channels: ['created_by'],
    channel_invites: ['invited_by'],
    decisions: ['decided_by', 'appeal_by'],
    word_filters: ['created_by'],
  },
  erase,
};

/** Words go, places stay: what others answered keeps its thread. Communities get another owner, or end with their last member. */
async function erase(_ctx: Context, tx: Tx, { userId }: Leaver): Promise<void> {
  for (const content of await listContentOf(tx, userId)) await changeState(tx, content, 'deleted');
  await handOver(tx, userId);
  const pictures = sql`select path from community_images where uploaded_by = ${userId}`;
  await sql`update channels set banner_path = null where banner_path in (${pictures})`.execute(tx);
  await sql`update channels set icon_path = null where icon_path in (${pictures})`.execute(tx);
  await sql`delete from community_follows where target = ${userId}`.execute(tx);
  await sql`delete from reports where subject_kind = 'person' and subject_id = ${userId}`.execute(tx);
  for (const table of ['posts', 'comments'])
    await sql`update ${sql.table(table)} set author_id = null where author_id = ${userId}`.execute(tx);
}

async function handOver(tx: Tx, userId: string): Promise<void> {
  const { rows } = await sql<{ id: string; successor: string | null }>`
    select c.id, (select n.user_id from channel_members n where n.channel_id = c.id and n.user_id <> ${userId}
                  order by n.role = 'moderator' desc, n.joined_at limit 1) as successor
    from channels c join channel_members m on m.channel_id = c.id and m.user_id = ${userId} and m.role = 'owner'
    where c.kind = 'community' and not exists (
      select from channel_members o where o.channel_id = c.id and o.role = 'owner' and o.user_id <> ${userId})`.execute(
    tx,
  );
  for (const { id, successor } of rows)
    await (successor
      ? sql`update channel_members set role = 'owner' where channel_id = ${id} and user_id = ${successor}`
      : sql`delete from channels where id = ${id}`
    ).execute(tx);
}
