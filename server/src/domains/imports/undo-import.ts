import { sql } from 'kysely';
import { removeInvited } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import * as queries from './imports.queries.ts';

const BATCH = 25;
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Tables in which the import itself or the platform writes rows about a person. A row in any other table shows that the
 * account was used.
 */
const madeHere = new Set([
  'users',
  'accounts',
  'patients',
  'invitations',
  'imported_patients',
  'imported_treatments',
  'imported_photos',
  'import_rows',
  'audit_log',
  'person_keys',
  'photo_objects',
]);

/**
 * Undoes an import, person by person, and removes only the records that the import created. A person's records stay in
 * two cases: a practitioner has accessed the person's data since the import, or the import created the account and the
 * account has been used. The rows of such a person get the undo result `kept`.
 */
export async function undoRows(ctx: Context, importId: string, signal: AbortSignal): Promise<void> {
  let after: string | null = FIRST;
  while (after) {
    signal.throwIfAborted();
    const from: string = after;
    after = await withSystem(ctx.system, async (tx) => {
      const file = await queries.lockImport(tx, importId);
      if (file?.state !== 'undoing') return null;
      const people = await listPeople(tx, importId, from);
      const gone: string[] = [];
      for (const { user_id } of people) if (await undoPerson(ctx, tx, file, user_id)) gone.push(user_id);
      if (people.length < BATCH) await finish(ctx, tx, file);
      for (const id of gone) await record(ctx, tx, file, 'import.removed', id);
      return people.length < BATCH ? null : (people.at(-1)?.user_id ?? null);
    });
  }
}

/**
 * Lists people who received records. After an unfinished run, some rows have only the account that the dry run matched
 * to them. Nothing was imported for these people, so they are left out.
 */
async function listPeople(tx: Tx, importId: string, after: string): Promise<{ user_id: string }[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from (
      select user_id from import_rows r where import_id = ${importId} and outcome in ('new', 'add') and user_id is not null
        and (exists (select from imported_patients p where p.user_id = r.user_id and p.import_id = r.import_id)
          or exists (select from imported_treatments t where t.user_id = r.user_id and t.import_id = r.import_id))
      union select user_id from imported_photos where import_id = ${importId}
    ) people where user_id > ${after} order by user_id limit ${BATCH}`.execute(tx);
  return rows;
}

/** Undoes the import for one person. @returns true if the records were removed */
async function undoPerson(ctx: Context, tx: Tx, file: queries.ImportRecord, userId: string): Promise<boolean> {
  // The lock prevents sign-ins and new rows of this person until the transaction ends.
  await sql`select from users where id = ${userId} for update`.execute(tx);
  const { rows: made } = await sql`
    select from imported_patients where user_id = ${userId} and import_id = ${file.id}`.execute(tx);
  const isNew = made.length > 0;
  const isKept = (await isCaredFor(tx, file, userId)) || (isNew && (await isInUse(ctx, tx, file, userId)));
  await sql`update import_rows set undo = ${isKept ? 'kept' : 'removed'},
      codes = case when ${isKept} and not codes @> '{patient_kept}' then codes || '{patient_kept}' else codes end
    where import_id = ${file.id} and user_id = ${userId} and outcome in ('new', 'add')`.execute(tx);
  await sql`update imports set handled = least(expected, handled + 1) where id = ${file.id}`.execute(tx);
  if (isKept) return false;

  const photos = await tx
    .deleteFrom('imported_photos')
    .where('import_id', '=', file.id)
    .where('user_id', '=', userId)
    .returning('id')
    .execute();
  for (const { id } of photos) await ctx.photos.delete(tx, id);
  await tx.deleteFrom('imported_treatments').where('import_id', '=', file.id).where('user_id', '=', userId).execute();
  if (isNew) {
    await ctx.photos.erase(tx, { userId });
    await removeInvited(tx, userId);
  }
  return true;
}

/** Returns whether a practitioner has accessed the person's data since the import. Such data must remain readable. */
async function isCaredFor(tx: Tx, { made_at }: queries.ImportRecord, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from audit_log where patient_id = ${userId} and actor_role = 'practitioner' and at >= ${made_at} limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/**
 * Returns whether the account was used: the person has signed in, staff has written something about the person, or
 * another import has added records.
 */
async function isInUse(ctx: Context, tx: Tx, file: queries.ImportRecord, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from invitations where user_id = ${userId} and accepted_at is not null
    union all select from imported_treatments where user_id = ${userId} and import_id is distinct from ${file.id}
    union all select from imported_photos where user_id = ${userId} and import_id is distinct from ${file.id}
    limit 1`.execute(tx);
  return rows.length > 0 || ctx.personal.hasRowsBut(tx, userId, madeHere);
}

async function finish(ctx: Context, tx: Tx, file: queries.ImportRecord): Promise<void> {
  await queries.updateImport(tx, file.id, { state: 'undone', undone_at: ctx.clock.now(), handled: file.expected });
  // An unfinished run has not deleted the cells of its rows.
  await queries.emptyCells(tx, file.id);
  await record(ctx, tx, file, 'import.undone', null);
}

const record = (
  ctx: Context,
  tx: Tx,
  { id, undone_by }: queries.ImportRecord,
  action: 'import.undone' | 'import.removed',
  patient_id: string | null,
): Promise<void> =>
  ctx.audit.record(tx, {
    actor: undone_by ?? 'system',
    ...(undone_by && { actor_role: 'admin' as const }),
    action,
    subject: `import:${id}`,
    patient_id,
    reason: 'administration',
  });
