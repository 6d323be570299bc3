import { type RawBuilder, sql } from 'kysely';
import { listVerifiedPractitioners } from '#server/domains/identity/index.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { listOfferTimes } from './offer-times.ts';

/**
 * Returns the user ids of the practitioners who may work now. A patient may not read who is suspended, so a transaction
 * that acts for a patient cannot call this function.
 */
export const listAble = async (db: Db | Tx): Promise<string[]> =>
  (await listVerifiedPractitioners(db)).map(({ user_id }) => user_id);

/** Returns whether the chosen time of an offer is with a practitioner who is not in `able`. */
export async function isWithUnable(tx: Tx, offer: { readonly id: string }, able: readonly string[]): Promise<boolean> {
  const chosen = (await listOfferTimes(tx, [offer.id])).find(({ is_chosen }) => is_chosen);
  return chosen !== undefined && !able.includes(chosen.practitioner_id);
}

/** Selects the offers `o` that hold or have booked a time of a practitioner who is not in `able`. */
export const needsUnable = (able: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`exists (select from appointment_offer_times t join booked_times b on b.id = t.time_id
    where t.offer_id = o.id and b.state in ('held', 'booked') and b.practitioner_id <> all(${[...able]}::uuid[]))`;
