import { findSeller } from '#server/domains/site/index.ts';
import type { Tx } from '#server/platform/db/db.ts';

/** Returns our name, address and registration for documents. They are the same in both languages. */
export async function sellerLines(tx: Tx): Promise<string[]> {
  const { name, legal_form, street, postal_code, city, registration } = await findSeller(tx, 'fr');
  return [`${name} ${legal_form}`.trim(), street, `${postal_code} ${city}`.trim(), registration].filter(Boolean);
}
