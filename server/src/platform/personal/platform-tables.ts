import { sql } from 'kysely';
import type { PersonalData } from './personal-data.ts';

/** What the platform itself keeps about persons. */
export const platformData: PersonalData = {
  tables: {
    audit_log: { of: 'patient_id', hidden: ['prev_hash', 'hash', 'patient_id', 'details'], kept: 'log' },
    person_keys: { of: 'user_id', hidden: 'all', kept: 'marker' },
    photo_objects: {
      of: 'person_key_id>person_keys',
      hidden: ['person_key_id', 'path', 'deleted_at'],
      shown: "t.bucket <> 'simulations'",
      kept: 'marker',
    },
    payments: { of: 'user_id', hidden: ['user_id'], kept: 'books' },
  },
  async erase(_ctx, tx, { userId, email }) {
    await sql`update payments set user_id = null where user_id = ${userId}`.execute(tx);
    // Development mail lies in a table; elsewhere there is nothing to delete.
    await sql`delete from mailbox where "to" = ${email}`.execute(tx);
  },
};
