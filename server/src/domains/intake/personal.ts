import { sql } from 'kysely';
import { deleteLeadConsents } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { Leaver, PersonalData } from '#server/platform/personal/personal-data.ts';
import * as leads from './leads.queries.ts';

export const intakeData: PersonalData = {
  tables: {
    leads: { of: 'user_id', hidden: ['secret_hash', 'user_id'], kept: 'record' },
    photos: { of: 'user_id', hidden: ['user_id', 'path'], picture: 'id', kept: 'record' },
    answers: { of: 'user_id', hidden: ['user_id'], kept: 'record' },
  },
  erase,
};

/** Leads of the same address go, too, if no other account took them over. A record keeps the photos it rests on, and no contact. */
async function erase(ctx: Context, tx: Tx, { userId, email, record }: Leaver): Promise<void> {
  const found = await tx
    .selectFrom('leads')
    .select(['id', 'attached_at'])
    .where((eb) => eb.or([eb('user_id', '=', userId), eb.and([eb('email', '=', email), eb('user_id', 'is', null)])]))
    .execute();
  for (const { id, attached_at } of found) {
    if (record && attached_at) continue;
    await ctx.photos.erase(tx, { leadId: id });
    await deleteLeadConsents(tx, id);
    await leads.remove(tx, id);
  }
  await sql`update leads set first_name = null, last_name = null, email = null, phone = null, birth_date = null where user_id = ${userId}`.execute(
    tx,
  );
  await sql`delete from photos where user_id = ${userId} and id <> all(${[...(record?.photoIds ?? [])]}::uuid[])`.execute(
    tx,
  );
}
