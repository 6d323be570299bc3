import type { AdminProfile } from '#contract/directory.ts';
import type { Context } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/refusal.ts';
import * as profiles from './directory.queries.ts';
import { isPublic } from './profile.ts';

export async function listProfiles(ctx: Context): Promise<AdminProfile[]> {
  const rows = await profiles.listProfiles(ctx.db);
  const places = await profiles.placesOf(
    ctx.db,
    rows.map(({ user_id }) => user_id),
  );
  return rows.map((row) => toAdminProfile(row, places.get(row.user_id)?.[0]?.city ?? null));
}

/**
 * Hides a profile, or shows it again. Only administrators and the practitioner see a hidden profile. Its text is not
 * deleted.
 */
export async function hideProfile(
  ctx: Context,
  admin: string,
  userId: string,
  isHidden: boolean,
  reason: string,
): Promise<AdminProfile> {
  return ctx.db.transaction().execute(async (tx) => {
    const before = await profiles.findProfile(tx, userId);
    if (!before) throw new Refusal('NOT_FOUND');
    await profiles.updateHidden(tx, userId, isHidden ? { at: ctx.clock.now(), by: admin, reason } : null);
    const places = (await profiles.placesOf(tx, [userId])).get(userId) ?? [];
    const after = (await profiles.findProfile(tx, userId)) ?? before;
    await ctx.audit.record(tx, {
      actor: admin,
      actor_role: 'admin',
      action: isHidden ? 'directory.hidden' : 'directory.shown',
      subject: `user:${userId}`,
      patient_id: null,
      reason: isHidden ? reason : 'shown again',
    });
    return toAdminProfile(after, places[0]?.city ?? null);
  });
}

const toAdminProfile = (row: profiles.ProfileRow, city: string | null): AdminProfile => ({
  user_id: row.user_id,
  slug: row.slug,
  name: row.name,
  registration_number: row.registration_number,
  city,
  is_verified: row.verified_at !== null && row.profession === 'doctor',
  is_listed: row.listed_at !== null,
  hidden_reason: row.hidden_reason,
  hidden_at: row.hidden_at?.toISOString() ?? null,
  is_public: isPublic(row),
  updated_at: row.updated_at.toISOString(),
});
