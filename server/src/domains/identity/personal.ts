import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { Leaver, PersonalData } from '#server/platform/personal/personal-data.ts';

/** Accounts whose medical record is kept have an address that no mail reaches. */
const CLOSED = '@record.invalid';
export const isClosed = (email: string): boolean => email.endsWith(CLOSED);

export const identityData: PersonalData = {
  tables: {
    users: { of: 'id', hidden: ['image', 'lead_id', 'is_demo'], picture: 'avatar_id', kept: 'record' },
    sessions: { of: 'user_id', hidden: ['token', 'confirmed_at', 'user_id'] },
    accounts: {
      of: 'user_id',
      hidden: ['password', 'access_token', 'refresh_token', 'id_token', 'account_id', 'user_id'],
    },
    two_factors: { of: 'user_id', hidden: 'all' },
    passkeys: { of: 'user_id', hidden: ['public_key', 'credential_id', 'counter', 'user_id'] },
    email_confirmations: { of: 'user_id', hidden: 'all' },
    known_devices: { of: 'user_id', hidden: ['device_hash', 'user_id'] },
    security_events: { of: 'user_id', hidden: ['user_id'] },
    email_changes: { of: 'user_id', hidden: ['old_hash', 'new_hash', 'user_id'] },
    practitioners: { of: 'user_id', hidden: ['user_id', 'verified_by'] },
    registration_checks: { of: 'user_id', hidden: ['user_id', 'checked_by'] },
    patients: { of: 'user_id', hidden: ['user_id'], kept: 'record' },
    consents: { of: 'user_id', hidden: ['user_id'], kept: 'record' },
    notification_choices: { of: 'user_id', hidden: ['user_id'] },
    notification_habits: { of: 'user_id', hidden: ['user_id'] },
  },
  mentions: { practitioners: ['verified_by'], registration_checks: ['checked_by'] },
  erase,
};

/** Links that wait to be used, and, where a record is kept, everything of the account but the name on it. */
async function erase(ctx: Context, tx: Tx, { userId, email, record }: Leaver): Promise<void> {
  await sql`delete from verifications where value like ${`%${userId}%`} or identifier like ${`%${email}%`} or value like ${`%${email}%`}`.execute(
    tx,
  );
  await tx.updateTable('users').set({ avatar_id: null }).where('id', '=', userId).execute();
  if (!record) return;
  await tx
    .updateTable('users')
    .set({
      email: `closed-${userId}${CLOSED}`,
      email_verified: false,
      image: null,
      phone: null,
      lead_id: null,
      plan: 'free',
      paid_plan: 'free',
      given_plan: null,
      two_factor_enabled: false,
      suspended_reason: '',
      closed_at: ctx.clock.now(),
    })
    .where('id', '=', userId)
    .execute();
}
