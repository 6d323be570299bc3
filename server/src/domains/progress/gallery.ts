import { sql } from 'kysely';
import * as z from 'zod';
import type { GalleryPhoto } from '#contract/progress.ts';
import { listCurrentPhotos, toPhotoEntries } from '#server/domains/intake/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withUser } from '#server/platform/db/db.ts';
import { invalidInput } from '#server/platform/refusal.ts';

interface Page {
  readonly photos: GalleryPhoto[];
  readonly next_cursor: string | null;
  readonly total: number;
}

/**
 * Lists a person's current and formerly current photos in pages, the newest first. Only the photos of the returned page
 * get links.
 */
export const listMyPhotos = (
  ctx: Context,
  userId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page> =>
  withUser(ctx.db, userId, async (tx) => {
    const mine = tx.selectFrom('photos').where('user_id', '=', userId).where('current_at', 'is not', null);
    const { total } = await mine.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const after = cursor ? readCursor(cursor) : undefined;
    const rows = await mine
      .selectAll()
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(created_at, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const page = rows.slice(0, limit);
    const current = new Set((await listCurrentPhotos(tx, userId)).map(({ id }) => id));
    const entries = new Map((await toPhotoEntries(ctx, tx, page)).map((entry) => [entry.id, entry]));
    const last = rows.length > limit ? page.at(-1) : undefined;
    return {
      photos: page.flatMap(({ id }) => {
        const entry = entries.get(id);
        return entry ? [{ ...entry, is_current: current.has(id) }] : [];
      }),
      next_cursor: last ? `${last.created_at.toISOString()}_${last.id}` : null,
      total,
    };
  });

/** Parses a cursor, which is the instant and the id of the last photo on the previous page. */
function readCursor(cursor: string): { at: string; id: string } {
  const [at = '', id = ''] = cursor.split('_');
  const isCursor = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(at) && z.uuid().safeParse(id).success;
  if (!isCursor || Number.isNaN(Date.parse(at))) throw invalidInput({ cursor: ['invalid'] });
  return { at, id };
}
