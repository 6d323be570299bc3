import type { PublicProfile } from '#contract/directory.ts';
import type { Context } from '#server/platform/context.ts';
import { findShown, placesOf } from './directory.queries.ts';
import { toEntry } from './search-practitioners.ts';

/** Returns the published profile with this address, or null if there is none. */
export async function readProfile(ctx: Context, slug: string): Promise<PublicProfile | null> {
  const profile = await findShown(ctx.db, slug);
  if (!profile) return null;
  const places = (await placesOf(ctx.db, [profile.user_id])).get(profile.user_id) ?? [];
  const { introduction_en, introduction_fr } = profile;
  return { ...toEntry({ profile, places, distance_km: null }), introduction_en, introduction_fr };
}
