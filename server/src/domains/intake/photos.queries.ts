import type { Insertable, Selectable } from 'kysely';
import type { PhotoKind } from '#contract/intake.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { PhotosTable } from './intake.table.ts';

export type PhotoRow = Selectable<PhotosTable>;

export const listOfLead = (tx: Tx, leadId: string): Promise<PhotoRow[]> =>
  tx.selectFrom('photos').selectAll().where('lead_id', '=', leadId).execute();

export const findOfLead = (tx: Tx, leadId: string, pose: PhotoKind): Promise<PhotoRow | undefined> =>
  tx.selectFrom('photos').selectAll().where('lead_id', '=', leadId).where('pose', '=', pose).executeTakeFirst();

export const findOfUser = (tx: Tx, userId: string, pose: PhotoKind, path: string): Promise<PhotoRow | undefined> =>
  tx
    .selectFrom('photos')
    .selectAll()
    .where('user_id', '=', userId)
    .where('lead_id', 'is', null)
    .where('pose', '=', pose)
    .where('path', '=', path)
    .executeTakeFirst();

export const listByIds = async (tx: Tx, ids: readonly string[]): Promise<PhotoRow[]> =>
  ids.length === 0
    ? []
    : tx
        .selectFrom('photos')
        .selectAll()
        .where('id', 'in', [...ids])
        .execute();

/** Lists all current and formerly current photos of one pose, the earliest first. */
export const listOfPose = (tx: Tx, userId: string, pose: PhotoKind): Promise<PhotoRow[]> =>
  tx
    .selectFrom('photos')
    .selectAll()
    .where('user_id', '=', userId)
    .where('pose', '=', pose)
    .where('current_at', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Lists the person's current photo of each kind. */
export const listCurrent = (tx: Tx, userId: string): Promise<PhotoRow[]> =>
  tx
    .selectFrom('photos')
    .distinctOn('pose')
    .selectAll()
    .where('user_id', '=', userId)
    .where('current_at', 'is not', null)
    .orderBy('pose')
    .orderBy('current_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute();

export const insert = (tx: Tx, row: Insertable<PhotosTable>): Promise<PhotoRow> =>
  tx.insertInto('photos').values(row).returningAll().executeTakeFirstOrThrow();

export const updateCurrent = (tx: Tx, id: string, at: Date): Promise<PhotoRow> =>
  tx.updateTable('photos').set({ current_at: at }).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export async function updateOwner(tx: Tx, leadId: string, userId: string): Promise<number> {
  const result = await tx
    .updateTable('photos')
    .set({ user_id: userId })
    .where('lead_id', '=', leadId)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('photos').where('id', '=', id).execute();
}

/** Lists the times of a person's uploads after `since`. The oldest comes first. */
export const listUploadTimes = (tx: Tx, userId: string, since: Date): Promise<{ created_at: Date }[]> =>
  tx
    .selectFrom('photos')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .orderBy('created_at')
    .execute();

/** Selects photos that were stored before this time and never became current. */
const forgotten = (tx: Tx, before: Date) =>
  tx.selectFrom('photos').select('id').where('current_at', 'is', null).where('created_at', '<', before);

export const listForgotten = (tx: Tx, before: Date, limit: number): Promise<{ id: string }[]> =>
  forgotten(tx, before).limit(limit).execute();

/**
 * Locks a photo that never became current, and returns true. Returns false if another process has locked the photo, or
 * if it has become current.
 */
export const isForgottenForUpdate = async (tx: Tx, before: Date, id: string): Promise<boolean> =>
  (await forgotten(tx, before).where('id', '=', id).forUpdate().skipLocked().executeTakeFirst()) !== undefined;
