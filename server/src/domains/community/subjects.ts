import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import type { Subject } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import { withAssetLinks } from './asset-links.ts';
import { personJson, type PersonRow, toPerson } from './people.sql.ts';

export interface SubjectRow {
  kind: 'post' | 'comment' | 'channel' | 'person';
  id: string;
  post_id: string | null;
  title: string | null;
  body: string | null;
  state: 'visible' | 'held' | 'removed' | 'deleted';
  version: number | null;
  created_at: string;
  visibility: 'open' | 'paid' | 'elite_only' | null;
  author: PersonRow | null;
}

/** The subject of the report or decision `x`, as one JSON value. The value is null if the subject no longer exists. */
export const subjectJson = (x: string): RawBuilder<unknown> => sql`(case ${sql.raw(x)}.subject_kind
  when 'post' then (select json_build_object('kind', 'post', 'id', s.id, 'post_id', s.id, 'title', s.title, 'body', s.body, 'state', s.state, 'version', s.version,
    'created_at', s.created_at, 'visibility', s.visibility, 'author', ${personJson('s.author_id')}) from posts s where s.id = ${sql.raw(x)}.subject_id)
  when 'comment' then (select json_build_object('kind', 'comment', 'id', s.id, 'post_id', s.post_id, 'title', sp.title, 'body', s.body, 'state', s.state, 'version', s.version,
    'created_at', s.created_at, 'visibility', s.visibility, 'author', ${personJson('s.author_id')})
    from comments s join posts sp on sp.channel_id = s.channel_id and sp.id = s.post_id where s.id = ${sql.raw(x)}.subject_id)
  when 'channel' then (select json_build_object('kind', 'channel', 'id', s.id, 'post_id', null, 'title', coalesce(s.name, s.slug), 'body', '', 'state', 'visible', 'version', null,
    'created_at', s.created_at, 'visibility', s.visibility, 'author', ${personJson('s.created_by')}) from channels s where s.id = ${sql.raw(x)}.subject_id)
  else (select json_build_object('kind', 'person', 'id', s.user_id, 'post_id', null, 'title', s.display_name, 'body', '', 'state', 'visible', 'version', null,
    'created_at', s.created_at, 'visibility', null, 'author', ${personJson('s.user_id')}) from community_profiles s where s.user_id = ${sql.raw(x)}.subject_id)
  end)`;

export const toSubject = (ctx: Context, row: SubjectRow): z.infer<typeof Subject> => ({
  kind: row.kind,
  id: row.id,
  post_id: row.post_id,
  title: row.title ?? '',
  body: row.body && row.visibility ? withAssetLinks(ctx, row.body, row.visibility) : (row.body ?? ''),
  author: toPerson(row.author),
  state: row.state,
  version: row.version,
  created_at: new Date(row.created_at).toISOString(),
});
