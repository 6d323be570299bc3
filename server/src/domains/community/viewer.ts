import { type RawBuilder, sql } from 'kysely';
import type { Plan } from '#contract/base.ts';
import type { MemberRole, Visibility } from '#contract/community.ts';
import type { TextLanguage } from '#contract/community/reading.ts';
import { isPaidForExclusiveView } from '#server/domains/billing/index.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { kept } from '#server/platform/db/kept.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** A reader or writer with their rights. */
export interface Viewer {
  readonly userId: string;
  readonly caller: SignedIn;
  readonly plan: Plan;
  /** True for an administrator with a second factor, unless the person is suspended everywhere. */
  readonly isAdmin: boolean;
  /** True for a doctor with a verified registration and a second factor. */
  readonly isExpert: boolean;
  /** The visibilities of the communities that this person may read. */
  readonly visibilities: readonly Visibility[];
  readonly hasExclusiveView: boolean;
  readonly mutedPeople: readonly string[];
  readonly mutedChannels: readonly string[];
  readonly mutedTags: readonly string[];
  /**
   * Lists show only texts in these languages, texts in an unclear language and the viewer's own. If null, lists show
   * texts in all languages.
   */
  readonly reads: readonly TextLanguage[] | null;
  /** The communities in which the person is suspended or banned now. `everywhere` stands for all of them. */
  readonly suspendedIn: readonly string[];
  /**
   * The community that the call names. It is null if the call names none, or if the person may not read the community.
   */
  readonly channel: ViewedChannel | null;
  readonly tag: { readonly tag: string; readonly title: string; readonly is_followed: boolean } | null;
}

export interface ViewedChannel {
  readonly id: string;
  readonly slug: string;
  readonly visibility: Visibility;
  readonly join_policy: 'open' | 'request';
  readonly role: MemberRole | null;
}

/** A community or a tag that `viewerOf` looks up in the same statement as the caller's rights. */
export interface Named {
  readonly slug?: string;
  readonly channelId?: string;
  readonly tag?: string;
}

interface Row {
  plan: Plan;
  is_verified: boolean;
  mutes: string[];
  reads: TextLanguage[] | null;
  suspended_in: string[];
  channel?: ViewedChannel | null;
  tag_title?: string | null;
  tag_followed?: boolean;
}

const byPlan: Readonly<Record<Plan, readonly Visibility[]>> = {
  free: ['open'],
  essential: ['open', 'paid'],
  plus: ['open', 'paid'],
  elite: ['open', 'paid', 'elite_only'],
};
const everything = byPlan.elite;
/** Returns the plans that include communities with this visibility. */
export const plansFor = (visibility: Visibility): Plan[] =>
  (Object.keys(byPlan) as Plan[]).filter((plan) => byPlan[plan].includes(visibility));

const EVERYWHERE = 'everywhere';
/** True if the suspension `s` is in force now. */
export const isInForce = sql`(s.lifted_at is null and (s.until is null or s.until > now()))`;

/**
 * Returns the caller's rights together with a community or a tag. One statement reads everything. Throws
 * UNAUTHENTICATED if the account no longer exists.
 */
export async function viewerOf(db: Db | Tx, caller: SignedIn, named: Named = {}): Promise<Viewer> {
  const user = caller;
  const { rows } = await kept(
    db,
    sql<Row>`select u.plan, coalesce(d.verified_at is not null and d.profession = 'doctor', false) as is_verified,
      array(select f.kind || ':' || f.target from community_follows f where f.user_id = u.id and f.state = 'mute') as mutes,
      (select f.reads from community_profiles f where f.user_id = u.id) as reads,
      array(select coalesce(s.channel_id::text, ${EVERYWHERE}) from suspensions s where s.user_id = u.id and ${isInForce}) as suspended_in
      ${namedColumns(named)}
    from users u left join practitioners d on d.user_id = u.id
    where u.id = ${user.userId}`,
  );
  const row = rows[0];
  if (!row) throw new Refusal('UNAUTHENTICATED');
  return toViewer(user, row, named);
}

/**
 * Returns the SQL columns of a community, a tag, both or neither. Only the requested columns become part of the
 * statement. Each of the few variants therefore has a separate query plan. An optional parameter would prevent this.
 */
function namedColumns({ slug, channelId, tag }: Named): RawBuilder<unknown> {
  const which = slug !== undefined ? sql`c.slug = ${slug}` : channelId !== undefined ? sql`c.id = ${channelId}` : null;
  const channel = which
    ? sql`, (select json_build_object('id', c.id, 'slug', c.slug, 'visibility', c.visibility, 'join_policy', c.join_policy, 'role', m.role)
        from channels c left join channel_members m on m.channel_id = c.id and m.user_id = u.id where ${which}) as channel`
    : sql``;
  const topic =
    tag !== undefined
      ? sql`, (select t.title from tags t where t.tag = ${tag}) as tag_title,
        exists (select from community_follows f where f.user_id = u.id and f.kind = 'tag' and f.target = ${tag} and f.state = 'follow') as tag_followed`
      : sql``;
  return sql`${channel}${topic}`;
}

function toViewer(user: SignedIn, row: Row, { tag }: Named): Viewer {
  const isAdmin = user.role === 'admin' && user.secondFactor && !row.suspended_in.includes(EVERYWHERE);
  const isExpert = user.role === 'practitioner' && user.secondFactor && row.is_verified;
  const visibilities = isAdmin || isExpert ? everything : byPlan[row.plan];
  const muted = (kind: string) =>
    row.mutes.filter((mute) => mute.startsWith(kind)).map((mute) => mute.slice(kind.length));
  return {
    userId: user.userId,
    caller: user,
    plan: row.plan,
    isAdmin,
    isExpert,
    visibilities,
    hasExclusiveView: isAdmin || isExpert || isPaidForExclusiveView(row.plan),
    mutedPeople: muted('person:'),
    mutedChannels: muted('channel:'),
    mutedTags: muted('tag:'),
    reads: row.reads,
    suspendedIn: row.suspended_in,
    channel: row.channel && visibilities.includes(row.channel.visibility) ? row.channel : null,
    tag: tag === undefined ? null : { tag, title: row.tag_title ?? tag, is_followed: row.tag_followed ?? false },
  };
}

/**
 * Returns an SQL list of visibilities for `= any(…)`. The values are written into the statement, so that the database
 * can choose a query plan that fits them. There are few different lists.
 */
export const among = (visibilities: readonly Visibility[]): RawBuilder<unknown> =>
  sql`${sql.lit(`{${visibilities.join()}}`)}::text[]`;

/** Returns the named community. Throws NOT_FOUND if the reader may not read it. */
export function channelOf(viewer: Viewer): ViewedChannel {
  if (!viewer.channel) throw new Refusal('NOT_FOUND');
  return viewer.channel;
}

/** Returns true if the person is suspended or banned in the community or everywhere. */
export const isSuspendedIn = ({ suspendedIn }: Viewer, channelId: string): boolean =>
  suspendedIn.includes(EVERYWHERE) || suspendedIn.includes(channelId);

/**
 * Returns true for owners and moderators of the community, and for administrators. A suspended owner or moderator keeps
 * the role, but may not use it until the suspension ends.
 */
export const canModerate = (viewer: Viewer, channelId: string, role: MemberRole | null): boolean =>
  viewer.isAdmin || ((role === 'owner' || role === 'moderator') && !isSuspendedIn(viewer, channelId));

/** The SQL form of `canModerate`. The arguments are columns of the statement. */
export const mayModerate = (viewer: Viewer, channelId: string, role: string): RawBuilder<unknown> =>
  viewer.isAdmin
    ? sql`true`
    : viewer.suspendedIn.includes(EVERYWHERE)
      ? sql`false`
      : sql`(coalesce(${sql.ref(role)}, '') in ('owner', 'moderator') and ${sql.ref(channelId)}::text <> all(${[...viewer.suspendedIn]}::text[]))`;

/**
 * Returns the visibilities in the chosen view. The exclusive view contains no open communities. It is available to the
 * plans Plus and Elite and to staff.
 */
export function visibilitiesIn(viewer: Viewer, view: 'all' | 'exclusive'): readonly Visibility[] {
  if (view === 'all') return viewer.visibilities;
  if (!viewer.hasExclusiveView) throw new Refusal('PLAN_REQUIRED', { plans: ['plus', 'elite'] });
  return viewer.visibilities.filter((visibility) => visibility !== 'open');
}

/** Returns the id of the community with this address. It does not check access. */
export async function findChannelId(db: Db | Tx, slug: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from channels where slug = ${slug}`.execute(db);
  return rows[0]?.id;
}
