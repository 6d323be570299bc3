import { sql } from 'kysely';
import { CommunityLimits, type Member, type MemberRole } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { fromCursor, toCursor } from './cursor.ts';
import { containing } from './list-channels.ts';
import { mustPerson, personColumns, type PersonRow } from './people.sql.ts';
import { channelOf, viewerOf } from './viewer.ts';

interface Row extends PersonRow {
  role: MemberRole;
  rank: number;
  joined_at: Date;
  is_online: boolean;
}

/** Returns members: owners first, then moderators, then the others. Each group is sorted by the time of joining. */
export async function listMembers(
  ctx: Context,
  caller: SignedIn,
  input: { channel_id: string; search: string; limit: number; cursor?: string | undefined },
): Promise<{ rows: Member[]; next_cursor: string | null }> {
  const viewer = await viewerOf(ctx.db, caller, { channelId: input.channel_id });
  const { id } = channelOf(viewer);
  const after = fromCursor(input.cursor, 'count', 'instant', 'id');
  const since = new Date(ctx.clock.now().getTime() - CommunityLimits.online_s * 1000);
  const { rows } = await sql<Row>`select * from (
      select ${personColumns}, m.role, m.joined_at, case m.role when 'owner' then 0 when 'moderator' then 1 else 2 end as rank,
        exists (select from community_presence o where o.user_id = m.user_id and o.seen_at > ${since}) as is_online
      from channel_members m join community_profiles pf on pf.user_id = m.user_id
      left join practitioners dr on dr.user_id = pf.user_id and dr.verified_at is not null and dr.profession = 'doctor'
      where m.channel_id = ${id} ${input.search ? sql`and pf.names like ${containing(input.search)}` : sql``}) x
    ${after ? sql`where (x.rank, x.joined_at, x.person_id) > (${after[0]}, ${after[1]}, ${after[2]}::uuid)` : sql``}
    order by x.rank, x.joined_at, x.person_id limit ${input.limit + 1}`.execute(ctx.db);
  const shown = rows.slice(0, input.limit);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => ({
      person: mustPerson(row),
      role: row.role,
      joined_at: row.joined_at.toISOString(),
      is_online: row.is_online,
    })),
    next_cursor:
      rows.length > input.limit && last ? toCursor([last.rank, last.joined_at.toISOString(), last.person_id]) : null,
  };
}
