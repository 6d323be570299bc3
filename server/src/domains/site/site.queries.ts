import { type Insertable, type Selectable, sql } from 'kysely';
import type { Language } from '#contract/base.ts';
import type { SiteBlock, SiteRegion } from '#contract/site.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { SiteVersionsTable } from './site.table.ts';

export type VersionRow = Selectable<SiteVersionsTable>;

/** The region and language that a version of a block belongs to. */
export interface Place {
  readonly region: SiteRegion;
  readonly language: Language;
}
export interface BlockPlace extends Place {
  readonly block: SiteBlock;
}

/** Lists the published version of every block in every region and language. */
export const listPublished = (db: Db | Tx): Promise<VersionRow[]> =>
  db
    .selectFrom('site_versions')
    .distinctOn(['region', 'language', 'block'])
    .selectAll()
    .where('is_published', '=', true)
    .orderBy('region')
    .orderBy('language')
    .orderBy('block')
    .orderBy('number', 'desc')
    .execute();

export const listDrafts = (db: Db | Tx, { region, language }: Place): Promise<VersionRow[]> =>
  db
    .selectFrom('site_versions')
    .selectAll()
    .where('region', '=', region)
    .where('language', '=', language)
    .where('is_published', '=', false)
    .execute();

export const listHistory = (db: Db | Tx, { region, language, block }: BlockPlace): Promise<VersionRow[]> =>
  db
    .selectFrom('site_versions')
    .selectAll()
    .where('region', '=', region)
    .where('language', '=', language)
    .where('block', '=', block)
    .where('is_published', '=', true)
    .orderBy('number', 'desc')
    .limit(100)
    .execute();

/**
 * Locks a block, so that changes by two administrators run one after the other. The lock works even if the block has no
 * row yet.
 */
export const lockBlock = (tx: Tx, { region, language, block }: BlockPlace): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`site/${region}/${language}/${block}`}, 0))`.execute(tx);

/** Returns the draft of a block, or its published version if there is no draft. */
export async function findNewest(db: Db | Tx, place: BlockPlace): Promise<VersionRow | undefined> {
  const drafts = await listDrafts(db, place);
  return drafts.find(({ block }) => block === place.block) ?? (await listHistory(db, place))[0];
}

export const findVersion = (db: Db | Tx, id: string): Promise<VersionRow | undefined> =>
  db.selectFrom('site_versions').selectAll().where('id', '=', id).executeTakeFirst();

export const insertVersion = (tx: Tx, row: Insertable<SiteVersionsTable>): Promise<unknown> =>
  tx.insertInto('site_versions').values(row).execute();

/** Deletes the draft of a block. Returns true if the block had a draft. */
export async function deleteDraft(tx: Db | Tx, { region, language, block }: BlockPlace): Promise<boolean> {
  const result = await tx
    .deleteFrom('site_versions')
    .where('region', '=', region)
    .where('language', '=', language)
    .where('block', '=', block)
    .where('is_published', '=', false)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
