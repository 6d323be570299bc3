import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { fold } from './fold.ts';
import { moderatorOf } from './moderators.ts';
import { one } from './one.ts';

export interface WordFilter {
  readonly id: string;
  readonly channel_id: string | null;
  readonly words: string;
  readonly action: 'refuse' | 'hold';
}

/**
 * Returns only letters and digits, with spaces between words. Separate single letters, as in "b o t o x", are joined
 * into one word.
 */
export const plain = (text: string): string =>
  ` ${fold(text)
    .replace(/\u200b|\u200c|\u200d|\u2060|\ufeff|\u00ad/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `.replace(/(?<= )(?:[\p{L}\p{N}] ){2,}[\p{L}\p{N}](?= )/gu, (spaced) => spaced.replaceAll(' ', ''));

/** Returns the filters that match a text. */
export const meets = (filters: readonly WordFilter[], text: string): WordFilter[] => {
  const words = plain(text);
  return filters.filter((filter) => {
    const wanted = plain(filter.words);
    if (wanted.trim() === '') return false;
    return UNSPACED.test(wanted)
      ? words.replaceAll(' ', '').includes(wanted.replaceAll(' ', ''))
      : words.includes(wanted);
  });
};

/**
 * Scripts in which a filter also matches inside of a word. Chinese and Japanese have no spaces between words. Korean
 * attaches particles to words.
 */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

export const findForbidden = async (tx: Tx, channelId: string | null, text: string): Promise<WordFilter[]> =>
  meets(await listFilters(tx, channelId, true), text);

const listFilters = async (db: Db | Tx, channelId: string | null, isEverywhereToo: boolean): Promise<WordFilter[]> =>
  (
    await sql<WordFilter>`select id, channel_id, words, action from word_filters
    where channel_id is not distinct from ${channelId} ${isEverywhereToo ? sql`or channel_id is null` : sql``}
    order by words`.execute(db)
  ).rows;

export async function listWordFilters(
  ctx: Context,
  caller: SignedIn,
  channelId: string | undefined,
): Promise<WordFilter[]> {
  await moderatorOf(ctx.db, caller, channelId);
  return listFilters(ctx.db, channelId ?? null, false);
}

export async function addWordFilter(
  ctx: Context,
  caller: SignedIn,
  {
    channel_id = null,
    words,
    action,
  }: { channel_id?: string | null | undefined; words: string; action: 'refuse' | 'hold' },
): Promise<WordFilter> {
  const { viewer } = await moderatorOf(ctx.db, caller, channel_id ?? undefined);
  const { rows } = await sql<WordFilter>`insert into word_filters (channel_id, words, action, created_by, created_at)
    values (${channel_id}, ${words}, ${action}, ${viewer.userId}, ${ctx.clock.now()})
    on conflict (channel_id, words) do update set action = excluded.action returning id, channel_id, words, action`.execute(
    ctx.db,
  );
  return one(rows);
}

export async function removeWordFilter(ctx: Context, caller: SignedIn, id: string): Promise<{ removed: boolean }> {
  const { rows } = await sql<{
    channel_id: string | null;
  }>`select channel_id from word_filters where id = ${id}`.execute(ctx.db);
  if (!rows[0]) {
    await moderatorOf(ctx.db, caller, undefined);
    throw new Refusal('NOT_FOUND');
  }
  await moderatorOf(ctx.db, caller, rows[0].channel_id ?? undefined);
  await sql`delete from word_filters where id = ${id}`.execute(ctx.db);
  return { removed: true };
}
