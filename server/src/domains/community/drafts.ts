import { sql } from 'kysely';
import { CommunityLimits, type CommunityDraft } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import { withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { withOwnLinks } from './asset-links.ts';
import { cleanHtml } from './clean-html.ts';
import { withHomes } from './draft-homes.ts';
import { viewerOf } from './viewer.ts';

type NewDraft = Omit<CommunityDraft, 'saved_at' | 'home'>;

/**
 * Stores a draft, and removes forbidden markup from it. The browser chooses the draft's id, so that saving again
 * replaces the stored draft.
 */
export const saveDraft = (ctx: Context, caller: SignedIn, draft: NewDraft): Promise<{ saved_at: string }> => {
  const { userId } = caller;
  return withUser(ctx.db, userId, async (tx) => {
    // Drafts of one person are stored one after the other, so that the limit is counted correctly.
    await sql`select pg_advisory_xact_lock(hashtextextended('drafts:' || ${userId}, 0))`.execute(tx);
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from community_drafts where user_id = ${userId} and id <> ${draft.id}`.execute(tx);
    if ((rows[0]?.count ?? 0) >= CommunityLimits.drafts_max)
      throw new Refusal('TOO_MANY_DRAFTS', { max: CommunityLimits.drafts_max });
    const at = ctx.clock.now();
    const { channel_id, post_id, parent_id, editing_id, title } = draft;
    const body = cleanHtml(draft.body).html;
    await sql`insert into community_drafts (id, user_id, channel_id, post_id, parent_id, editing_id, title, body, tags, saved_at)
      values (${draft.id}, ${userId}, ${channel_id}, ${post_id}, ${parent_id}, ${editing_id}, ${title}, ${body}, ${[...draft.tags]}, ${at})
      on conflict (user_id, id) do update set channel_id = excluded.channel_id, post_id = excluded.post_id, parent_id = excluded.parent_id,
        editing_id = excluded.editing_id, title = excluded.title, body = excluded.body, tags = excluded.tags, saved_at = excluded.saved_at`.execute(
      tx,
    );
    return { saved_at: at.toISOString() };
  });
};

export async function listDrafts(ctx: Context, caller: SignedIn): Promise<CommunityDraft[]> {
  const viewer = await viewerOf(ctx.db, caller);
  const { userId } = viewer;
  const { rows } = await withUser(ctx.db, userId, (tx) =>
    sql<
      NewDraft & { saved_at: Date }
    >`select id, channel_id, post_id, parent_id, editing_id, title, body, tags, saved_at
      from community_drafts where user_id = ${userId} order by saved_at desc`.execute(tx),
  );
  return Promise.all(
    (await withHomes(ctx.db, viewer, rows)).map(async (row) => ({
      ...row,
      body: await withOwnLinks(ctx, userId, row.body),
      saved_at: row.saved_at.toISOString(),
    })),
  );
}

export const deleteDraft = (ctx: Context, caller: SignedIn, id: string): Promise<{ deleted: boolean }> => {
  const { userId } = caller;
  return withUser(ctx.db, userId, async (tx) => {
    const { rows } =
      await sql`delete from community_drafts where user_id = ${userId} and id = ${id} returning id`.execute(tx);
    return { deleted: rows.length > 0 };
  });
};
