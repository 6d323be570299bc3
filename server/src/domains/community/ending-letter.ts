import { sql } from 'kysely';
import type { Visibility } from '#contract/community.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { Letter, Reader } from './decision-letter.ts';
import { dayIn, factsOf, openName } from './letter-words.ts';

interface Row {
  slug: string;
  place: string;
  visibility: Visibility;
  delete_at: Date;
}

/**
 * Returns an email that tells a member on which day a community will be deleted. Returns null if the deletion was
 * cancelled.
 */
export async function endingLetter(tx: Tx, channelId: string, { language, timeZone }: Reader): Promise<Letter | null> {
  const { rows } = await sql<Row>`select slug, coalesce(name, slug) as place, visibility, delete_at from channels
    where id = ${channelId} and delete_at is not null`.execute(tx);
  const row = rows[0];
  if (!row) return null;
  const facts = factsOf(language, [
    ['community', openName(row)],
    ['deleted', dayIn(language, row.delete_at, timeZone)],
  ]);
  return { template: 'community_ending', values: { facts }, path: `/community/f/${row.slug}` };
}
