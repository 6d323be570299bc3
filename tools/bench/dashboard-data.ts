import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';

/**
 * Inserts `count` photos of one person from three years. The rows have no image files, because the summary counts
 * photos but opens none. The three poses alternate; the newest photo is from today.
 */
export const fillPhotos = (ctx: Context, userId: string, count: number): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    await sql`with key as (
        insert into person_keys (id, user_id, wrapped_key, master_key_id) values (gen_random_uuid(), ${userId}, '', 'bench') returning id
      ), made as (
        select gen_random_uuid() as id, n, now() - n * interval '1095 days' / ${count} as at from generate_series(0, ${count}::int - 1) n
      ), objects as (
        insert into photo_objects (id, bucket, path, person_key_id, size, sha256, width, height, content_type)
        select made.id, 'user-photos', made.id, key.id, 1, repeat('0', 64), 900, 1200, 'image/jpeg' from made, key
      )
      insert into photos (id, user_id, pose, path, sha256, width_px, height_px, is_verified, created_at, current_at)
      select id, ${userId}, (array['front', 'right', 'left'])[n % 3 + 1], id, repeat('0', 64), 900, 1200, true, at, at from made`.execute(
      tx,
    );
  });
