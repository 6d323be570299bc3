import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { Leaver, PersonalData } from '#server/platform/personal/personal-data.ts';
import { deleteLead } from './delete-lead.ts';

export const intakeData: PersonalData = {
  tables: {
    leads: {
      why: 'Photos and answers of a browser before there is an account',
      of: 'user_id',
      hidden: ['secret_hash', 'user_id'],
      kept: 'record',
      stays: 'thirty days without an account',
      columns: {
        secret_hash: 'the hash of the secret that ties it to one browser',
        first_name: 'the name',
        last_name: 'the name',
        email: 'the e-mail address',
        phone: 'the telephone number',
        birth_date: 'the birth date, for the limit of eighteen years',
        contact_at: 'when the contact details were entered',
        uploads: 'counts the uploads, to limit them',
        uploads_since: 'since when the uploads are counted',
        attached_at: 'when it became part of an account',
      },
    },
    photos: {
      why: 'The photos for a simulation, and the expressions that a person chose to show; the files are encrypted in the object store',
      of: 'user_id',
      hidden: ['user_id', 'path'],
      picture: 'id',
      kept: 'record',
      columns: {
        path: 'the name of the file in the account',
        width_px: 'the size in pixels',
        height_px: 'the size in pixels',
        is_verified: 'whether a face was detected automatically',
        current_at: 'when it became the newest of its kind',
      },
    },
    answers: {
      why: 'Answers of the questionnaire: goals, areas, earlier treatments',
      of: 'user_id',
      hidden: ['user_id'],
      kept: 'record',
      columns: { answers: 'the seven answers' },
    },
  },
  erase,
};

/**
 * Deletes the leads of a person. Leads with the same email address are deleted too, unless another account has claimed
 * them. If the law requires us to keep the person's record, the leads of the account and the photos of the record stay,
 * without the contact details.
 */
async function erase(ctx: Context, tx: Tx, { userId, email, record }: Leaver): Promise<void> {
  const found = await tx
    .selectFrom('leads')
    .select(['id', 'attached_at'])
    .where((eb) => eb.or([eb('user_id', '=', userId), eb.and([eb('email', '=', email), eb('user_id', 'is', null)])]))
    .execute();
  for (const { id, attached_at } of found) {
    if (!record || !attached_at) await deleteLead(ctx, tx, id);
  }
  await sql`update leads set first_name = null, last_name = null, email = null, phone = null, birth_date = null where user_id = ${userId}`.execute(
    tx,
  );
  await sql`delete from photos where user_id = ${userId} and id <> all(${[...(record?.photoIds ?? [])]}::uuid[])`.execute(
    tx,
  );
}
