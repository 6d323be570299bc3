import { sql } from 'kysely';
import type { NotificationRow, Presented, Presenter } from '#server/domains/notifications/index.ts';
import type { Context } from '#server/platform/context.ts';
import { mayModerate, viewerOf } from './viewer.ts';

interface Row {
  id: string;
  actor_name: string | null;
  actor_is_practitioner: boolean;
  subject: string | null;
  title_lang: string | null;
  post_id: string | null;
  comment_id: string | null;
  slug: string | null;
  guide_id: string | null;
  is_decision: boolean;
  is_report: boolean;
}

const ABOUT_REPORTS: NotificationRow['kind'][] = ['report_received', 'report_decided', 'report_reviewed'];

/**
 * The title that a reader sees in a notification about a decision that affects them. Readers see the title of their own
 * post even after it was hidden. If the decision is about their comment, they see the title of the comment's post, if
 * they may read that post now.
 */
const decidedAbout = (open: ReturnType<typeof sql>, userId: string) => sql`case dc.subject_kind
  when 'post' then (select s.title from posts s where s.id = dc.subject_id)
  when 'comment' then (select sp.title from comments s join posts sp on sp.channel_id = s.channel_id and sp.id = s.post_id
    join channels sc on sc.id = sp.channel_id
    where s.id = dc.subject_id and (sp.author_id = ${userId} or (sp.state = 'visible' and sc.visibility = any(${open}))))
  when 'channel' then (select coalesce(s.name, s.slug) from channels s where s.id = dc.subject_id)
  when 'person' then (select s.display_name from community_profiles s where s.user_id = dc.subject_id) end`;

/**
 * The title of the reader's own post that was hidden. If a comment was hidden, it is the title of the comment's post.
 * It is null if the reader may not read that post now.
 */
const heldTitle = (open: ReturnType<typeof sql>, userId: string) => sql`case hl.subject_kind
  when 'post' then (select s.title from posts s where s.id = hl.subject_id)
  when 'comment' then (select sp.title from comments s join posts sp on sp.channel_id = s.channel_id and sp.id = s.post_id
    join channels sc on sc.id = sp.channel_id
    where s.id = hl.subject_id and (sp.author_id = ${userId} or (sp.state = 'visible' and sc.visibility = any(${open})))) end`;

/**
 * The name of the reported post, community or person, if the reader may see it now. Otherwise it is the name of the
 * community in which the report was made, or "Flaira".
 */
const reportedAbout = (
  open: ReturnType<typeof sql>,
) => sql`case when rv.report_id is not null then coalesce(case rv.subject_kind
  when 'post' then (select s.title from posts s join channels c on c.id = s.channel_id and c.visibility = any(${open}) where s.id = rv.subject_id and s.state = 'visible')
  when 'channel' then (select coalesce(c.name, c.slug) from channels c where c.id = rv.subject_id and c.visibility = any(${open}))
  when 'person' then (select s.display_name from community_profiles s where s.user_id = rv.subject_id) end,
  (select coalesce(c.name, c.slug) from channels c where c.id = rv.channel_id and c.visibility = any(${open})), 'Flaira') end`;

/**
 * Returns the function that describes notifications about communities to a reader. It leaves out texts that were
 * removed or that the reader may no longer read.
 */
export const presentNews =
  (ctx: Context): Presenter =>
  async (reader, rows) => {
    const viewer = await viewerOf(ctx.db, reader);
    const open = sql`${[...viewer.visibilities]}::text[]`;
    const ids = rows.map((row) => row.id);
    const { rows: found } =
      await sql<Row>`select n.id, a.display_name as actor_name, d.user_id is not null as actor_is_practitioner,
        coalesce(${decidedAbout(open, viewer.userId)}, ${heldTitle(open, viewer.userId)}, ${reportedAbout(open)}, g.title, p.title, ch.name, ch.slug) as subject,
        case when dc.id is null and hl.id is null and rv.report_id is null and g.id is null then p.lang end as title_lang, p.id as post_id, c.id as comment_id, ch.slug,
        g.id as guide_id, coalesce(dc.id, hl.id) is not null as is_decision, rv.report_id is not null as is_report
      from unnest(${ids}::uuid[], ${rows.map((row) => row.kind)}::text[], ${rows.map((row) => row.subject_id)}::uuid[], ${rows.map((row) => row.actor_id)}::uuid[]) n (id, kind, subject_id, actor_id)
      left join decisions dc on n.kind in ('decision', 'appeal') and dc.id = n.subject_id and dc.person_id = ${viewer.userId}
      left join holds hl on n.kind in ('text_held', 'text_released') and hl.id = n.subject_id and hl.person_id = ${viewer.userId}
      left join lateral (select v.report_id, r.subject_kind, r.subject_id, r.channel_id from report_voices v join reports r on r.id = v.report_id
        where n.kind = any(${ABOUT_REPORTS}) and v.report_id = n.subject_id and v.reporter_id = ${viewer.userId}) rv on true
      left join comments c on c.id = n.subject_id and c.state = 'visible'
      left join posts p on p.id = coalesce(c.post_id, n.subject_id) and p.state = 'visible'
      left join lateral (select g.id, g.channel_id, coalesce(case when g.author_id = ${viewer.userId} or g.reviewer_id = ${viewer.userId} then g.title end,
          (select r.title from guide_reviews r where r.guide_id = g.id), case when ${mayModerate(viewer, 'g.channel_id', 'gm.role')} then g.title end) as title
        from guides g left join channel_members gm on gm.channel_id = g.channel_id and gm.user_id = ${viewer.userId} where g.id = n.subject_id) g on g.title is not null
      left join channels ch on ch.id = coalesce(p.channel_id, g.channel_id, n.subject_id) and ch.visibility = any(${open})
      left join community_profiles a on a.user_id = n.actor_id
      left join practitioners d on d.user_id = n.actor_id and d.verified_at is not null and d.profession = 'doctor'
      where ch.id is not null or dc.id is not null or hl.id is not null or rv.report_id is not null`.execute(ctx.db);
    const kinds = new Map(rows.map((row) => [row.id, row.kind]));
    return new Map(found.map((row) => [row.id, toPresented(row, kinds.get(row.id))]));
  };

function toPresented(row: Row, kind: NotificationRow['kind'] | undefined): Presented {
  const { actor_name, actor_is_practitioner, subject, title_lang } = row;
  return {
    actor_name,
    actor_is_practitioner,
    subject: subject ?? '',
    ...(title_lang && { subject_lang: title_lang }),
    path: pathOf(row, kind),
  };
}

function pathOf(
  { post_id, comment_id, slug, guide_id, is_decision, is_report }: Row,
  kind: NotificationRow['kind'] | undefined,
): string {
  if (is_decision) return '/community/decisions';
  if (is_report) return '/community/reports';
  if (post_id) return `/community/p/${post_id}${comment_id ? `?comment=${comment_id}` : ''}`;
  if (guide_id) return `/community/g/${guide_id}`;
  if (kind === 'invite') return '/community/invites';
  if (kind === 'report') return `/community/moderation?channel=${slug}`;
  if (kind === 'join_request') return `/community/f/${slug}/members`;
  return `/community/f/${slug}`;
}
