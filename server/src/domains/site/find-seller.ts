import type { Language } from '#contract/base.ts';
import type { ContentOf, Seller } from '#contract/site.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { toBlock } from './published.ts';
import { sampleBlock } from './sample-content.ts';
import { listHistory } from './site.queries.ts';

/** Returns the current issuer of invoices. It is a sample until an administrator has confirmed the issuer. */
export async function findSeller(db: Db | Tx, language: Language): Promise<Seller & { is_confirmed: boolean }> {
  const place = { region: 'global', language, block: 'seller' } as const;
  const [published] = await listHistory(db, place);
  const { content, is_confirmed } = published ? toBlock(published) : sampleBlock(place);
  return { ...(content.content as ContentOf<'seller'>), is_confirmed };
}
