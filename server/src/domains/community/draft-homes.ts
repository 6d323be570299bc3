import { sql } from 'kysely';
import type { CommunityDraft, MemberRole, Post } from '#contract/community.ts';
import type { Db } from '#server/platform/db/db.ts';
import { isReadOnly } from './may-write.ts';
import { among, canModerate, isSuspendedIn, type Viewer } from './viewer.ts';

type Begun = Pick<CommunityDraft, 'channel_id' | 'post_id' | 'parent_id' | 'editing_id'>;
type Home = CommunityDraft['home'];
type State = Post['state'];

interface Row {
  home_id: string | null;
  slug: string | null;
  name: string | null;
  join_policy: 'open' | 'request' | null;
  role: MemberRole | null;
  post_id: string | null;
  title: string | null;
  state: State | null;
  is_locked: boolean;
  is_read_only: boolean;
  is_own_post: boolean;
  /** The state of the comment that the draft edits or answers. Null if there is no such comment. */
  comment: State | null;
  is_own_comment: boolean;
}

const nowhere: Home = { channel: null, post: null, is_open: false };

/**
 * Adds to each draft the community and post where the text will appear. Places that the writer may no longer read are
 * left out.
 */
export async function withHomes<Draft extends Begun>(
  db: Db,
  viewer: Viewer,
  drafts: readonly Draft[],
): Promise<(Draft & { home: Home })[]> {
  const column = (name: keyof Begun) => drafts.map((draft) => draft[name]);
  const { rows } =
    await sql<Row>`select ch.id as home_id, ch.slug, ch.name, ch.join_policy, mm.role, p.id as post_id, p.title, p.state,
      coalesce(p.is_locked, false) as is_locked, coalesce(p.author_id = ${viewer.userId}, false) as is_own_post,
      c.state as comment, coalesce(c.author_id = ${viewer.userId}, false) as is_own_comment,  coalesce(${isReadOnly}, false) as is_read_only
    from unnest(${column('channel_id')}::uuid[], ${column('post_id')}::uuid[], ${column('parent_id')}::uuid[],
      ${column('editing_id')}::uuid[]) with ordinality d (channel_id, post_id, parent_id, editing_id, nth)
    left join comments c on c.id = coalesce(d.parent_id, d.editing_id)
    left join posts p on p.id = coalesce(d.post_id, c.post_id, d.editing_id)
    left join channels ch on ch.id = coalesce(p.channel_id, d.channel_id) and ch.visibility = any(${among(viewer.visibilities)})
    left join channel_members mm on mm.channel_id = ch.id and mm.user_id = ${viewer.userId}
    order by d.nth`.execute(db);
  return drafts.map((draft, at) => ({ ...draft, home: homeOf(viewer, draft, rows[at]) }));
}

function homeOf(viewer: Viewer, draft: Begun, row: Row | undefined): Home {
  if (!row) return nowhere;
  const channel = row.slug === null ? null : { slug: row.slug, name: row.name ?? '' };
  if (draft.post_id === null && draft.editing_id === null) return { channel, post: null, is_open: true };
  const { post_id, title, state } = row;
  const isReadable = state === 'visible' || (row.is_own_post && state !== 'deleted');
  if (!channel || !isReadable || post_id === null || title === null) return { ...nowhere, channel };
  const is_open =
    !isSuspendedIn(viewer, row.home_id ?? '') &&
    !row.is_read_only &&
    (draft.editing_id === null ? isAnswerable(viewer, draft, row) : isChangeable(row));
  return { channel, post: { id: post_id, title }, is_open };
}

/** Returns true if the writer may comment. The page of the post applies the same rule. */
function isAnswerable(viewer: Viewer, draft: Begun, row: Row): boolean {
  const isLetIn = row.role !== null || row.join_policy === 'open' || viewer.isAdmin || viewer.isExpert;
  const isThere = row.state === 'visible' && (draft.parent_id === null || row.comment === 'visible');
  return isLetIn && isThere && (!row.is_locked || canModerate(viewer, row.home_id ?? '', row.role));
}

/**
 * Returns true if the author may still change the text. The author can no longer change the text once the thread is
 * locked or the text is removed.
 */
function isChangeable(row: Row): boolean {
  if (row.is_locked) return false;
  if (row.comment === null) return row.is_own_post && row.state !== 'removed';
  return row.is_own_comment && row.state === 'visible' && row.comment !== 'removed' && row.comment !== 'deleted';
}
