import { type Insertable, type Selectable, sql } from 'kysely';
import type { ConsentPurpose } from '#contract/identity.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { ConsentsTable } from './identity.table.ts';

export type Consent = Selectable<ConsentsTable>;
/** The person who gave a consent: an account, or a lead before the account exists. */
export type Consenting = { readonly userId: string } | { readonly leadId: string };

export async function findConsentInForce(
  tx: Db | Tx,
  who: Consenting,
  purpose: ConsentPurpose,
): Promise<Consent | undefined> {
  const inForce = tx
    .selectFrom('consents')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('withdrawn_at', 'is', null);
  const theirs =
    'userId' in who ? inForce.where('user_id', '=', who.userId) : inForce.where('lead_id', '=', who.leadId);
  return theirs.orderBy('given_at', 'desc').limit(1).executeTakeFirst();
}

/** SQL that is true if the account of the consent is not closed. */
const isOpenAccount = sql<boolean>`exists (select from users u where u.id = consents.user_id and u.closed_at is null)`;

/** Returns the accounts of all people who consent to a purpose. A closed account consents to nothing. */
export async function listConsenting(tx: Tx, purpose: ConsentPurpose): Promise<string[]> {
  const rows = await tx
    .selectFrom('consents')
    .select('user_id')
    .where('purpose', '=', purpose)
    .where('withdrawn_at', 'is', null)
    .where('user_id', 'is not', null)
    .where(isOpenAccount)
    .orderBy('user_id')
    .$narrowType<{ user_id: string }>()
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/**
 * Returns true if a person with an open account consents. Locks the consent, so that it cannot be withdrawn until the
 * transaction ends.
 */
export async function holdConsent(tx: Tx, userId: string, purpose: ConsentPurpose): Promise<boolean> {
  const held = await tx
    .selectFrom('consents')
    .select('id')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('withdrawn_at', 'is', null)
    .where(isOpenAccount)
    .forShare()
    .executeTakeFirst();
  return held !== undefined;
}

/**
 * Locks the consents of a person until the transaction ends. No consent can be given or withdrawn meanwhile, so a read
 * after this lock stays true. Every role may take this lock, but only `app_user` and `app_system` may lock the rows.
 */
export const lockConsentsOf = (tx: Tx, userId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`consents:${userId}`}, 0))`.execute(tx);

export const listConsents = (tx: Tx, userId: string): Promise<Consent[]> =>
  tx
    .selectFrom('consents')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('given_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

export const insertConsent = (tx: Tx, row: Insertable<ConsentsTable>): Promise<Consent> =>
  tx.insertInto('consents').values(row).returningAll().executeTakeFirstOrThrow();

export async function withdrawConsentOf(tx: Tx, who: Consenting, purpose: ConsentPurpose, at: Date): Promise<number> {
  const inForce = tx
    .updateTable('consents')
    .set({ withdrawn_at: at })
    .where('purpose', '=', purpose)
    .where('withdrawn_at', 'is', null);
  const result = await ('userId' in who
    ? inForce.where('user_id', '=', who.userId)
    : inForce.where('lead_id', '=', who.leadId)
  ).executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/**
 * Withdraws all consents of a person except the consent to the simulation. Without that one, no doctor could open the
 * medical record that the law requires us to keep.
 */
export const withdrawAllButSimulation = (tx: Tx, userId: string, at: Date): Promise<unknown> =>
  tx
    .updateTable('consents')
    .set({ withdrawn_at: at })
    .where('user_id', '=', userId)
    .where('purpose', '<>', 'simulation')
    .where('withdrawn_at', 'is', null)
    .execute();

/**
 * Moves the consents of a lead to the lead's account. If the account already has a consent to a purpose, the account
 * keeps its own consent.
 */
export const updateLeadConsentsOwner = (tx: Tx, leadId: string, userId: string): Promise<unknown> =>
  tx
    .updateTable('consents')
    .set({ user_id: userId })
    .where('lead_id', '=', leadId)
    .where('user_id', 'is', null)
    .where((eb) =>
      eb.or([
        eb('withdrawn_at', 'is not', null),
        eb.not(
          eb.exists(
            eb
              .selectFrom('consents as own')
              .select('own.id')
              .where('own.user_id', '=', userId)
              .where('own.withdrawn_at', 'is', null)
              .whereRef('own.purpose', '=', 'consents.purpose'),
          ),
        ),
      ]),
    )
    .execute();

/**
 * Deletes the consents of a deleted lead, because a proof of consent must not outlive the data that the consent covers.
 */
export const deleteLeadConsents = (tx: Tx, leadId: string): Promise<unknown> =>
  tx.deleteFrom('consents').where('lead_id', '=', leadId).where('user_id', 'is', null).execute();
