import { sql } from 'kysely';
import type { SettledLine } from '#contract/launch.ts';
import { hasSecondFactor, needsSecondFactor } from '#server/domains/identity/index.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';

export const listSettled = (db: Db | Tx) => db.selectFrom('launch_lines').selectAll().execute();

export const findPublication = (db: Db | Tx) =>
  db.selectFrom('launch_lines').select('settled_at').where('line', '=', 'published').executeTakeFirst();

/** Locks the checklist, so that changes by two administrators run one after the other. */
export const lockLaunch = (tx: Tx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('launch', 0))`.execute(tx);

interface Settling {
  readonly line: SettledLine | 'published';
  readonly note: string;
  readonly settled_by: string;
  readonly settled_at: Date;
}

export const putLine = (tx: Tx, { line, ...row }: Settling): Promise<unknown> =>
  tx
    .insertInto('launch_lines')
    .values({ line, ...row })
    .onConflict((conflict) => conflict.column('line').doUpdateSet(row))
    .execute();

export const deleteLine = (tx: Tx, line: SettledLine): Promise<unknown> =>
  tx.deleteFrom('launch_lines').where('line', '=', line).execute();

interface Seen {
  readonly mails: boolean;
  readonly payments: boolean;
  readonly without_factor: number;
  readonly signing_since: Date | null;
}

/**
 * Returns the evidence for the checklist from the database: whether an email was sent, and whether a payment was
 * processed. `signing_since` is the earliest verification of a doctor who has a passkey. `without_factor` counts the
 * people who must have a second factor but have none.
 */
export async function readSeen(db: Db | Tx): Promise<Seen> {
  const { rows } = await sql<Seen>`
    select
      exists (select from outbox where topic = 'mail.requested' and processed_at is not null) as mails,
      exists (select from payment_notices where kind in ('page_paid', 'invoice_paid') and handled_at is not null) as payments,
      (select count(*)::int from users u
        where u.suspended_at is null and ${needsSecondFactor('u')} and not ${hasSecondFactor('u')}) as without_factor,
      (select min(d.verified_at) from practitioners d join users u on u.id = d.user_id
        where d.verified_at is not null and d.profession = 'doctor' and u.role = 'practitioner' and u.suspended_at is null
          and exists (select from passkeys p where p.user_id = u.id)) as signing_since`.execute(db);
  return rows[0] as Seen;
}
